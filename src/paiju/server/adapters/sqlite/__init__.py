"""The room's store in one SQLite file, with a write-ahead log, one writer thread and group commit."""

from __future__ import annotations

import asyncio
from pathlib import Path

from paiju.server.adapters.sqlite.database import SqliteDatabase
from paiju.server.adapters.sqlite.lock_file import translate_opening_errors
from paiju.server.adapters.sqlite.schema import migrate
from paiju.server.adapters.store import DatabaseStore
from paiju.server.app.metrics import Metrics


async def open_sqlite(path: Path, meter: Metrics | None = None) -> DatabaseStore:
    """Open the store, and create or migrate its file. Raises CannotServe."""
    await asyncio.to_thread(migrate, path)
    with translate_opening_errors(path):
        return DatabaseStore(SqliteDatabase(path, meter))
