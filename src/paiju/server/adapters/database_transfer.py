"""All of a room, taken from one database to another of either kind: row by row, as it is stored, all or nothing.

A backup is a room in a file; to take one, and to bring it back, is such a journey too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Protocol

from paiju.server.adapters.databases import import_postgres, is_shared, redact_password
from paiju.server.adapters.row_mappers import RESULT, STANDING
from paiju.server.adapters.sqlite.lock_file import locked, opening_errors
from paiju.server.adapters.sqlite.schema import check_known_version, migrate
from paiju.server.adapters.sqlite.writer import connect
from paiju.server.errors import CannotServe

MANY: Final = 2_000
"""Rows that are held at once."""

TABLES: Final[dict[str, tuple[str, ...]]] = {
    "players": ("player_id", "name", "created", "folded", "bot"),
    "keys": ("digest", "player_id", "kind", "label", "created", "seen"),
    "accounts": ("player_id", "name", "folded", "secret", "created"),
    "entries": ("table_id", "version", "at", "actor", "command", "facts", "format"),
    "snapshots": ("table_id", "version", "build", "state"),
    "tables": ("table_id", "ruleset", "phase", "private", "open_seats", "due", "updated", "info", "format"),
    "seated": ("player_id", "table_id"),
    "hands": ("hand_id", "table_id", "ended", "info", "record", "format", "judged", "public_id", "withdrawn"),
    "played": ("player_id", "ended", "hand_id", *RESULT.split(", ")),
    "hidden": ("player_id", "what"),
    "contests": ("ruleset", "ended", "hand_id", "verdict", "rated"),
    "standings": ("ruleset", *STANDING.split(", "), "last"),
    "purses": ("player_id", "coins"),
    "at_stake": ("player_id", "hand_id", "coins"),
    "bookings": ("cause", "account", "amount", "at"),
    "ties": ("player_id", "other_id", "bond", "at"),
    "invitations": ("player_id", "sender_id", "table_id", "at"),
    "acts": ("number", "at", "actor", "act", "subject", "detail", "why"),
    "meta": ("name", "value"),
}
"""The tables that both kinds have, with their columns."""

_KEPT: Final = "name = 'beat'"
"""What of ``meta`` is the room's; all else is the database's own."""

Rows = Sequence[Sequence[Any]]


class TableDump(Protocol):
    """A database, open for a journey. What is put into it is there when the block around it ends well."""

    async def is_empty(self) -> bool:
        """Whether no table was ever opened in it, and nobody has come."""

    async def clear(self, table: str, where: str) -> None:
        """Delete rows of a table."""

    def read_rows(self, table: str, columns: Sequence[str], where: str) -> AsyncIterator[Rows]:
        """All rows of a table, some at a time."""

    async def write_rows(self, table: str, columns: Sequence[str], rows: Rows) -> None:
        """Add rows to a table."""


async def transfer(source: str, target: str) -> dict[str, int]:
    """Bring everything to an empty database; how many rows of each table. The source stays as it is. Raises CannotServe."""
    async with _open_dump(source) as old, _open_dump(target) as new:
        return await _copy_tables(old, new, CannotServe("not_empty", database=redact_password(target)))


async def backup(database: str, file: Path) -> dict[str, int]:
    """Write a room, as it is at one moment, to a new file, while it is served; how many rows. Raises CannotServe."""
    with _new_file(file) as part:
        async with _open_dump(database, served=True) as room, _open_dump(str(part)) as new:
            return await _copy_tables(room, new)


@contextmanager
def _new_file(file: Path) -> Iterator[Path]:
    """A room to be filled, which takes this name when it is whole: one file, for its owner alone. Raises CannotServe."""
    with opening_errors(file):
        if file.exists():
            raise CannotServe("backup_exists", path=file)
        with TemporaryDirectory(dir=file.parent, prefix=".paiju-") as folder:
            part = Path(folder) / "room.db"
            yield part
            with closing(sqlite3.connect(part)) as db:
                db.execute("PRAGMA journal_mode = DELETE")  # or what is newest would lie in a second file
            part.chmod(0o600)  # passwords' hashes are in it, and hands in play
            part.rename(file)


async def restore(file: Path, database: str, *, replace: bool) -> dict[str, int]:
    """Bring a backup to a database that nobody serves; how many rows. ``replace``: what is there goes. Raises CannotServe."""
    full = None if replace else CannotServe("restore_over", database=redact_password(database))
    folder = None if is_shared(database) else Path(database).parent
    with opening_errors(file), TemporaryDirectory(dir=folder, prefix=".paiju-") as beside:
        copy = _checked_copy(file, Path(beside) / "room.db")
        async with _open_dump(copy) as old, _open_dump(database) as new:
            return await _copy_tables(old, new, full)


def _checked_copy(file: Path, copy: Path) -> str:
    """A copy that is sound, to be brought up to date: the backup stays as it is. Raises CannotServe."""
    check_known_version(file)
    uri = f"{file.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
        (found,) = new.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise CannotServe("database_corrupt", path=file, why=found)
    return str(copy)


async def _copy_tables(old: TableDump, new: TableDump, full: CannotServe | None = None) -> dict[str, int]:
    """Bring all rows from one to the other, in the place of what is there. Raises ``full`` if that is a room."""
    if full is not None and not await new.is_empty():
        raise full
    poured = dict.fromkeys(TABLES, 0)
    for table, columns in TABLES.items():
        where = _KEPT if table == "meta" else "true"
        await new.clear(table, where)
        async for rows in old.read_rows(table, columns, where):
            await new.write_rows(table, columns, rows)
            poured[table] += len(rows)
    return poured


def _open_dump(database: str, *, served: bool = False) -> AbstractAsyncContextManager[TableDump]:
    """``served``: it may be, and is only read."""
    if not is_shared(database):
        return _open_file_dump(Path(database), served=served)
    opened: Callable[..., AbstractAsyncContextManager[TableDump]] = import_postgres(database).open_dump
    return opened(database, served=served)


@asynccontextmanager
async def _open_file_dump(path: Path, *, served: bool) -> AsyncIterator[TableDump]:
    migrate(path)
    claim = nullcontext() if served else locked(path, "paiju")
    with opening_errors(path), claim, closing(connect(path)) as db:
        db.execute("BEGIN" if served else "BEGIN IMMEDIATE")
        yield SqliteDump(db)
        db.execute("COMMIT")


class SqliteDump:
    """``TableDump`` in a SQLite file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def is_empty(self) -> bool:
        sql = "SELECT 1 WHERE EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM players)"
        return not self._db.execute(sql).fetchall()

    async def clear(self, table: str, where: str) -> None:
        self._db.execute(f"DELETE FROM {table} WHERE {where}")  # noqa: S608 (constants)

    async def read_rows(self, table: str, columns: Sequence[str], where: str) -> AsyncIterator[Rows]:
        found = self._db.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE {where}")  # noqa: S608 (constants)
        while rows := found.fetchmany(MANY):
            yield rows

    async def write_rows(self, table: str, columns: Sequence[str], rows: Rows) -> None:
        marks = ", ".join("?" for _ in columns)
        self._db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)  # noqa: S608
