"""The store in PostgreSQL: appends in groups, everything else a statement at a time. A module for each part of it."""

from __future__ import annotations

import asyncpg

from paiju.server.adapters.postgres.accounts import PostgresAccounts
from paiju.server.adapters.postgres.hands import PostgresHands
from paiju.server.adapters.postgres.link import open_pool
from paiju.server.adapters.postgres.log import PostgresLog
from paiju.server.adapters.postgres.players import PostgresPlayers
from paiju.server.adapters.postgres.schema import migrate
from paiju.server.adapters.postgres.writer import Writer


class PostgresStore(PostgresLog, PostgresHands, PostgresPlayers, PostgresAccounts):
    """``Store`` over one database; made by ``open_postgres``."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        super().__init__(pool)
        self._writer = Writer(self)

    async def close(self) -> None:
        """See ``Store.close``."""
        await self._writer.stop()
        await self._pool.close()


async def open_postgres(url: str) -> PostgresStore:
    """Open the database, make its tables or bring them up to date. Raises CannotServe."""
    pool = await open_pool(url)
    try:
        async with pool.acquire() as db:
            await migrate(db)
    except BaseException:
        await pool.close()
        raise
    return PostgresStore(pool)
