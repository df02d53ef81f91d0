"""Runs the store's statements in PostgreSQL (``Database``)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import asyncpg

from paiju.server.adapters.postgres.coordinator import PostgresCoordinator
from paiju.server.adapters.postgres.log_writer import PostgresLogWriter
from paiju.server.adapters.postgres.pool import PostgresPool, PostgresTransaction
from paiju.server.adapters.store.database import ROWS_PER_FETCH, ConstraintViolated, Row, Work
from paiju.server.adapters.store.schema_definition import TableDefinition
from paiju.server.app.store import Append

T = TypeVar("T")


class PostgresDump(PostgresTransaction):
    """A PostgreSQL database, opened to copy a room out of it or into it (``Dump``)."""

    claims_tables = True

    async def read_rows(self, sql: str) -> AsyncIterator[list[Row]]:
        found = await self._db.cursor(sql)
        while rows := await found.fetch(ROWS_PER_FETCH):
            yield rows

    async def write_rows(self, table: TableDefinition, rows: Sequence[Row]) -> None:
        flags = [kind == "boolean" for kind in table.types.values()]
        if any(flags):  # SQLite stores booleans as numbers
            rows = [[bool(value) if flag else value for flag, value in zip(flags, row, strict=True)] for row in rows]
        await self._db.copy_records_to_table(table.name, records=rows, columns=list(table.types))


class PostgresDatabase(PostgresPool):
    """Runs the store's statements in PostgreSQL (``Database``).

    Entries of the tables' logs are written in groups. Everything else takes a connection from the pool.
    """

    claims_tables = True

    def __init__(self, pool: asyncpg.Pool, coordinator: PostgresCoordinator) -> None:
        super().__init__(pool)
        self._writer = PostgresLogWriter(coordinator)

    async def write(self, sql: str, *values: object) -> int:
        with _translate_errors():
            return await super().write(sql, *values)

    async def run_in_transaction(self, work: Work[T]) -> T:
        async def run_in_transaction(db: Any) -> T:
            async with db.transaction():
                return await work(PostgresTransaction(db))

        with _translate_errors():
            return await self.run(run_in_transaction)

    async def append(self, append: Append) -> bool:
        with _translate_errors():
            return await self._writer.append(append)

    async def close(self) -> None:
        await self._writer.stop()
        await self._pool.close()


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Context manager that turns asyncpg's constraint errors into ConstraintViolated."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as error:
        raise ConstraintViolated from error
