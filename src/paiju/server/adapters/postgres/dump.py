"""``TableDump`` in PostgreSQL: read in one snapshot, written in one transaction."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg

from paiju.server.errors import CannotServe

MANY: Final = 2_000

_SERVED: Final = "SELECT FROM processes WHERE NOT gone AND seen > clock_timestamp() - interval '3 seconds'"


class PostgresDump:
    """``TableDump``."""

    def __init__(self, db: asyncpg.Connection) -> None:
        self._db = db

    async def is_empty(self) -> bool:
        sql = "SELECT WHERE EXISTS (SELECT FROM tables) OR EXISTS (SELECT FROM players)"
        return not await self._db.fetch(sql)

    async def clear(self, table: str, where: str) -> None:
        await self._db.execute(f"DELETE FROM {table} WHERE {where}")  # noqa: S608 (constants)
        if table == "tables":
            await self._db.execute("DELETE FROM claims")

    async def read_rows(
        self, table: str, columns: Sequence[str], where: str
    ) -> AsyncIterator[Sequence[Sequence[Any]]]:  # fmt: skip
        found = await self._db.cursor(f"SELECT {', '.join(columns)} FROM {table} WHERE {where}")  # noqa: S608 (constants)
        while rows := await found.fetch(MANY):
            yield [tuple(row) for row in rows]

    async def write_rows(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        flags = [number for number, name in enumerate(columns) if name == "private"]
        given = (
            [[bool(value) if at in flags else value for at, value in enumerate(row)] for row in rows] if flags else rows
        )
        await self._db.copy_records_to_table(table, records=given, columns=columns)


@asynccontextmanager
async def dump_of(db: asyncpg.Connection, *, served: bool) -> AsyncIterator[PostgresDump]:
    """The dump of a database that is up to date. With ``served``, a server may be using it, and it is only read.

    Raises CannotServe.
    """
    async with db.transaction(isolation="repeatable_read", readonly=served):
        if not served and await db.fetch(_SERVED):
            raise CannotServe("room_open")
        yield PostgresDump(db)
    if not served:
        await db.execute("ANALYZE")
