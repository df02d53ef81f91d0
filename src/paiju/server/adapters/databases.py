"""Opens the room's database by its name: an address ``postgresql://…`` means PostgreSQL, any other name a SQLite file."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from paiju.extras import needs_extra
from paiju.server.adapters.message_bus import MessageBus
from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.adapters.sqlite.schema import lock_and_migrate_file
from paiju.server.adapters.sqlite.schema import migrate as migrate_sqlite
from paiju.server.app.cluster.coordination import Coordinator, SingleProcessCoordinator
from paiju.server.app.metrics import Metrics
from paiju.server.app.store import Store
from paiju.server.errors import CannotServe


def is_shared(database: str) -> bool:
    """Whether several processes may serve a room from this database: True for PostgreSQL, False for a SQLite file."""
    return database.startswith(("postgresql://", "postgres://"))


def database_exists(database: str) -> bool:
    """Whether a SQLite file exists.

    Always True for PostgreSQL, because only opening the database shows whether it exists.
    """
    return is_shared(database) or Path(database).is_file()


def redact_password(database: str) -> str:
    """Return the database's name without the password that an address may contain, for messages and the log."""
    return _without_password(database) if is_shared(database) else database


def _without_password(url: str) -> str:
    password = urlsplit(url).password
    return url.replace(f":{password}@", "@") if password else url


async def open_store(database: str) -> Store:
    """Open the store of a database, and create or migrate its tables. Raises CannotServe."""
    store, _ = await open_store_and_coordinator(database)
    return store


async def open_store_and_coordinator(
    database: str, meter: Metrics | None = None, bus: str = "", bus_key: str = ""
) -> tuple[Store, Coordinator]:  # fmt: skip
    """Open the store of a database, and the coordinator of the processes that share it. Raises CannotServe.

    ``bus`` is the address of Redis. If ``bus`` is empty, the messages go through the database. The key that signs
    the messages is derived from ``bus_key``. If ``bus_key`` is empty, the key is derived from another key, which
    is stored in the database.
    """
    if not is_shared(database):
        return await open_sqlite(Path(database), meter), SingleProcessCoordinator()
    store = await import_postgres(database).open_postgres(database, open_bus(bus) if bus else None, bus_key, meter)
    return store, store.coordinator


async def check_bus_reachable(url: str) -> None:
    """Raise CannotServe unless Redis can be reached."""
    bus = open_bus(url)
    await bus.open("", lambda message: None, lambda: None)
    await bus.close()


def open_bus(url: str) -> MessageBus:
    """Return a message bus over the Redis server at ``url``. Raises CannotServe, MissingExtra."""
    with needs_extra("Redis", "redis"):
        redis = import_module("paiju.server.adapters.redis_bus")
    try:
        bus: MessageBus = redis.RedisBus(url)
    except ValueError as error:
        raise CannotServe("cannot_reach_bus", why=str(error)) from error
    return bus


async def migrate_database(database: str) -> int:
    """Create or migrate the tables, and return the number of migrations applied. Raises CannotServe."""
    if not is_shared(database):
        return migrate_sqlite(Path(database))
    steps: int = await import_postgres(database).migrate_postgres(database)
    return steps


@contextmanager
def prepare_database(database: str, address: str) -> Iterator[bool]:
    """Context manager that creates or migrates a database, and reserves a SQLite file for this server.

    While the context is open, no other server can use the same SQLite file. ``address`` is the address of this
    server; another server that tries to use the file shows this address in its error. A PostgreSQL database is
    not reserved, because several processes may use it.

    Yields whether a file was created. Raises CannotServe.
    """
    if is_shared(database):
        asyncio.run(migrate_database(database))
        yield False
    else:
        with lock_and_migrate_file(Path(database), address) as new:
            yield new


def import_postgres(database: str) -> Any:
    """Import and return the package ``paiju.server.adapters.postgres``. Raises MissingExtra if its driver is not installed."""
    with needs_extra("PostgreSQL", "postgres"):
        return import_module("paiju.server.adapters.postgres")
