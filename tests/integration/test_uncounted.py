"""Hands that do not count for titles, ratings and rankings: played and kept, and everybody is told why, through sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from paiju.server import wire
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.ranking.rating_updater import RatingUpdater
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos import ChaosPlayer
from tests.integration.serving import Served, serving

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
            await client.request(wire.Sit(id=new_id(), seat=seat))
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


ATTACKS = [
    pytest.param({"ruleset": "doudizhu/qq", "private": True}, "private_table", id="a private table"),
    pytest.param(
        {"ruleset": "doudizhu/happy", "private": True, "options": {"levels": True}}, "private_table", id="levels at a private table"
    ),
    pytest.param({"ruleset": "doudizhu/happy", "private": False, "options": {"levels": True}}, "own_rules", id="levels where there are none"),
    pytest.param({"ruleset": "doudizhu/qq", "private": False, "options": {"hand_size": 10}}, "own_rules", id="short hands"),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "why"), ATTACKS)
def test_hands_by_changed_rules_or_at_private_tables_are_played_and_do_not_count(
    tmp_path: Path, wanted: dict[str, Any], why: str
) -> None:
    """Three accounts of one person made a high title in four hands so. They are told beforehand that the hands do not count."""

    async def main() -> None:
        async with evening(tmp_path, **wanted) as (served, players):
            async with asyncio.timeout(TIME):
                async for table in players[0].client.tables():
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


def test_a_table_says_that_hands_with_a_bot_do_not_count_as_soon_as_one_sits_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served:
            key = await served.guest("Ann")
            name = await served.table(key, ruleset="doudizhu/qq", private=False)
            async with TableClient(served.url, key, name) as client, asyncio.timeout(TIME):
                seen = []
                async for table in client.tables():
                    seen.append(table.table.uncounted)
                    if len(seen) == 1:
                        await client.request(wire.AddBot(id=new_id()))
                    if seen[-1]:
                        break
                assert (seen[0], seen[-1]) == ("", "bots")

    asyncio.run(main())
