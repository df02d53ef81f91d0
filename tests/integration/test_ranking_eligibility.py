"""Hands that do not count for titles, ratings and rankings are played and stored, and the players are told the reason."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.ranking import repeat_opponent_weights
from paiju.server.app.ranking.rating_updater import RatingUpdater
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import Served, serving

NAMES = ("Ann", "Bob", "Cat")
TIME = 120


@asynccontextmanager
async def evening(path: Path, **wanted: Any) -> AsyncIterator[tuple[Served, list[ChaosPlayer]]]:
    """Three people at such a table."""
    async with serving(path / "room.db", library=StandardRegistry()) as served, AsyncExitStack() as stack:
        keys = [await served.guest(name) for name in NAMES]
        name = await served.table(keys[0], **wanted)
        clients = [await stack.enter_async_context(TableClient(served.url, key, name)) for key in keys]
        for seat, client in enumerate(clients[1:], 1):
            await client.request(wire_requests.Sit(id=new_id(), seat=seat))
        (live,) = served.room.loaded_tables
        yield served, [ChaosPlayer(client, live.table.game, seat, 0) for seat, client in enumerate(clients)]


async def fetch(served: Served, player: ChaosPlayer, path: str) -> Any:
    async with served.http(player.client._headers["Authorization"].partition(" ")[2]) as http:
        answer = await http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def play(players: Sequence[ChaosPlayer], hands: int) -> None:
    async with asyncio.timeout(TIME):
        await asyncio.gather(*(player.play(hands) for player in players))


LEVELS = {"ruleset": "doudizhu/happy", "options": {"levels": True}}
SHORT = {"ruleset": "doudizhu/qq", "options": {"hand_size": 10}}
ATTACKS = [
    pytest.param({"ruleset": "doudizhu/qq", "private": True}, "private_table", id="a private table"),
    pytest.param({**LEVELS, "private": True}, "private_table", id="levels at a private table"),
    pytest.param({**LEVELS, "private": False}, "own_rules", id="levels where there are none"),
    pytest.param({**SHORT, "private": False}, "own_rules", id="short hands"),
]


@pytest.mark.parametrize(("wanted", "why"), ATTACKS)
def test_hands_by_changed_rules_or_at_private_tables_do_not_count(
    tmp_path: Path, wanted: dict[str, Any], why: str
) -> None:
    """Three accounts of one person made a high title in four hands so. They are told beforehand that the hands do not count."""

    async def main() -> None:
        async with evening(tmp_path, **wanted) as (served, players):
            async with asyncio.timeout(TIME):
                async for table in players[0].client.table_updates():
                    assert table.table.uncounted == why
                    break
            line = await fetch(served, players[1], f"/api/tables/{players[0].client.latest.table.id}")  # type: ignore[union-attr]
            assert line["uncounted"] == why
            await play(players, 4)
            assert players[0].client.latest is not None
            assert players[0].client.latest.hand is not None
            assert players[0].client.latest.hand.reveal is not None
            assert players[0].client.latest.hand.reveal.uncounted == why
            store = served.room.context.store
            for again in (False, True):
                if again:
                    await RatingUpdater(store, served.room.context.registry).recompute_all()
                for name in NAMES:
                    page = await fetch(served, players[0], f"/api/people/{name}")
                    assert (page["titles"], page["ratings"]) == ([], [])
                    assert sum(one["hands"] for one in page["numbers"]) == 4
                hands = await fetch(served, players[0], "/api/people/Ann/hands")
                assert [one["uncounted"] for one in hands] == [why] * 4
                for kind in ("title", "coins", "rating"):
                    for span in ("day", "week", "ever"):
                        path = f"/api/rankings/{kind}?ruleset={wanted['ruleset']}&span={span}"
                        assert await fetch(served, players[0], path) == []

    asyncio.run(main())


def test_hands_by_released_rules_at_a_public_table_count(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path, ruleset="doudizhu/qq", private=False) as (served, players):
            await play(players, 2)
            assert players[0].client.latest is not None
            assert players[0].client.latest.table.uncounted == ""
            hands = await fetch(served, players[0], "/api/people/Ann/hands")
            assert [one["uncounted"] for one in hands] == ["", ""]

    asyncio.run(main())


def test_table_shows_that_hands_do_not_count_when_a_bot_sits_down(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served:
            key = await served.guest("Ann")
            name = await served.table(key, ruleset="doudizhu/qq", private=False)
            async with TableClient(served.url, key, name) as client, asyncio.timeout(TIME):
                seen = []
                async for table in client.table_updates():
                    seen.append(table.table.uncounted)
                    if len(seen) == 1:
                        await client.request(wire_requests.AddBot(id=new_id()))
                    if seen[-1]:
                        break
                assert (seen[0], seen[-1]) == ("", "bots")

    asyncio.run(main())


def test_hands_of_one_pair_count_up_to_a_daily_limit_shown_in_the_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Friends who play all day at a public table: after some hands each counts half, then none; a recount says the same."""
    monkeypatch.setattr(repeat_opponent_weights, "FULL_HANDS", 1)
    monkeypatch.setattr(repeat_opponent_weights, "COUNTED_HANDS", 2)

    async def main() -> None:
        async with evening(tmp_path, ruleset="doudizhu/qq", private=False) as (served, players):
            await play(players, 4)
            store = served.room.context.store
            await RatingUpdater(store, served.room.context.registry).run_until_done()
            pages = [await fetch(served, players[0], f"/api/people/{name}") for name in NAMES]
            hands = (await fetch(served, players[0], "/api/people/Ann/hands"))[::-1]
            decided = [one for one in hands if one["won"]]
            assert [(one["uncounted"], one["half"]) for one in decided] == [
                ("", False), ("", True), ("daily_limit", False), ("daily_limit", False)
            ][: len(decided)]  # fmt: skip
            assert pages[0]["titles"][0]["points"] == decided[0]["points"] + int(decided[1]["points"] / 2)
            assert [(one["hands"], one["opponents"]) for one in pages[0]["ratings"]] == [(2, 2)]
            await RatingUpdater(store, served.room.context.registry).recompute_all()
            assert pages == [await fetch(served, players[0], f"/api/people/{name}") for name in NAMES]
            assert hands == (await fetch(served, players[0], "/api/people/Ann/hands"))[::-1]
            assert await fetch(served, players[0], "/api/rankings/title?ruleset=doudizhu/qq") == []

    asyncio.run(main())


