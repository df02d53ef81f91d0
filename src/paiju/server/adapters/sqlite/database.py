"""Runs the store's statements in a SQLite file (``Database``), with one thread for reading and one for writing."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec.structs import astuple

from paiju.server.adapters.sqlite.dialect import to_parameters, to_sqlite
from paiju.server.adapters.sqlite.writer import SqliteWriter, connect
from paiju.server.adapters.store.append import ENTRY, write_append
from paiju.server.adapters.store.database import ROWS_PER_FETCH, ConstraintViolated, Row, Work
from paiju.server.adapters.store.schema_definition import TableDefinition
from paiju.server.app.metrics import Metrics
from paiju.server.app.store import Append
from paiju.server.errors import StoreUnavailable

T = TypeVar("T")

_AWAY: Final = frozenset({"FULL", "IOERR", "BUSY", "LOCKED", "READONLY", "CANTOPEN", "PROTOCOL", "NOMEM"})
"""Errors after which a retry makes sense. Each is the first word after ``SQLITE_`` in the error's name."""


class SqliteTransaction:
    """Runs statements in a transaction on a SQLite connection (``Transaction``).

    Its methods are coroutines, but they never suspend.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        return self._run(sql, values).fetchall()

    async def execute(self, sql: str, *values: object) -> int:
        return self._run(sql, values).rowcount

    async def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        for row in rows:
            self._run(sql, row)

    def _run(self, sql: str, values: Sequence[object]) -> sqlite3.Cursor:
        return self._db.execute(to_sqlite(sql), to_parameters(values))


class SqliteDump(SqliteTransaction):
    """A SQLite file, opened to copy a room out of it or into it (``Dump``)."""

    claims_tables = False

    async def read_rows(self, sql: str) -> AsyncIterator[list[Row]]:
        found = self._run(sql, ())
        while rows := found.fetchmany(ROWS_PER_FETCH):
            yield rows

    async def write_rows(self, table: TableDefinition, rows: Sequence[Row]) -> None:
        self._db.executemany(to_sqlite(table.insert_sql), rows)


class SqliteDatabase:
    """Runs the store's statements in a SQLite file (``Database``) that ``schema.migrate`` has migrated."""

    claims_tables = False

    def __init__(self, path: Path, meter: Metrics | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._writer = SqliteWriter(path, self._loop, meter)
        self._readers = ThreadPoolExecutor(1, "sqlite-read")
        self._reading = self._readers.submit(connect, path).result()

    async def read(self, sql: str, *values: object) -> list[Row]:
        with _translate_errors():
            return await self._loop.run_in_executor(self._readers, _fetch, self._reading, sql, values)

    async def write(self, sql: str, *values: object) -> int:
        return await self.run_in_transaction(lambda db: db.execute(sql, *values))

    async def run_in_transaction(self, work: Work[T]) -> T:
        with _translate_errors():
            return await self._writer.write(lambda db: _run_without_event_loop(work(SqliteTransaction(db))))

    async def append(self, append: Append) -> bool:
        if not append.is_move:
            return await self.run_in_transaction(lambda db: write_append(db, append))
        with _translate_errors():
            return await self._writer.write(lambda db: _write_move(db, append))

    async def close(self) -> None:
        await self._writer.stop()
        await self._loop.run_in_executor(self._readers, self._reading.close)
        self._readers.shutdown()


_ENTRY: Final = to_sqlite(ENTRY)
_DUE: Final = to_sqlite("UPDATE tables SET due = $2 WHERE table_id = $1 AND due IS NOT $2")


def _write_move(db: sqlite3.Connection, append: Append) -> bool:
    """Write a move: its log entry, and the time of the game table's next deadline. Returns whether it was written.

    Moves are by far the most frequent appends, and this function is faster than ``write_append``.
    """
    if not db.execute(_ENTRY, astuple(append.entry)).rowcount:
        return False
    db.execute(_DUE, (append.entry.table, append.summary.due))
    return True


def _run_without_event_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never suspends, without an event loop, and return its result."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    work.close()
    raise RuntimeError("a transaction awaits nothing but its statements")


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Context manager that turns SQLite's errors into StoreUnavailable (disk, locks) and ConstraintViolated."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise ConstraintViolated from error
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0] in _AWAY:
            raise StoreUnavailable from error
        raise


def _fetch(db: sqlite3.Connection, sql: str, values: Sequence[object]) -> list[Row]:
    return db.execute(to_sqlite(sql), to_parameters(values)).fetchall()
