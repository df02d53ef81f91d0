"""Daily sets over HTTP and sockets: each player plays each deal once, all get the same deals, and nobody sees one beforehand."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from paiju.core.codec import to_json
from paiju.duplicate import daily_set
from paiju.duplicate.daily_set import SetRules, house_versions, versions_text
from paiju.duplicate.day_record import read_day_record
from paiju.duplicate.verification import verify_day
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.daily import daily_sets, day_overview
from paiju.server.main import make_bot_runner
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient, TableConnectionClosed
from tests.integration.daily_room import (
    FEW,
    TIME,
    QuickField,
    RealField,
    Wall,
    account,
    begin,
    fetch,
    field_played,
    finish,
    next_day_comes,
    play,
    play_some,
    use_sets,
)
from tests.integration.in_process_server import Served, serving

RESTARTS = 5


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    use_sets(monkeypatch, FEW)


def test_daily_set_is_played_across_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "room.db"
        async with serving(path, library=StandardRegistry()) as served:
            key = await served.guest("Ann")
            (view, *_) = (await fetch(served, key, "/api/daily"))["sets"]
            assert (view["family"], view["deals"], view["done"], view["table"]) == ("doudizhu", 2, 0, "")
            assert view["points"] == 0
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
            assert view["points"] == view["score"]["points"]

    asyncio.run(main())


@pytest.mark.deep
@pytest.mark.parametrize(("family", "deals"), [("doudizhu", 40), ("zipai", 15), ("gunzi", 5)])
def test_every_hand_ends_despite_disconnects_and_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, family: str, deals: int
) -> None:
    """Two players lose the line, say things twice, pause within each hand, and go on after restarts: no move is missing."""
    use_sets(monkeypatch, {family: SetRules(deals, FEW[family].rulesets, ("steady",))})

    async def play_badly(served: Served, key: str, seed: int, deals: int) -> None:
        for number in range(deals):
            table = (await begin(served, key, family))["table"]
            for moves in (2, 3):
                await play_some(served, key, table, moves, mischief=0.3)
            await play(served, key, table, seed + number, mischief=0.3)

    async def main() -> None:
        path, keys = tmp_path / "r.db", list[str]()
        for _ in range(RESTARTS):
            async with serving(path, library=StandardRegistry()) as served:
                keys = keys or [await served.guest("Ann"), await served.guest("Bob")]
                for key in keys:
                    table = (await begin(served, key, family))["table"]
                    await play_some(served, key, table, 2, mischief=0.3)
                await asyncio.gather(*(play_badly(served, key, at, deals // RESTARTS) for at, key in enumerate(keys)))
        async with serving(path, library=StandardRegistry()) as served:
            for key in keys:
                (view,) = (await fetch(served, key, "/api/daily"))["sets"]
                assert view["done"] == deals

    asyncio.run(main())


@pytest.mark.parametrize(
    "family", ["zipai", *(pytest.param(name, marks=pytest.mark.deep) for name in ("doudizhu", "gunzi"))]
)
def test_results_are_shown_after_finishing_and_to_all_after_the_day(tmp_path: Path, family: str) -> None:
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
            async with asyncio.timeout(TIME):
                while "duplicate" not in str(await fetch(served, ann, "/api/people/Ann/hands")):  # noqa: ASYNC110 (the same)
                    await asyncio.sleep(0.05)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("family", "ruleset", "opponents"),
    [
        ("zipai", "zipai/guilin-2", "casual"),
        pytest.param("doudizhu", "doudizhu/happy", "skilled", marks=pytest.mark.deep),
        pytest.param("gunzi", "gunzi/six", "skilled", marks=pytest.mark.deep),
    ],
)
def test_exported_day_is_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, family: str, ruleset: str, opponents: str
) -> None:
    """The house answers at tables as it is computed again, over a restart within a deal."""
    use_sets(monkeypatch, {family: SetRules(2, (ruleset,), (opponents,))})
    monkeypatch.setattr(daily_set, "RUNS_PER_RANDOM_LEVEL", 1)
    room: dict[str, Any] = {"library": StandardRegistry(), "field": RealField(), "minds": make_bot_runner(Settings())}

    async def main() -> bytes:
        wall = Wall()
        path = tmp_path / "r.db"
        async with serving(path, wall=wall, **room) as served:
            ann, bob = await account(served, "Ann"), await account(served, "Bob")
            await finish(served, ann, family, 1)
            table = (await begin(served, bob, family))["table"]
            await play_some(served, bob, table, moves=2)
        room["minds"] = make_bot_runner(Settings())
        async with serving(path, wall=wall, **room) as served:
            assert (await begin(served, bob, family))["table"] == table
            await finish(served, bob, family, 2)
            await field_played(served)
            day = served.services.daily.deals.today
            ranking = await fetch(served, ann, f"/api/daily/sets/{day}/{family}/ranking")
            await next_day_comes(served, wall)
            assert await fetch(served, ann, f"/api/daily/sets/{day}/{family}/ranking") == ranking
            assert {row["name"] for row in ranking} >= {"Ann", "Bob"}
            async with served.http(bob) as http:
                table_of_results = await http.get(f"/api/daily/days/{day}/export?form=csv")
                assert table_of_results.text.count("\n") == 1 + (8 + 2) * 2
                return (await http.get(f"/api/daily/days/{day}/export")).content

    record = read_day_record(asyncio.run(main()))
    assert [check for check in verify_day(record) if not check.holds] == []
    assert {result.played_by for result in record.sets[0].results} == {versions_text(house_versions())}
    assert len(record.sets[0].ranking) == 8 + 2


async def crawl(served: Served, key: str, known: dict[str, list[str]]) -> dict[str, str]:
    """The answers of every endpoint that reads, for all known values of its parameters; for a visitor without ``key``."""
    answers = {}
    async with served.http(key) as http:
        paths = (await http.get("/api/schema/openapi.json")).json()["paths"]
        for path in sorted(path for path, methods in paths.items() if "get" in methods and "export" not in path):
            names = re.findall(r"{(.*?)}", path)
            for values in product(*(known.get(name, ["x"]) for name in names)):
                filled = path
                for name, value in zip(names, values, strict=True):
                    filled = filled.replace(f"{{{name}}}", value, 1)
                answers[filled] = re.sub(r'"now":\d+', "", (await http.get(filled)).text)
    return answers


CHANGING = {"/api/here", "/api/names", "/metrics"}
"""Who is online, names drawn at random, and what the server is doing."""

PLANTED = ("pass-that-nobody-makes", "play-that-nobody-makes", "role-that-nobody-has")


def plant(path: Path, player: str) -> int:
    """Change all finished results of a set's deals that are told to nobody; returns their number."""
    with closing(sqlite3.connect(path)) as db:
        changed = db.execute(
            """UPDATE daily_results SET points = points + 7777, won = 1 - won, bid = ?, first_play = ?, role = ?
            WHERE ended > 0 AND player_id <> ?""",
            (*PLANTED, player),
        ).rowcount
        db.commit()
        return changed


