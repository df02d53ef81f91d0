"""What the parts of the store share: connections to one database, and patience while it is away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
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
    asyncpg.InternalClientError,  # asked between the farewell and the end of a connection (asyncpg issue 1069)
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
)
"""The database is not there, starts, stops, or has dropped what was under way: the same may be asked again."""

_REFUSES: Final = (
    asyncpg.InsufficientResourcesError,  # its disk or its memory is full
    asyncpg.PostgresSystemError,  # its disk fails
    asyncpg.ReadOnlySQLTransactionError,  # it is a copy that only reads
)
"""The database is there and cannot do it now. To ask it at once again is of no use."""

PATIENCE: Final = 30.0
"""Seconds that somebody waits for a database that is away: as long as one takes to start again."""

PAUSE: Final = 0.25
"""Seconds between two tries."""

ANSWER: Final = 10.0
"""Seconds within which the database answers, or it is taken to be away."""

CONNECTIONS: Final = 8
"""Most connections of one process, beside the one that listens."""

log = structlog.get_logger()


async def open_pool(url: str) -> asyncpg.Pool:
    """Connections to a database, made when they are needed. Raises what asyncpg raises."""
    return await asyncpg.create_pool(
        url, min_size=0, max_size=CONNECTIONS, command_timeout=ANSWER, timeout=ANSWER, reset=_skip_reset
    )


async def _skip_reset(db: asyncpg.Connection) -> None:
    """Nobody here leaves anything behind on a connection: it goes back to the pool without a word to the database."""


class PostgresPool:
    """A database that is up to date (``schema.migrate``)."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def read(self, sql: str, *values: object) -> list[Row]:
        """The rows of a query."""
        given = to_values(values)
        return await self.run(lambda db: db.fetch(sql, *given))

    async def write(self, sql: str, *values: object) -> int:
        """Do one statement; how many rows it changed."""
        given = to_values(values)
        return rows_changed(await self.run(lambda db: db.execute(sql, *given)))

    async def try_write(self, sql: str, *values: object) -> None:
        """Do one statement if the database is there."""
        await self._pool.execute(sql, *values)

    async def run(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Do something with a connection. While the database is away it is tried again: it must do no harm twice.

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
    """How many rows a statement changed, by what the database reported: ``UPDATE 3``."""
    return int(status.rpartition(" ")[2])


def to_values(values: Sequence[object]) -> list[object]:
    """Parameters as PostgreSQL takes them: its texts have no NUL, and a text that has one is nobody's name."""
    return [value.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(value, str) else value for value in values]
