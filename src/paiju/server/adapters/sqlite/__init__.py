"""The store in one SQLite file: write-ahead log, one writer thread, group commit. A module for each part of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from paiju.server.adapters.sqlite.accounts import SqliteAccounts
from paiju.server.adapters.sqlite.claim import told
from paiju.server.adapters.sqlite.coins import SqliteCoins
from paiju.server.adapters.sqlite.hands import SqliteHands
from paiju.server.adapters.sqlite.hosts import SqliteHosts
from paiju.server.adapters.sqlite.log import SqliteLog
from paiju.server.adapters.sqlite.people import SqlitePeople
from paiju.server.adapters.sqlite.players import SqlitePlayers
from paiju.server.adapters.sqlite.schema import migrate
from paiju.server.adapters.sqlite.standing import SqliteStandings
from paiju.server.app.meter import Meter


class SqliteStore(
    SqliteLog, SqliteHands, SqlitePlayers, SqliteAccounts, SqliteHosts, SqliteStandings, SqliteCoins, SqlitePeople
):
    """``Store`` over one file; made by ``open_sqlite``."""


async def open_sqlite(path: Path, meter: Meter | None = None) -> SqliteStore:
    """Open the file, make it or bring it up to date. Raises CannotServe."""
    await asyncio.to_thread(migrate, path)
    with told(path):
        return SqliteStore(path, meter)
