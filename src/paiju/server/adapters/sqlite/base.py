"""What the parts of the store share: one file, read in one thread and written in another."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from paiju.server.adapters.row_mappers import Row
from paiju.server.adapters.sqlite.writer import SqliteWriter, connect
from paiju.server.app.metrics import Metrics
from paiju.server.redacted_errors import StoreUnavailable

T = TypeVar("T")

_AWAY: Final = frozenset({"FULL", "IOERR", "BUSY", "LOCKED", "READONLY", "CANTOPEN", "PROTOCOL", "NOMEM"})
"""What SQLite says, by the first word of its error's name, where the same may be asked for again."""


class SqliteDatabase:
    """A file that is up to date (``schema.migrate``)."""

    def __init__(self, path: Path, meter: Metrics | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._writer = SqliteWriter(path, self._loop, meter)
        self._readers = ThreadPoolExecutor(1, "sqlite-read")
        self._reading = self._readers.submit(connect, path).result()

    async def read(self, sql: str, *values: object) -> list[Row]:
        """The rows of a query. Raises StoreUnavailable."""
        with _unavailable():
            return await self._loop.run_in_executor(self._readers, _fetch, self._reading, sql, values)

    async def write(self, sql: str, *values: object) -> int:
        """Do one statement; how many rows it changed."""
        return await self.transaction(lambda db: db.execute(sql, values).rowcount)

    async def transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do several in one transaction. Raises StoreUnavailable."""
        with _unavailable():
            return await self._writer.write(work)

    async def close(self) -> None:
        await self._writer.stop()
        await self._loop.run_in_executor(self._readers, self._reading.close)
        self._readers.shutdown()


@contextmanager
def _unavailable() -> Iterator[None]:
    """Raises StoreUnavailable, where it is the disk or a lock that stands in the way."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0] in _AWAY:
            raise StoreUnavailable from error
        raise


def _fetch(db: sqlite3.Connection, sql: str, values: Sequence[object]) -> list[Row]:
    return db.execute(sql, values).fetchall()