def test_accounts_on_one_address_play_for_coins_without_being_ranked(tmp_path: Path) -> None:
    """Nobody else looks for a seat, so quick match seats them together. Their hands count, and give none of them a place."""
    wanted = {"ruleset": "doudizhu/qq", "room": "doudizhu/beginner"}

    async def seat(served: Served, key: str) -> str:
        async with served.http(key) as http:
            while True:
                answer = await http.post("/api/quick", json=wanted)
                assert answer.status_code in (200, 201), answer.text
                if table := answer.json()["table"]:
                    return str(table)

    async def main() -> None:
        async with (
            serving(tmp_path / "room.db", library=StandardRegistry()) as served,
            AsyncExitStack() as stack,
            asyncio.timeout(TIME),
        ):
            keys = [await served.guest(name) for name in NAMES]
            (name,) = set(await asyncio.gather(*(seat(served, key) for key in keys)))
            clients = [await stack.enter_async_context(TableClient(served.url, key, name)) for key in keys]
            (live,) = served.room.loaded_tables
            ids = [chair.player or "" for chair in live.table.chairs]
            players = [ChaosPlayer(client, live.table.game, seat, 0) for seat, client in enumerate(clients)]
            await play(players, 3)
            store = served.room.context.store
            await RatingUpdater(store, served.room.context.registry).run_until_done()
            hands = await fetch(served, players[0], "/api/people/Ann/hands")
            assert {one["uncounted"] for one in hands} == {""}
            (rating,) = (await fetch(served, players[0], "/api/people/Ann"))["ratings"]
            assert (rating["opponents"], rating["opponents_needed"]) == (2, 8)
            for kind in ("title", "coins", "rating"):
                for span in ("day", "week", "season", "ever"):
                    path = f"/api/rankings/{kind}?ruleset=doudizhu/qq&span={span}"
                    assert await fetch(served, players[0], path) == []
            one, two, three = sorted(ids)
            assert await store.shared_network_days(ids, 0) == {(one, two): 1, (one, three): 1, (two, three): 1}

    asyncio.run(main())
