"""The room's store in PostgreSQL.

Entries of the tables' logs are written in groups, everything else in a statement or transaction of its own.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import asyncpg

from paiju.server.adapters.message_bus import MessageBus
from paiju.server.adapters.postgres.coordinator import PostgresCoordinator
from paiju.server.adapters.postgres.database import PostgresDatabase, PostgresDump
from paiju.server.adapters.postgres.pool import ANSWER, RETRYABLE_ERRORS, open_pool
from paiju.server.adapters.postgres.schema import migrate
from paiju.server.adapters.store import DatabaseStore
from paiju.server.app.metrics import Metrics
from paiju.server.errors import CannotServe
from paiju.server.redacted_errors import error_type

_SERVED: Final = "SELECT FROM processes WHERE NOT gone AND seen > clock_timestamp() - interval '3 seconds'"
"""SQL query that returns a row if at least one process is serving from the database."""


class PostgresStore(DatabaseStore):
    """The room's store in PostgreSQL, with the coordinator of the processes that share it."""

    def __init__(self, pool: asyncpg.Pool, coordinator: PostgresCoordinator) -> None:
        super().__init__(PostgresDatabase(pool, coordinator))
        self.coordinator = coordinator


async def open_postgres(
    url: str, bus: MessageBus | None = None, bus_key: str = "", meter: Metrics | None = None
) -> PostgresStore:  # fmt: skip
    """Open the database, and create or migrate its tables. Raises CannotServe.

    ``bus`` carries the messages between processes; if it is None, they go through the database (NOTIFY). ``bus_key``
    signs the messages; if it is empty, the processes use a key that is stored in the database.
    """
    await migrate_postgres(url)
    pool = await open_pool(url)
    return PostgresStore(pool, PostgresCoordinator(pool, url, bus, bus_key, meter))


async def migrate_postgres(url: str) -> int:
    """Create or migrate the tables, and return the number of migrations applied. Raises CannotServe."""
    async with _connect(url) as db:
        return await migrate(db)


@asynccontextmanager
async def open_dump(url: str, *, served: bool) -> AsyncIterator[PostgresDump]:
    """Context manager that opens and migrates a database for a copy. Raises CannotServe.

    The copy runs in one transaction, which reads a single snapshot. If ``served`` is true, a server may be using
    the database, and the transaction is read-only. Otherwise, CannotServe is raised if a server uses the database.
    """
    async with _connect(url) as db:
        await migrate(db)
        async with db.transaction(isolation="repeatable_read", readonly=served):
            if not served and await db.fetch(_SERVED):
                raise CannotServe("room_open")
            yield PostgresDump(db)
        if not served:
            await db.execute("ANALYZE")


@asynccontextmanager
async def _connect(url: str) -> AsyncIterator[asyncpg.Connection]:
    try:
        db = await asyncpg.connect(url, timeout=ANSWER)
    except (*RETRYABLE_ERRORS, asyncpg.PostgresError, ValueError) as error:
        raise CannotServe("cannot_reach", why=str(error) or error_type(error)) from error
    try:
        yield db
    finally:
        await db.close()