async def nobody_watches(served: Served, tables: dict[str, set[str]]) -> None:
    """These tables do not exist for these players, by key."""
    for key, names in tables.items():
        for name in names:
            async with TableClient(served.url, key, name) as client:
                with pytest.raises(TableConnectionClosed):
                    await anext(aiter(client.table_updates()))


def test_no_endpoint_reveals_a_deal_before_the_player_finishes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every endpoint is read by a player, a guest and a visitor: the same bytes, whatever others did with the deals."""
    use_sets(monkeypatch, {"zipai": FEW["zipai"]})
    monkeypatch.setattr(day_overview, "CACHE_MS", 0)  # nothing is kept that could hide a difference

    async def main() -> None:
        path = tmp_path / "r.db"
        async with serving(path, library=StandardRegistry(), field=QuickField()) as served:
            ann, bob, guest = await account(served, "Ann"), await account(served, "Bob"), await served.guest("Guest")
            async with served.http(bob) as http:
                assert (await http.put("/api/me/follows/Ann")).status_code == 204
            frames: list[str] = []
            mine = (await begin(served, bob, "zipai"))["table"]
            await play_some(served, bob, mine, moves=3, heard=frames)
            first = (await begin(served, ann, "zipai"))["table"]
            hand = (await play(served, ann, first)).hand
            assert hand is not None
            assert hand.reveal is not None
            second = (await begin(served, ann, "zipai"))["table"]
            await field_played(served)
            day = served.services.daily.deals.today
            (one,) = await served.services.daily.deals.sets_of(day)
            house = await served.services.tables.context.store.daily_results(day, "zipai")
            known = {
                "day": [day], "family": ["zipai"], "deal": ["1", "2"], "name": ["Ann", "Bob", "Guest"],
                "table": [first, second], "hand": [hand.reveal.replay, house[0].result.public_id],
                "kind": ["rating", "title"], "season": ["2026Q4"],
            }  # fmt: skip
            readers = {"bob": bob, "guest": guest, "visitor": ""}
            before = {name: await crawl(served, key, known) for name, key in readers.items()}
            bob_id = (await fetch(served, bob, "/api/me"))["id"]
            assert plant(path, bob_id) > 40
            after = {name: await crawl(served, key, known) for name, key in readers.items()}
            assert {name: len(found) > 60 for name, found in before.items()} == dict.fromkeys(readers, True)
            for name, found in before.items():
                differing = [where for where in found.keys() - CHANGING if found[where] != after[name][where]]
                assert differing == [], (name, differing)
            secrets = {deal.secret for deal in one.deals} | set(PLANTED) | {first, second}
            asked = {first, second}  # a refusal repeats what was asked for
            text = "".join(
                body for found in after.values() for where, body in found.items() if not any(map(where.count, asked))
            )
            told = [secret for secret in secrets if secret in text or any(secret in frame for frame in frames)]
            assert told == []
            await nobody_watches(served, {ann: {mine}, **{key: {first, second} for key in readers.values()}})
            # The search would find it: who has finished is told of it.
            await finish(served, ann, "zipai")
            compared = str(await fetch(served, ann, f"/api/daily/sets/{day}/zipai/deals/1"))
            assert all(planted in compared for planted in PLANTED)

    asyncio.run(main())


def test_future_sets_are_drawn_again_after_an_upgrade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with serving(tmp_path / "r.db", library=StandardRegistry()) as served:
            key = await served.guest("Ann")
            (before, *_) = (await fetch(served, key, "/api/daily"))["sets"]
            assert (await fetch(served, key, "/api/daily"))["sets"][0]["next_commitment"] == before["next_commitment"]
            for module in (daily_set, daily_sets):
                monkeypatch.setattr(module, "house_versions", lambda: {"paiju": "next", "nets": ""})
            (after, *_) = (await fetch(served, key, "/api/daily"))["sets"]
            assert after["commitment"] == before["commitment"]
            assert after["next_commitment"] != before["next_commitment"]

    asyncio.run(main())
