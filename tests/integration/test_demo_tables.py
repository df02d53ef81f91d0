"""Demo tables: bots play for visitors of the lobby of an empty room, and a visitor may take the seat of a bot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from paiju.server.app.demo_tables import LOOKING, PAUSE, DemoTables
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.domain import table_commands
from paiju.server.errors import Refusal
from paiju.server.settings import Settings
from tests.integration.in_process_server import FAST, FREE, Served, serving


def a_room(tmp_path: Path, case: Callable[[Served, DemoTables], Awaitable[None]], most: int = 1) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", Settings(tempo=FAST, limits=FREE)) as served:
            await case(served, DemoTables(served.room, most))

    asyncio.run(main())


def demos(served: Served) -> list[LiveTable]:
    return [live for live in served.room.loaded_tables if live.table.setup.demo and live.table.phase != "closed"]


async def is_over(live: LiveTable) -> None:
    async with asyncio.timeout(30):
        while live.table.phase == "playing":  # noqa: ASYNC110 (a table has no event)
            await asyncio.sleep(0.02)


def test_demo_table_plays_only_while_the_lobby_has_visitors(tmp_path: Path) -> None:
    async def case(served: Served, one: DemoTables) -> None:
        clock = served.room.context.clock
        await one.update(clock(), looking=False)
        assert demos(served) == []
        await one.update(clock(), looking=True)
        await one.update(clock(), looking=True)
        (live,) = demos(served)
        assert live.table.hand is not None
        assert live.table.uncounted_reason == "bots"
        assert [line.demo for line in await served.room.public_tables(None)] == [True]
        await is_over(live)
        number = live.table.seal.number
        await one.update(live.table.since + PAUSE - 1, looking=True)
        assert live.table.seal.number == number
        await one.update(live.table.since + PAUSE, looking=True)
        await is_over(live)
        assert live.table.seal.number == number + 1
        await one.update(live.table.since + PAUSE, looking=False)
        assert live.table.phase == "closed"

    a_room(tmp_path, case)


def test_demo_tables_are_limited_by_the_setting(tmp_path: Path) -> None:
    async def case(served: Served, one: DemoTables) -> None:
        for _ in range(3):
            await one.update(served.room.context.clock(), looking=True)
        assert len(demos(served)) == 1  # the toy is one family

    a_room(tmp_path, case, most=2)


def test_no_demo_table_opens_while_players_play(tmp_path: Path) -> None:
    async def case(served: Served, one: DemoTables) -> None:
        key = await served.guest()
        table = await served.table(key, private=False, bots="")
        live = await served.room.table(table)
        player = live.table.host
        await live.execute("", None, lambda draft: table_commands.set_ready(draft, player, ""))
        assert live.table.phase == "playing"
        await one.update(served.room.context.clock(), looking=True)
        assert demos(served) == []

    a_room(tmp_path, case)


def test_player_who_sits_down_replaces_a_bot_and_becomes_host(tmp_path: Path) -> None:
    async def case(served: Served, one: DemoTables) -> None:
        await one.update(served.room.context.clock(), looking=True)
        (live,) = demos(served)

        async def sit(player: str) -> None:
            await live.execute(player, None, lambda draft: table_commands.sit(draft, player, player, 1))

        if live.table.phase == "playing":
            with pytest.raises(Refusal, match="hand_running"):
                await sit("ann")
        await is_over(live)
        with pytest.raises(Refusal, match="no_such_seat"):
            await live.execute("ann", None, lambda draft: table_commands.sit(draft, "ann", "Ann", 9))
        await sit("ann")
        assert (live.table.host, live.table.seat_of("ann"), live.table.is_demo) == ("ann", 1, False)
        with pytest.raises(Refusal, match="no_empty_seat"):
            await live.execute("bob", None, lambda draft: table_commands.sit(draft, "bob", "Bob", None))
        await one.update(live.table.since + PAUSE, looking=True)  # the table is Ann's now
        assert live.table.running_hand is None
        await live.execute("ann", None, lambda draft: table_commands.set_ready(draft, "ann", ""))
        assert live.table.running_hand is not None

    a_room(tmp_path, case)


def test_lobby_request_counts_as_a_visitor(tmp_path: Path) -> None:
    async def main() -> None:
        settings = replace(Settings(tempo=FAST, limits=FREE), demo_tables=1)
        async with serving(tmp_path / "room.db", settings, demos=True) as served:
            key = await served.guest()
            async with served.http(key) as http:
                assert (await http.get("/api/here")).status_code == 200
                async with asyncio.timeout(30):
                    while not (found := (await http.get("/api/tables")).json()):  # noqa: ASYNC110 (so does the page)
                        await asyncio.sleep(0.1)
            assert found[0]["demo"] is True
            assert {seat["kind"] for seat in found[0]["seats"]} == {"bot"}

    asyncio.run(main())
    assert LOOKING > 10_000  # the page looks every ten seconds
