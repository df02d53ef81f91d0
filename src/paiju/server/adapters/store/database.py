"""The interface to a database, SQLite or PostgreSQL, through which the parts of the store run their statements.

Statements are written in a subset of PostgreSQL's dialect, which ``sqlite.dialect`` can translate for SQLite.
Their parameters are called ``$1``, ``$2`` …. A collection is passed as a list, and the statement matches it
by ``= ANY($1)``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from typing import Any, Final, Protocol, TypeVar

from paiju.server.adapters.store.schema_definition import TableDefinition
from paiju.server.app.store import Append

T = TypeVar("T")

Row = Sequence[Any]

ROWS_PER_FETCH: Final = 2_000
"""Number of rows that are in memory at a time when a database is copied."""


class ConstraintViolated(Exception):
    """A statement violated a unique index or another constraint. Its transaction has changed nothing."""


class Transaction(Protocol):
    """A transaction that has begun.

    With SQLite, the transaction runs in the writer thread, without an event loop. Code in a transaction may
    therefore await only the methods of this class.
    """

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        """Run a statement and return its rows."""

    async def execute(self, sql: str, *values: object) -> int:
        """Run a statement and return how many rows it changed."""

    async def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run a statement once for each row of values."""


class Dump(Transaction, Protocol):
    """A transaction on a database that was opened to copy a room out of it or into it.

    The database is opened by an ``async with`` block. When the block ends without an exception, the transaction is
    committed.
    """

    claims_tables: bool
    """Whether the database has the table ``claims`` (``Database.claims_tables``)."""

    def read_rows(self, sql: str) -> AsyncIterator[list[Row]]:
        """Yield the rows of a query, ``ROWS_PER_FETCH`` at a time."""

    async def write_rows(self, table: TableDefinition, rows: Sequence[Row]) -> None:
        """Add rows, whose values are in the order of the table's columns."""


Work = Callable[[Transaction], Coroutine[Any, Any, T]]
"""A function that runs the statements of a transaction. It may be called again if the connection fails."""


class Database(Protocol):
    """A migrated database. All methods may raise StoreUnavailable; writing ones may also raise ConstraintViolated."""

    claims_tables: bool
    """Whether the database has the table ``claims``, because several processes may serve from it."""

    async def read(self, sql: str, *values: object) -> list[Row]:
        """Run a query and return its rows."""

    async def write(self, sql: str, *values: object) -> int:
        """Run one statement in a transaction of its own and return how many rows it changed."""

    async def run_in_transaction(self, work: Work[T]) -> T:
        """Call ``work`` in one transaction, and return its result.

        If ``work`` raises an exception, the database is not changed.
        """

    async def append(self, append: Append) -> bool:
        """Append an entry to a game table's log, and return whether it was written (``EventLogStore.append``)."""

    async def close(self) -> None:
        """Finish pending writes and disconnect."""


class StorePart:
    """Base class of the parts of the store. ``db`` is the database that all parts share."""

    def __init__(self, db: Database) -> None:
        self.db = db
