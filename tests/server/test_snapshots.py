"""A table loaded from its snapshot equals the table folded from its whole log."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.adapters.room_clock import now
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.app.context import AppContext
from paiju.server.app.quarantine import replay_log
from paiju.server.app.store import Append, StoredPlayer
from paiju.server.app.tables.command_handler import MAX_PROCESSED
from paiju.server.app.tables.live_table import LiveTable, load_table
from paiju.server.app.tables.snapshots import read_replay_start
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.domain import hand_commands, table_commands
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.deadlines import TableDelays
from paiju.server.domain.table_setup import SetupRequest, TimeControl
from paiju.server.domain.table_state import Table
from tests.integration.in_process_server import thinker
from tests.ruleset_selection import one_each

NOW = TableDelays(deal=0, beat=0, lies=0)


def _next(draft: CommandContext, random: Random) -> None:
    """One thing that may happen at a table of players."""
    table = draft.table
    if table.running_hand is None:
        _between_hands(draft, random)
    elif table.running_hand.dealing is not None:
        hand_commands.end_dealer_pause(draft)
    elif random.random() < 0.03:
        seat = random.randrange(table.game.seats)
        hand_commands.set_auto(draft, seat, on=not table.chairs[seat].auto)
    elif asked := [
        seat for seat in range(table.game.seats) if (ask := table.running_hand.pending_ask(seat)) and ask.must
    ]:
        seat = random.choice(asked)
        legal = table.game.legal(table.running_hand.state, seat)
        ask = table.running_hand.asks[seat]
        assert ask is not None
        hand_commands.answer_decision(draft, seat, ask.decision, legal[random.randrange(min(len(legal), 50))], "player")
    else:
        hand_commands.close_window(draft, NOW)


def _between_hands(draft: CommandContext, random: Random) -> None:
    table = draft.table
    empty = [seat for seat, chair in enumerate(table.chairs) if chair.is_vacant]
    if empty:
        table_commands.sit(draft, f"p{empty[0]}", f"p{empty[0]}", empty[0])
    elif random.random() < 0.1:
        table_commands.stand_up(draft, f"p{random.randrange(1, len(table.chairs))}")
    else:
        table_commands.set_ready(draft, f"p{random.randrange(len(table.chairs))}", "")


async def play_on(live: LiveTable, random: Random, steps: int) -> None:
    for _ in range(steps):
        await live.execute("p0", f"c{live.table.version}", lambda draft: _next(draft, random))


@asynccontextmanager
async def opened(path: Path, ruleset: str) -> AsyncIterator[LiveTable]:
    """A table at which nothing happens by itself."""
    store, minds = await open_sqlite(path), thinker()
    room = TableManager(AppContext(store, StandardRegistry(), minds, NOW, PrometheusMetrics(), now))  # type: ignore[arg-type]  # nobody beats here
    live = await room.open_table(
        StoredPlayer("p0", "p0", 0), SetupRequest(ruleset=ruleset, pace=TimeControl(0, 0)), private=True
    )
    live.scheduler.stop()
    yield live
    minds.close()
    await store.close()


def _state(table: Table | None) -> Any:
    assert table is not None
    return {name: getattr(table, name) for name in table.__struct_fields__ if name != "game"}, type(table.game)


async def _whole(live: LiveTable) -> Table | None:
    return replay_log(live.context.registry, await live.context.store.entries(live.table.id))[0]


async def _never(live: LiveTable, command: str) -> int:
    """The edition that a command was answered with. It must not be done."""

    def work(draft: CommandContext) -> None:
        raise AssertionError

    return await live.execute("p0", command, work)


@pytest.mark.parametrize("ruleset", ["doudizhu/four", *one_each()])
def test_table_loaded_from_a_snapshot_equals_the_live_table_at_any_point(tmp_path: Path, ruleset: str) -> None:
    async def main() -> None:
        random = Random(ruleset)
        async with opened(tmp_path / "room.db", ruleset) as live:
            library, store, name = live.context.registry, live.context.store, live.table.id
            hands: set[int] = set()
            while len(hands) < 2:
                await play_on(live, random, random.randint(1, 60))
                start, whole = read_replay_start(library, await store.snapshot(name)), await _whole(live)
                again = await load_table(live.context, name)
                assert again is not None
                assert _state(again.table) == _state(live.table) == _state(whole)
                if live.table.hand is not None:
                    assert start.table is not None
                    assert start.table.hand is None
                    assert start.table.seal == live.table.hand.seal
                    hands.add(live.table.hand.number)
                for version in range(max(2, live.table.version - MAX_PROCESSED + 1), live.table.version):
                    assert await _never(again, f"c{version}") == await _never(live, f"c{version}")

    asyncio.run(main())


@pytest.mark.parametrize(
    "change",
    [
        "build = 'another'",
        "state = substr(state, 2)",
        "state = CAST('{}' AS BLOB)",
        "state = CAST(json_replace(CAST(state AS TEXT), '$.chairs', json('[]')) AS BLOB)",
        "version = version + 1000",
    ],
)
def test_corrupt_or_foreign_snapshot_is_ignored(tmp_path: Path, change: str) -> None:
    path = tmp_path / "room.db"

    async def main() -> None:
        async with opened(path, "doudizhu/qq") as live:
            await play_on(live, Random(1), 40)
            assert live.table.hand is not None
            with closing(sqlite3.connect(path)) as db:
                assert db.execute(f"UPDATE snapshots SET {change}").rowcount == 1
                db.commit()
            again = await load_table(live.context, live.table.id)
            assert again is not None
            assert _state(again.table) == _state(live.table)

    asyncio.run(main())


def test_append_marked_as_a_move_changes_only_the_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database writes no more of such an append: all else must be stored already."""

    async def main() -> None:
        async with opened(tmp_path / "room.db", "doudizhu/qq") as live:
            appends: list[Append] = []
            store = live.context.store
            write = store.append

            async def append(one: Append) -> bool:
                appends.append(one)
                return await write(one)

            monkeypatch.setattr(store, "append", append)
            await play_on(live, Random(4), 200)
            for before, one in pairwise(appends):
                if one.is_move:
                    assert replace(one.summary, due=None) == replace(before.summary, due=None)
                    assert one.summary.phase == "playing"
                    assert (one.finished, one.snapshot, one.stakes, one.settled) == (None, None, (), None)
            moves = [one for one in appends if one.is_move]
            assert len(moves) > 0.75 * len(appends)  # the others begin and end hands, or set who plays a seat
            assert sum(one.snapshot is not None for one in appends) > 1

    asyncio.run(main())
