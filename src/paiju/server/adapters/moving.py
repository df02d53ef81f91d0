"""All of a room, taken from one database to another of either kind: row by row, as it is stored, all or nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final, Protocol

from paiju.server.adapters.databases import is_shared, postgres_of, shown
from paiju.server.adapters.sqlite.claim import claimed, told
from paiju.server.adapters.sqlite.schema import migrate
from paiju.server.adapters.sqlite.writer import connect
from paiju.server.errors import CannotServe

MANY: Final = 2_000
"""Rows that are held at once."""

TABLES: Final[dict[str, tuple[str, ...]]] = {
    "players": ("player_id", "name", "created"),
    "keys": ("digest", "player_id", "kind", "label", "created", "seen"),
    "accounts": ("player_id", "name", "folded", "secret", "created"),
    "entries": ("table_id", "version", "at", "actor", "command", "facts", "format"),
    "tables": ("table_id", "ruleset", "phase", "private", "open_seats", "due", "updated", "info", "format"),
    "seated": ("player_id", "table_id"),
    "hands": ("hand_id", "table_id", "ended", "info", "record", "format"),
    "played": ("player_id", "ended", "hand_id"),
    "meta": ("name", "value"),
}
"""The tables that both kinds have, with their columns."""

_KEPT: Final = "name = 'beat'"
"""What of ``meta`` is the room's; all else is the database's own."""

Rows = Sequence[Sequence[Any]]


class Chest(Protocol):
    """A database that nobody serves, open for a move. What is put into it is there when the block around it ends well."""

    async def empty(self) -> bool:
        """Whether no table was ever opened in it, and nobody has come."""

    def rows(self, table: str, columns: Sequence[str], where: str) -> AsyncIterator[Rows]:
        """All rows of a table, some at a time."""

    async def put(self, table: str, columns: Sequence[str], rows: Rows) -> None:
        """Add rows to a table."""


async def move(source: str, target: str) -> dict[str, int]:
    """Bring everything to an empty database; how many rows of each table. The source stays as it is. Raises CannotServe."""
    moved = dict.fromkeys(TABLES, 0)
    async with _opened(source) as old, _opened(target) as new:
        if not await new.empty():
            raise CannotServe("not_empty", database=shown(target))
        for table, columns in TABLES.items():
            async for rows in old.rows(table, columns, _KEPT if table == "meta" else "true"):
                await new.put(table, columns, rows)
                moved[table] += len(rows)
    return moved


def _opened(database: str) -> AbstractAsyncContextManager[Chest]:
    if not is_shared(database):
        return _file(Path(database))
    opened: Callable[[str], AbstractAsyncContextManager[Chest]] = postgres_of(database).open_chest
    return opened(database)


@asynccontextmanager
async def _file(path: Path) -> AsyncIterator[Chest]:
    migrate(path)
    with told(path), claimed(path, "paiju move"), closing(connect(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield _File(db)
        db.execute("COMMIT")


class _File:
    """``Chest`` in a SQLite file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def empty(self) -> bool:
        """See ``Chest.empty``."""
        sql = "SELECT 1 WHERE EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM players)"
        return not self._db.execute(sql).fetchall()

    async def rows(self, table: str, columns: Sequence[str], where: str) -> AsyncIterator[Rows]:
        """See ``Chest.rows``."""
        found = self._db.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE {where}")  # noqa: S608 (constants)
        while rows := found.fetchmany(MANY):
            yield rows

    async def put(self, table: str, columns: Sequence[str], rows: Rows) -> None:
        """See ``Chest.put``."""
        marks = ", ".join("?" for _ in columns)
        self._db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)  # noqa: S608
