"""The store in one SQLite file: write-ahead log, one writer thread, group commit. A module for each part of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from paiju.server.adapters.sqlite.accounts import SqliteAccounts
from paiju.server.adapters.sqlite.coins import SqliteCoins
from paiju.server.adapters.sqlite.event_log import SqliteEventLog
from paiju.server.adapters.sqlite.hands import SqliteHands
from paiju.server.adapters.sqlite.lock_file import opening_errors
from paiju.server.adapters.sqlite.moderation import SqliteModeration
from paiju.server.adapters.sqlite.players import SqlitePlayers
from paiju.server.adapters.sqlite.rankings import SqliteRankings
from paiju.server.adapters.sqlite.relations import SqliteRelations
from paiju.server.adapters.sqlite.schema import migrate
from paiju.server.app.metrics import Metrics


class SqliteStore(
    SqliteEventLog,
    SqliteHands,
    SqlitePlayers,
    SqliteAccounts,
    SqliteModeration,
    SqliteRankings,
    SqliteCoins,
    SqliteRelations,
):
    """``Store`` over one file; made by ``open_sqlite``."""


async def open_sqlite(path: Path, meter: Metrics | None = None) -> SqliteStore:
    """Open the file, make it or bring it up to date. Raises CannotServe."""
    await asyncio.to_thread(migrate, path)
    with opening_errors(path):
        return SqliteStore(path, meter)
