"""What the parts of the store ask of a database, whichever it is.

Statements are written once, in PostgreSQL's words as far as SQLite can be made to understand them (``sqlite.dialect``).
Parameters are ``$1``, ``$2`` …; a collection is given as a list and asked for by ``= ANY($1)``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from typing import Any, Final, Protocol, TypeVar

from paiju.server.adapters.store.tables import TableDefinition
from paiju.server.app.store import Append

T = TypeVar("T")

Row = Sequence[Any]

MANY: Final = 2_000
"""Number of rows of a dump that are in memory at once."""


class ConstraintViolated(Exception):
    """A statement was refused by a unique index or another constraint, and its transaction has changed nothing."""


class Transaction(Protocol):
    """A transaction that is open. In SQLite it runs in the writer's thread, so it may await nothing but these methods."""

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        """Run a statement and return its rows."""

    async def execute(self, sql: str, *values: object) -> int:
        """Run a statement and return how many rows it changed."""

    async def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run a statement once for each row of values."""


class Dump(Transaction, Protocol):
    """A database that is open for a move, in one transaction. What is written is there when the block around it ends well."""

    claims_tables: bool
    """See ``Database``."""

    def read_rows(self, sql: str) -> AsyncIterator[list[Row]]:
        """The rows of a query, ``MANY`` at a time."""

    async def write_rows(self, table: TableDefinition, rows: Sequence[Row]) -> None:
        """Add rows, with the columns in the order of the table's definition."""


Work = Callable[[Transaction], Coroutine[Any, Any, T]]
"""What a transaction does. It may be called again after a failure."""


class Database(Protocol):
    """A database that is up to date. All of its methods raise StoreUnavailable, and those that write ConstraintViolated."""

    claims_tables: bool
    """Whether it has the table ``claims``, since several processes serve from it."""

    async def read(self, sql: str, *values: object) -> list[Row]:
        """Run a query and return its rows."""

    async def write(self, sql: str, *values: object) -> int:
        """Run one statement in a transaction of its own and return how many rows it changed."""

    async def transaction(self, work: Work[T]) -> T:
        """Run several statements in one transaction and return what ``work`` returns. If it raises, nothing is changed."""

    async def append(self, append: Append) -> bool:
        """``EventLogStore.append``, which each database has by hand."""

    async def close(self) -> None:
        """Finish what is under way and disconnect."""


class StorePart:
    """The base of the store's parts."""

    def __init__(self, db: Database) -> None:
        self.db = db
