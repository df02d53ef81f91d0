"""Opens copies of the golden databases."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from paiju.bots.base import RANDOM, STEADY
from paiju.bots.registry import make_bot
from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.adapters.threaded_bot_runner import ThreadedBotRunner
from paiju.server.app.context import AppContext
from paiju.server.app.tables.table_manager import TableManager
from tests.golden.make_database import TEMPO, Clock, Stage

FOLDER = Path(__file__).parent
FORMATS = sorted(path.name.removesuffix(".db.gz") for path in FOLDER.glob("*.db.gz"))


def book_of(name: str, source: Path = FOLDER) -> dict[str, Any]:
    """Return the description of the contents of a golden database."""
    book: dict[str, Any] = msgspec.json.decode((source / f"{name}.json").read_bytes())
    return book


def copy_of(name: str, folder: Path, source: Path = FOLDER) -> Path:
    """Write a copy of a golden database to a folder, and return its path. Tests may write to the copy."""
    path = folder / f"{name}.db"
    path.write_bytes(gzip.decompress((source / f"{name}.db.gz").read_bytes()))
    return path


@asynccontextmanager
async def staged(name: str, folder: Path, source: Path = FOLDER) -> AsyncIterator[Stage]:
    """Open a room on a copy of a golden database. Its timers are stopped, and its clock shows the time of the database."""
    book, clock = book_of(name, source), Clock()
    clock.now = book["clock"]
    store = await open_sqlite(copy_of(name, folder, source))
    thinker = ThreadedBotRunner((STEADY, RANDOM), make_bot)
    room = TableManager(AppContext(store, StandardRegistry(), thinker, TEMPO, PrometheusMetrics(), clock))
    players = {short: await store.player(one["id"]) for short, one in book["players"].items()}
    stage = Stage(room, clock, {short: player for short, player in players.items() if player is not None})
    try:
        for table in book["tables"]:
            (await room.table(table)).scheduler.stop()
        yield stage
    finally:
        await room.close()
        thinker.close()
        await store.close()
