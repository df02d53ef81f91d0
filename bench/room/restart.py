"""Measures how long a killed room with many running tables takes until it can be played in again.

    python bench/room/restart.py --tables 1000 --entries 200

First makes the tables: each is played to about this number of entries, and left in the middle of a hand. ``--database`` names a
file that is kept and used again. Then opens the room on them. Prints one JSON object: seconds by the clock, and of processor
time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from paiju.server.adapters.databases import open_store_and_coordinator
from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.adapters.room_clock import RoomClock, now
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.cluster.coordination import Peers
from paiju.server.app.context import AppContext
from paiju.server.app.store import StoredPlayer
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.domain import hand_commands, table_commands
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.deadlines import TableDelays
from paiju.server.domain.table_setup import SetupRequest, TimeControl
from paiju.server.main import make_bot_runner
from paiju.server.settings import Settings

TEMPO = TableDelays(deal=0, beat=0, lies=0)


def execute_next_command(draft: CommandContext, random: Random) -> None:
    """Execute one command that is possible now: a player gets ready, cards are dealt, or a seat acts."""
    table = draft.table
    if table.running_hand is None:
        seat = next(seat for seat, chair in enumerate(table.chairs) if not chair.ready)
        table_commands.set_ready(draft, f"p{seat}", pledge="")
    elif table.running_hand.dealing is not None:
        hand_commands.end_dealer_pause(draft)
    elif asked := [
        seat for seat in range(table.game.seats) if (ask := table.running_hand.pending_ask(seat)) and ask.must
    ]:
        legal = table.game.legal(table.running_hand.state, asked[0])
        action = legal[random.randrange(min(len(legal), 1000))]
        hand_commands.answer_decision(draft, asked[0], table.running_hand.asks[asked[0]].decision, action, "player")  # type: ignore[union-attr]
    else:
        hand_commands.close_window(draft, TEMPO)


async def make(room: TableManager, ruleset: str, entries: int, chance: Random) -> None:
    """Make a table with about this number of entries, in the middle of a hand."""
    live = await room.open_table(
        StoredPlayer("p0", "p0", 0), SetupRequest(ruleset=ruleset, pace=TimeControl(60, 60)), private=True
    )
    live.scheduler.stop()
    for seat in range(1, live.table.game.seats):
        await live.execute(f"p{seat}", None, partial(table_commands.sit, player=f"p{seat}", name=f"p{seat}", seat=None))
    last = chance.randint(entries * 9 // 10, entries * 11 // 10)
    while live.table.version < last or live.table.running_hand is None:
        await live.execute("", None, lambda draft: execute_next_command(draft, chance))


async def open_room(database: str) -> tuple[TableManager, Any]:
    """Open a database, and return a room on it, and its store."""
    store, line = await open_store_and_coordinator(database)
    context = AppContext(
        store, StandardRegistry(), make_bot_runner(Settings()), TEMPO, PrometheusMetrics(), RoomClock(now), Peers(line)
    )
    return TableManager(context), store


async def make_tables(given: argparse.Namespace, database: str) -> None:
    """Make all tables."""
    chance = Random(1)
    for first in range(0, given.tables, 200):
        room, store = await open_room(
            database
        )  # a new room each time, so that not all tables must be in memory at once
        many = range(first, min(first + 200, given.tables))
        await asyncio.gather(*(make(room, given.ruleset, given.entries, chance) for _ in many))
        await store.record_heartbeat(now())
        await store.close()


async def measure_restart(database: str) -> dict[str, Any]:
    """Open the room, wait until all tables are restored, and return the figures."""
    room, store = await open_room(database)
    start, used = time.perf_counter(), time.process_time()
    await room.open()
    await room.wait_until_restored()
    took = {"seconds": time.perf_counter() - start, "processor": time.process_time() - used}
    told = {name: round(value, 2) for name, value in took.items()}
    told |= {"tables": len(room.loaded_tables), "entries": sum(live.table.version for live in room.loaded_tables)}
    await room.close()
    await store.close()
    return told


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--ruleset", default="doudizhu/qq")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--entries", type=int, default=200)
    parser.add_argument("--database", default="", help="keep it here; if it is there, it is opened as it is")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or f"{folder}/room.db"
        if "://" in database or not Path(database).exists():
            asyncio.run(make_tables(given, database))
        print(json.dumps(asyncio.run(measure_restart(database))))
