"""Copies all data of a room from one database to another. Each of them may be SQLite or PostgreSQL.

If the copy fails, the target is unchanged. The rows are copied as they are stored. A backup is a SQLite file
with such a copy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from paiju.server.adapters.databases import import_postgres, is_shared, redact_password
from paiju.server.adapters.sqlite.database import SqliteDump
from paiju.server.adapters.sqlite.lock_file import lock_database, translate_opening_errors
from paiju.server.adapters.sqlite.schema import check_known_version, migrate
from paiju.server.adapters.sqlite.writer import connect
from paiju.server.adapters.store.database import Dump
from paiju.server.adapters.store.schema_definition import TABLES
from paiju.server.errors import CannotServe

_KEPT: Final = "name = 'beat'"
"""SQL condition that selects the only row of the table ``meta`` that is copied: the time of the last heartbeat.

All other rows of ``meta`` belong to the database, not to the room.
"""


async def transfer(source: str, target: str) -> dict[str, int]:
    """Copy a room to an empty database, and return the number of rows by table. Raises CannotServe."""
    async with _open_database_for_copy(source) as old, _open_database_for_copy(target) as new:
        return await _copy_tables(old, new, CannotServe("not_empty", database=redact_password(target)))


async def backup(database: str, file: Path) -> dict[str, int]:
    """Write a snapshot of a room to a new file, and return the number of rows by table. Raises CannotServe.

    The room may be in use.
    """
    with _write_file_atomically(file) as part:
        async with _open_database_for_copy(database, served=True) as room, _open_database_for_copy(str(part)) as new:
            return await _copy_tables(room, new)


@contextmanager
def _write_file_atomically(file: Path) -> Iterator[Path]:
    """Context manager that yields a path for a new database, and at the end renames the database to ``file``.

    Only the owner of ``file`` may read it. If the block raises, no file is left. Raises CannotServe.
    """
    with translate_opening_errors(file):
        if file.exists():
            raise CannotServe("backup_exists", path=file)
        with TemporaryDirectory(dir=file.parent, prefix=".paiju-") as folder:
            part = Path(folder) / "room.db"
            yield part
            with closing(sqlite3.connect(part)) as db:
                db.execute("PRAGMA journal_mode = DELETE")  # without the write-ahead log, everything is in one file
            part.chmod(0o600)  # it contains password hashes, and hands in play
            part.rename(file)


async def restore(file: Path, database: str, *, replace: bool) -> dict[str, int]:
    """Copy a backup to a database that no server uses, and return the number of rows by table. Raises CannotServe.

    If the database already contains a room, ``replace`` says what happens: if it is true, the backup replaces
    the room; otherwise CannotServe is raised.
    """
    full = None if replace else CannotServe("restore_over", database=redact_password(database))
    folder = None if is_shared(database) else Path(database).parent
    with translate_opening_errors(file), TemporaryDirectory(dir=folder, prefix=".paiju-") as beside:
        copy = _make_checked_copy(file, Path(beside) / "room.db")
        async with _open_database_for_copy(copy) as old, _open_database_for_copy(database) as new:
            return await _copy_tables(old, new, full)


def _make_checked_copy(file: Path, copy: Path) -> str:
    """Copy a backup, check the copy for corruption, and return the path of the copy.

    Only the copy is migrated later; the backup stays as it is. Raises CannotServe.
    """
    check_known_version(file)
    uri = f"{file.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
        (found,) = new.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise CannotServe("database_corrupt", path=file, why=found)
    return str(copy)


async def _copy_tables(old: Dump, new: Dump, full: CannotServe | None = None) -> dict[str, int]:
    """Replace the rows of ``new`` by those of ``old``. Return the number of copied rows for each database table.

    ``full`` is the error to raise if ``new`` already contains a room. If ``full`` is None, that room is replaced.
    """
    if full is not None and await new.fetch("SELECT 1 FROM tables UNION ALL SELECT 1 FROM players LIMIT 1"):
        raise full
    if new.claims_tables:
        await new.execute("DELETE FROM claims")
    copied = {table.name: 0 for table in TABLES}
    for table in TABLES:
        where = _KEPT if table.name == "meta" else "true"
        await new.execute(f"DELETE FROM {table.name} WHERE {where}")  # noqa: S608 (constants)
        async for rows in old.read_rows(f"{table.select_sql} WHERE {where}"):
            await new.write_rows(table, rows)
            copied[table.name] += len(rows)
    return copied


def _open_database_for_copy(database: str, *, served: bool = False) -> AbstractAsyncContextManager[Dump]:
    """Return a context manager that opens a database for a copy.

    If ``served`` is true, a server may be using the database, so it is opened only for reading.
    """
    if not is_shared(database):
        return _open_file_dump(Path(database), served=served)
    opened: Callable[..., AbstractAsyncContextManager[Dump]] = import_postgres(database).open_dump
    return opened(database, served=served)


@asynccontextmanager
async def _open_file_dump(path: Path, *, served: bool) -> AsyncIterator[Dump]:
    migrate(path)
    claim = nullcontext() if served else lock_database(path, "paiju")
    with translate_opening_errors(path), claim, closing(connect(path)) as db:
        db.execute("BEGIN" if served else "BEGIN IMMEDIATE")
        yield SqliteDump(db)
        db.execute("COMMIT")
