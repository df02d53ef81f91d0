"""The interface of a database that the parts of the store use.

Statements are written once, in the part of PostgreSQL's dialect that can be translated to SQLite (``sqlite.dialect``).
Parameters are ``$1``, ``$2`` …; a collection is passed as a list and matched by ``= ANY($1)``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from typing import Any, Final, Protocol, TypeVar

from paiju.server.adapters.store.schema_definition import TableDefinition
from paiju.server.app.store import Append

T = TypeVar("T")

Row = Sequence[Any]

MANY: Final = 2_000
"""Number of rows of a dump in memory at once."""


class ConstraintViolated(Exception):
    """A unique index or another constraint refused a statement; its transaction has changed nothing."""


class Transaction(Protocol):
    """An open transaction. With SQLite it runs in the writer's thread, so the code in it may await only these methods."""

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        """Run a statement and return its rows."""

    async def execute(self, sql: str, *values: object) -> int:
        """Run a statement and return how many rows it changed."""

    async def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run a statement once for each row of values."""


class Dump(Transaction, Protocol):
    """A database opened for a copy, in one transaction, which is committed when the block around it ends without an exception."""

    claims_tables: bool
    """As in ``Database``."""

    def read_rows(self, sql: str) -> AsyncIterator[list[Row]]:
        """The rows of a query, ``MANY`` at a time."""

    async def write_rows(self, table: TableDefinition, rows: Sequence[Row]) -> None:
        """Add rows, with the columns in the order of the table's definition."""


Work = Callable[[Transaction], Coroutine[Any, Any, T]]
"""The code of a transaction. It may be called again after a failure."""


class Database(Protocol):
    """A migrated database. All methods may raise StoreUnavailable; those that write may raise ConstraintViolated."""

    claims_tables: bool
    """Whether the database has the table ``claims``, because several processes may serve from it."""

    async def read(self, sql: str, *values: object) -> list[Row]:
        """Run a query and return its rows."""

    async def write(self, sql: str, *values: object) -> int:
        """Run one statement in a transaction of its own and return how many rows it changed."""

    async def transaction(self, work: Work[T]) -> T:
        """Run several statements in one transaction and return what ``work`` returns. If it raises, nothing is changed."""

    async def append(self, append: Append) -> bool:
        """Implement ``EventLogStore.append``."""

    async def close(self) -> None:
        """Finish pending work and disconnect."""


class StorePart:
    """Base class of the parts of the store."""

    def __init__(self, db: Database) -> None:
        self.db = db
