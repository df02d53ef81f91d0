"""The store in PostgreSQL: appends in groups, everything else a statement at a time. A module for each part of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from paiju.server.adapters.bus import Bus
from paiju.server.adapters.postgres.accounts import PostgresAccounts
from paiju.server.adapters.postgres.chest import PostgresChest, chest_in
from paiju.server.adapters.postgres.coins import PostgresCoins
from paiju.server.adapters.postgres.hands import PostgresHands
from paiju.server.adapters.postgres.hosts import PostgresHosts
from paiju.server.adapters.postgres.line import PostgresLine
from paiju.server.adapters.postgres.link import ANSWER, AWAY, open_pool
from paiju.server.adapters.postgres.log import PostgresLog
from paiju.server.adapters.postgres.people import PostgresPeople
from paiju.server.adapters.postgres.players import PostgresPlayers
from paiju.server.adapters.postgres.schema import migrate
from paiju.server.adapters.postgres.standing import PostgresStandings
from paiju.server.adapters.postgres.writer import Writer
from paiju.server.app.meter import Meter
from paiju.server.errors import CannotServe
from paiju.server.faults import kind_of


class PostgresStore(
    PostgresLog, PostgresHands, PostgresPlayers, PostgresAccounts, PostgresHosts, PostgresStandings, PostgresCoins, PostgresPeople
):  # fmt: skip
    """``Store`` over one database; made by ``open_postgres``."""

    def __init__(self, pool: asyncpg.Pool, line: PostgresLine) -> None:
        super().__init__(pool)
        self.line = line
        self._writer = Writer(line)

    async def close(self) -> None:
        """See ``Store.close``."""
        await self._writer.stop()
        await self._pool.close()


async def open_postgres(
    url: str, bus: Bus | None = None, bus_key: str = "", meter: Meter | None = None
) -> PostgresStore:  # fmt: skip
    """Open the database, make its tables or bring them up to date. Raises CannotServe.

    ``bus``: what carries news between processes; without one the database does. ``bus_key``: what signs them, instead of a key
    that the database keeps.
    """
    await migrate_postgres(url)
    pool = await open_pool(url)
    return PostgresStore(pool, PostgresLine(pool, url, bus, bus_key, meter))


async def migrate_postgres(url: str) -> int:
    """Make the tables or bring them up to date; how many steps that took. Raises CannotServe."""
    async with _connected(url) as db:
        return await migrate(db)


@asynccontextmanager
async def open_chest(url: str, *, served: bool) -> AsyncIterator[PostgresChest]:
    """The database for a move, its tables made or brought up to date. Raises CannotServe."""
    async with _connected(url) as db:
        await migrate(db)
        async with chest_in(db, served=served) as chest:
            yield chest


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    try:
        db = await asyncpg.connect(url, timeout=ANSWER)
    except (*AWAY, asyncpg.PostgresError, ValueError) as error:
        raise CannotServe("cannot_reach", why=str(error) or kind_of(error)) from error
    try:
        yield db
    finally:
        await db.close()
