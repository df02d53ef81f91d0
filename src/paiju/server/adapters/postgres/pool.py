"""A connection pool that retries while the database is unreachable."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

import asyncpg
import structlog

from paiju.server.adapters.store.database import Row
from paiju.server.errors import StoreUnavailable
from paiju.server.redacted_errors import error_type

T = TypeVar("T")

RETRYABLE_ERRORS: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # raised by a query on a connection that is closing (asyncpg issue 1069)
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
    asyncpg.IdleInTransactionSessionTimeoutError,  # this process was stopped within a transaction
)
"""Errors after which a retry makes sense.

The database cannot be reached, is starting or stopping, has dropped a connection, or has ended a transaction
because of a deadlock or because it was idle.
"""

_REFUSES: Final = (
    asyncpg.InsufficientResourcesError,  # disk or memory is full
    asyncpg.PostgresSystemError,  # the disk fails
    asyncpg.ReadOnlySQLTransactionError,  # a read-only replica
)
"""Errors that mean that the database cannot write at present.

An immediate retry makes no sense after such an error.
"""

PATIENCE: Final = 30.0
"""Seconds for which a caller waits for an unreachable database. A restart of the database takes about as long."""

PAUSE: Final = 0.25
"""Seconds between two attempts to reach the database."""

ANSWER: Final = 10.0
"""Seconds without an answer after which the database counts as unreachable."""

IDLE: Final = 5
"""Seconds after which the database ends an idle transaction.

If a process hangs during a transaction, its locks are released then.
"""

CONNECTIONS: Final = 8
"""Maximum number of connections in the pool of one process. The connection that receives notifications is not in the pool."""

log = structlog.get_logger()


async def open_pool(url: str) -> asyncpg.Pool:
    """Return a pool that opens its connections on demand. Raises what asyncpg raises."""
    return await asyncpg.create_pool(
        url,
        min_size=0,
        max_size=CONNECTIONS,
        command_timeout=ANSWER,
        timeout=ANSWER,
        init=_limit_idle_transactions,
        reset=_skip_reset,
    )


async def _limit_idle_transactions(db: asyncpg.Connection) -> None:
    """Let the database end idle transactions. Otherwise a process that hangs would keep its locks, and block all others."""
    await db.execute(f"SET idle_in_transaction_session_timeout = '{IDLE}s'")


async def _skip_reset(db: asyncpg.Connection) -> None:
    """Do nothing when a connection returns to the pool: no code here leaves state on a connection."""


class PostgresTransaction:
    """Runs statements in a transaction that has begun on a connection (``Transaction``)."""

    def __init__(self, db: Any) -> None:
        self._db = db

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        rows: list[Row] = await self._db.fetch(sql, *to_parameters(values))
        return rows

    async def execute(self, sql: str, *values: object) -> int:
        return changed_row_count(await self._db.execute(sql, *to_parameters(values)))

    async def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        await self._db.executemany(sql, [to_parameters(row) for row in rows])


class PostgresPool:
    """Runs statements on pooled connections to a migrated database (``schema.migrate``)."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def read(self, sql: str, *values: object) -> list[Row]:
        """Run a query and return its rows. Raises StoreUnavailable."""
        given = to_parameters(values)
        return await self.run(lambda db: db.fetch(sql, *given))

    async def write(self, sql: str, *values: object) -> int:
        """Run one statement and return the number of rows that it changed. Raises StoreUnavailable."""
        given = to_parameters(values)
        return changed_row_count(await self.run(lambda db: db.execute(sql, *given)))

    async def write_without_retry(self, sql: str, *values: object) -> None:
        """Run one statement. If the database cannot be reached, raise what asyncpg raises."""
        await self._pool.execute(sql, *values)

    async def run(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Call ``work`` with a connection, and again while the database cannot be reached. Raises StoreUnavailable.

        ``work`` must be safe to repeat, because an earlier call may have been committed.
        """
        loop = asyncio.get_running_loop()
        give_up = loop.time() + PATIENCE
        while True:
            try:
                async with asyncio.timeout(ANSWER), self._pool.acquire() as db:
                    return await work(db)
            except RETRYABLE_ERRORS as error:
                if loop.time() > give_up or self._pool.is_closing():
                    raise StoreUnavailable from error
                log.warning("database_away", error=error_type(error))
            except _REFUSES as error:
                raise StoreUnavailable from error
            await asyncio.sleep(PAUSE)


def changed_row_count(status: str) -> int:
    """Return the number of changed rows in a status like ``UPDATE 3``."""
    return int(status.rpartition(" ")[2])


def to_parameters(values: Sequence[object]) -> list[object]:
    """Return a statement's parameters in a form for PostgreSQL.

    Texts in PostgreSQL cannot contain the character NUL, so each NUL is replaced by U+FFFD.
    """
    return [value.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(value, str) else value for value in values]
