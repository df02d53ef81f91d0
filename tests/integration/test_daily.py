"""Daily sets over HTTP and sockets: each deal once, alike for everybody, and told to nobody who may still play it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from paiju.core.codec import to_json
from paiju.duplicate import daily_set
from paiju.duplicate.daily_set import DailySet, SetRules
from paiju.duplicate.day_record import read_day_record
from paiju.duplicate.house_play import field_play, play_field_hand
from paiju.records import RecordedHand
from paiju.server import wire
from paiju.server.adapters.room_clock import now
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.daily import daily_deals, skill
from paiju.server.table_client import TableClient
from tests.integration.chaos import ChaosPlayer
from tests.integration.serving import Served, choose_at_random, serving

TIME = 120


async def fetch(served: Served, key: str, path: str) -> Any:
    async with served.http(key) as http:
        answer = await http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def begin(served: Served, key: str, family: str) -> dict[str, Any]:
    async with served.http(key) as http:
        answer = await http.post(f"/api/daily/{family}/table")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


async def play(served: Served, key: str, table: str, seed: int = 1) -> wire.Table:
    """Play a deal to its end, at random."""
    async with TableClient(served.url, key, table) as client, asyncio.timeout(TIME):
        live = await served.room.table(table)
        await ChaosPlayer(client, live.table.game, seed, 0).play(1)
        assert client.latest is not None
        return client.latest


def test_a_set_is_played_deal_by_deal_over_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "room.db"
        async with serving(path, library=StandardRegistry()) as served:
            key = await served.guest("Ann")
            (view, *_) = (await fetch(served, key, "/api/daily"))["sets"]
            assert (view["family"], view["deals"], view["done"], view["table"]) == ("doudizhu", 2, 0, "")
            first = await begin(served, key, "doudizhu")
            assert first["deal"] == 1
            assert await begin(served, key, "doudizhu") == first
            end = await play(served, key, first["table"])
            assert end.hand is not None
            assert end.hand.reveal is not None
            assert end.hand.commitment == view["commitments"][0]
            assert end.hand.reveal.secret == ""
            assert end.table.uncounted == "duplicate"
            second = await begin(served, key, "doudizhu")
            assert second["deal"] == 2
        async with serving(path, library=StandardRegistry()) as served:
            assert await begin(served, key, "doudizhu") == second
            await play(served, key, second["table"])
            (view, *_) = (await fetch(served, key, "/api/daily"))["sets"]
            assert (view["done"], view["table"]) == (2, "")

    asyncio.run(main())


FEW = {
    "doudizhu": SetRules(2, ("doudizhu/qq",), ("steady",)),
    "zipai": SetRules(2, ("zipai/guilin-3",), ("steady",)),
    "gunzi": SetRules(1, ("gunzi/six",), ("steady",)),
}
"""Sets of few deals, against house players without nets."""

FIELD = ("doudou.1", "jiu.1", "hong.1")


class QuickField:
    """House players who play at once, in this process and at random."""

    async def play_field_hand(self, one: DailySet, deal: int, player: str) -> RecordedHand:
        game = one.ruleset.game()
        return play_field_hand(field_play(game, one.deal(deal), player, lambda name: choose_at_random))


class Wall:
    """A clock that goes on by itself, and can be turned."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return now() + self.ahead


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_set, "set_rules", lambda: FEW)
    for module in (daily_deals, skill):
        monkeypatch.setattr(module, "set_rules", lambda: FEW)


async def finish(served: Served, key: str, family: str, seed: int = 1) -> list[str]:
    """Play all deals of a set; returns the public ids of the hands."""
    found = []
    for deal in range(FEW[family].deals):
        table = await begin(served, key, family)
        assert table["deal"] == deal + 1
        end = await play(served, key, table["table"], seed)
        assert end.hand is not None
        assert end.hand.reveal is not None
        found.append(end.hand.reveal.replay)
    return found


async def next_day_comes(served: Served, wall: Wall) -> None:
    """Turn the clock by a day, and wait until the room has noticed."""
    day = served.services.daily.deals.today
    wall.ahead += 86_400_000
    async with asyncio.timeout(TIME):
        while served.services.daily.deals.today == day:  # noqa: ASYNC110 (the room has no event for it)
            await asyncio.sleep(0.05)


async def field_played(served: Served) -> None:
    """Wait until the house has played."""
    async with asyncio.timeout(TIME):
        while await served.services.daily.field.missing_hands():  # noqa: ASYNC110 (the room has no event for it)
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("family", FEW)
def test_results_are_shown_to_who_has_finished_and_to_all_when_the_day_has_closed(tmp_path: Path, family: str) -> None:
    async def main() -> None:
        wall = Wall()
        async with serving(tmp_path / "r.db", library=StandardRegistry(), wall=wall, field=QuickField()) as served:
            ann, bob = await served.guest("Ann"), await served.guest("Bob")
            day = (await fetch(served, ann, "/api/daily"))["day"]
            place = f"/api/daily/sets/{day}/{family}"
            hands = await finish(served, ann, family)
            await field_played(served)
            results = await fetch(served, ann, place)
            assert [row["deal"] for row in results["rows"]] == list(range(1, FEW[family].deals + 1))
            assert [row["hand"] for row in results["rows"]] == hands
            assert results["score"]["rank"] == 0  # a guest
            deal = await fetch(served, ann, f"{place}/deals/1")
            assert deal["field"] >= 20
            assert sum(one["count"] for one in deal["bids"]) == deal["field"]
            assert abs(sum(one["share"] for one in deal["plays"]) - 1) < 1e-9 or not deal["plays"]
            watched = deal["watch"][0]["hand"]
            for hand in (hands[0], watched):
                replay = await fetch(served, ann, f"/api/hands/{hand}/replay")
                assert replay["record"]["hands"][0].get("fair") is None
            async with served.http(bob) as http:
                for path in (place, f"{place}/ranking", f"{place}/deals/1", f"/api/daily/days/{day}/export"):
                    assert (await http.get(path)).json()["code"] == "daily_open"
                for hand in (hands[0], watched):
                    for form in ("", "/replay", "/review", "/record"):
                        assert (await http.get(f"/api/hands/{hand}{form}")).json()["code"] == "deal_open"
                    assert (await http.post(f"/api/hands/{hand}/practice", json={})).json()["code"] == "deal_open"
                assert (await http.post(f"{place}/deals/1/practice")).json()["code"] == "daily_open"
            await next_day_comes(served, wall)
            assert (await fetch(served, bob, place))["closed"]
            assert (await fetch(served, bob, f"/api/hands/{watched}/replay"))["record"]["hands"][0]["fair"]["secret"]
            record = read_day_record(to_json(await fetch(served, bob, f"/api/daily/days/{day}/export")))
            assert {one.daily.family for one in record.sets} == set(FEW)
            async with served.http(bob) as http:
                assert (await http.post(f"{place}/deals/1/practice")).status_code == 201
            async with asyncio.timeout(TIME):
                while len(await fetch(served, ann, "/api/me/hands")) < len(hands):  # noqa: ASYNC110 (the same)
                    await asyncio.sleep(0.05)
            assert (await fetch(served, ann, f"/api/hands/{hands[0]}/replay"))["id"] == hands[0]

    asyncio.run(main())
