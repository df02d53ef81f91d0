"""The store in PostgreSQL: appends in groups, everything else a statement at a time. A module for each part of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from paiju.server.adapters.message_bus import MessageBus
from paiju.server.adapters.postgres.accounts import PostgresAccounts
from paiju.server.adapters.postgres.coins import PostgresCoins
from paiju.server.adapters.postgres.coordinator import PostgresCoordinator
from paiju.server.adapters.postgres.dump import PostgresDump, dump_of
from paiju.server.adapters.postgres.event_log import PostgresEventLog
from paiju.server.adapters.postgres.hands import PostgresHands
from paiju.server.adapters.postgres.moderation import PostgresModeration
from paiju.server.adapters.postgres.players import PostgresPlayers
from paiju.server.adapters.postgres.pool import ANSWER, AWAY, open_pool
from paiju.server.adapters.postgres.rankings import PostgresRankings
from paiju.server.adapters.postgres.relations import PostgresRelations
from paiju.server.adapters.postgres.schema import migrate
from paiju.server.adapters.postgres.writer import PostgresWriter
from paiju.server.app.metrics import Metrics
from paiju.server.errors import CannotServe
from paiju.server.redacted_errors import error_type


class PostgresStore(
    PostgresEventLog,
    PostgresHands,
    PostgresPlayers,
    PostgresAccounts,
    PostgresModeration,
    PostgresRankings,
    PostgresCoins,
    PostgresRelations,
):
    """``Store`` over one database; made by ``open_postgres``."""

    def __init__(self, pool: asyncpg.Pool, coordinator: PostgresCoordinator) -> None:
        super().__init__(pool)
        self.coordinator = coordinator
        self._writer = PostgresWriter(coordinator)

    async def close(self) -> None:
        await self._writer.stop()
        await self._pool.close()


async def open_postgres(
    url: str, bus: MessageBus | None = None, bus_key: str = "", meter: Metrics | None = None
) -> PostgresStore:  # fmt: skip
    """Open the database and create or migrate its tables. Raises CannotServe.

    ``bus`` carries messages between processes; without one the database does (NOTIFY). ``bus_key`` signs the messages; without it
    the processes use a key from the database.
    """
    await migrate_postgres(url)
    pool = await open_pool(url)
    return PostgresStore(pool, PostgresCoordinator(pool, url, bus, bus_key, meter))


async def migrate_postgres(url: str) -> int:
    """Make the tables or bring them up to date; how many steps that took. Raises CannotServe."""
    async with _connection(url) as db:
        return await migrate(db)


@asynccontextmanager
async def open_dump(url: str, *, served: bool) -> AsyncIterator[PostgresDump]:
    """The database for a move, its tables made or brought up to date. Raises CannotServe."""
    async with _connection(url) as db:
        await migrate(db)
        async with dump_of(db, served=served) as chest:
            yield chest


@asynccontextmanager
async def _connection(url: str) -> AsyncIterator[asyncpg.Connection]:
    try:
        db = await asyncpg.connect(url, timeout=ANSWER)
    except (*AWAY, asyncpg.PostgresError, ValueError) as error:
        raise CannotServe("cannot_reach", why=str(error) or error_type(error)) from error
    try:
        yield db
    finally:
        await db.close()
