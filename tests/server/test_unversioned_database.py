"""The present server opens a database of commit 1627209, from before stored data had a format, and continues play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from paiju.bots.base import RANDOM, STEADY
from paiju.bots.registry import make_bot
from paiju.records import verify
from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.adapters.sqlite.schema import MIGRATIONS, migrate
from paiju.server.adapters.threaded_bot_runner import ThreadedBotRunner
from paiju.server.app.context import AppContext
from paiju.server.app.tables.hand_replay import read_record
from paiju.server.app.tables.log_entries import fold
from paiju.server.app.tables.table_manager import TableManager
from tests.golden.golden_databases import FOLDER, copy_of
from tests.golden.make_database import TEMPO, Clock, Stage, moves, table_told

HAD: Final = 3
"""The migrations that the database had: three tables with a hand in play, two finished hands, nine players."""


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Stage]:
    """The room on a copy, in which nothing happens by itself, a moment after the last entry."""
    path = copy_of("1627209", folder, FOLDER / "first")
    assert migrate(path) == len(MIGRATIONS) - HAD
    store, clock = await open_sqlite(path), Clock()
    thinker = ThreadedBotRunner((STEADY, RANDOM), make_bot)
    room = TableManager(AppContext(store, StandardRegistry(), thinker, TEMPO, PrometheusMetrics(), clock))
    stage = Stage(room, clock, {})
    for shown in await store.all_tables():
        clock.now = max(clock.now, *(entry.at for entry in await store.entries(shown.table)))
        for chair in (await room.table(shown.table)).table.chairs:
            assert chair.player is not None
            player = await store.player(chair.player)
            assert player is not None
            stage.players[player.id] = player
    for live in room.loaded_tables:
        live.scheduler.stop()
    yield stage
    await room.close()
    thinker.close()
    await store.close()


def test_every_table_continues_play(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as stage:
            store, library = stage.room.context.store, stage.room.context.registry
            assert [live.table.setup.ruleset.family for live in stage.room.loaded_tables].count("doudizhu") == 2
            assert len(stage.room.loaded_tables) == HAD
            for live in stage.room.loaded_tables:
                hand = live.table.require_running_hand().number
                await stage.play(
                    live,
                    lambda table, hand=hand: table.require_running_hand().number > hand and moves(1)(table),  # type: ignore[misc]
                )
                replayed = fold(library, None, await store.entries(live.table.id))
                assert replayed is not None
                assert table_told(replayed) == table_told(live.table)
                assert await store.hand(f"{live.table.id}-{hand}") is not None

    asyncio.run(main())


def test_every_finished_hand_is_listed_and_verified(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as stage:
            store = stage.room.context.store
            hands = await store.list_finished_hands()
            listed = [one.id for player in stage.players for one in await store.hands_of(player, stage.clock.now + 1)]
            assert sorted(listed) == sorted(3 * [hand.id for hand in hands])
            assert len(hands) == 2
            for hand in hands:
                record = read_record(stage.room.context.registry, hand)
                assert all(check.holds for check in verify(record))

    asyncio.run(main())
