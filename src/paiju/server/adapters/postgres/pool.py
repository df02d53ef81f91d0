"""A connection pool that retries while the database is unreachable."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

import asyncpg
import structlog

from paiju.server.adapters.store.database import Row
from paiju.server.redacted_errors import StoreUnavailable, error_type

T = TypeVar("T")

AWAY: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a query on a connection that is being closed (asyncpg issue 1069)
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
)
"""Errors of a database that is unreachable, starts, stops or has dropped a connection: a retry makes sense."""

_REFUSES: Final = (
    asyncpg.InsufficientResourcesError,  # disk or memory is full
    asyncpg.PostgresSystemError,  # the disk fails
    asyncpg.ReadOnlySQLTransactionError,  # a read-only replica
)
"""Errors of a database that cannot do something now: an immediate retry makes no sense."""

PATIENCE: Final = 30.0
"""Seconds that a caller waits for an unreachable database: as long as a restart takes."""

PAUSE: Final = 0.25
"""Seconds between two attempts."""

ANSWER: Final = 10.0
"""Seconds without an answer after which the database counts as unreachable."""

CONNECTIONS: Final = 8
"""Maximum number of connections of one process, besides the one that listens."""

log = structlog.get_logger()


async def open_pool(url: str) -> asyncpg.Pool:
    """Create a pool that connects on demand. Raises what asyncpg raises."""
    return await asyncpg.create_pool(
        url, min_size=0, max_size=CONNECTIONS, command_timeout=ANSWER, timeout=ANSWER, reset=_skip_reset
    )


async def _skip_reset(db: asyncpg.Connection) -> None:
    """Return a connection to the pool without a reset: no code here leaves state on a connection."""


class PostgresTransaction:
    """``Transaction`` on a connection that is in a transaction."""

    def __init__(self, db: Any) -> None:
        self._db = db

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        rows: list[Row] = await self._db.fetch(sql, *to_values(values))
        return rows

    async def execute(self, sql: str, *values: object) -> int:
        return rows_changed(await self._db.execute(sql, *to_values(values)))

    async def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        await self._db.executemany(sql, [to_values(row) for row in rows])


class PostgresPool:
    """Connections to a migrated database (``schema.migrate``)."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def read(self, sql: str, *values: object) -> list[Row]:
        """Run a query and return its rows."""
        given = to_values(values)
        return await self.run(lambda db: db.fetch(sql, *given))

    async def write(self, sql: str, *values: object) -> int:
        """Run one statement; returns the number of rows that it changed."""
        given = to_values(values)
        return rows_changed(await self.run(lambda db: db.execute(sql, *given)))

    async def write_without_retry(self, sql: str, *values: object) -> None:
        """Run one statement, without a retry if the database is unreachable."""
        await self._pool.execute(sql, *values)

    async def run(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Call ``work`` with a connection, and call it again while the database is unreachable. It must be safe to repeat.

        Raises StoreUnavailable.
        """
        loop = asyncio.get_running_loop()
        give_up = loop.time() + PATIENCE
        while True:
            try:
                async with asyncio.timeout(ANSWER), self._pool.acquire() as db:
                    return await work(db)
            except AWAY as error:
                if loop.time() > give_up or self._pool.is_closing():
                    raise StoreUnavailable from error
                log.warning("database_away", error=error_type(error))
            except _REFUSES as error:
                raise StoreUnavailable from error
            await asyncio.sleep(PAUSE)


def rows_changed(status: str) -> int:
    """The number of changed rows in a status like ``UPDATE 3``."""
    return int(status.rpartition(" ")[2])


def to_values(values: Sequence[object]) -> list[object]:
    """Convert parameters for PostgreSQL, whose texts cannot contain NUL; no stored name contains one."""
    return [value.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(value, str) else value for value in values]
