"""The adapters of both databases have the same methods with the same parameters as the ports that the application uses."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from paiju.server.adapters.postgres.coordinator import PostgresCoordinator
from paiju.server.adapters.postgres.database import PostgresDatabase, PostgresDump
from paiju.server.adapters.postgres.pool import PostgresTransaction
from paiju.server.adapters.postgres.ticket_queue import PostgresTicketQueue
from paiju.server.adapters.sqlite.database import SqliteDatabase, SqliteDump, SqliteTransaction
from paiju.server.adapters.store import DatabaseStore
from paiju.server.adapters.store.database import Database, Dump, Transaction
from paiju.server.app.cluster.coordination import Coordinator, SingleProcessCoordinator
from paiju.server.app.matchmaking.ticket_queue import MemoryTicketQueue, TicketQueue
from paiju.server.app.store import Store

OWN = {
    PostgresDatabase: {"run", "write_without_retry"},
    PostgresCoordinator: {
        "read",
        "write",
        "run",
        "write_without_retry",
        "seal_update_messages",
        "discard_sealed_messages",
    },  # for the writer
    PostgresTicketQueue: {"read", "write", "run", "write_without_retry"},
}
"""With what an adapter works inside."""

PORTS = [
    (Store, DatabaseStore),
    (Database, SqliteDatabase),
    (Database, PostgresDatabase),
    (Transaction, SqliteTransaction),
    (Transaction, PostgresTransaction),
    (Dump, SqliteDump),
    (Dump, PostgresDump),
    (Coordinator, SingleProcessCoordinator),
    (Coordinator, PostgresCoordinator),
    (TicketQueue, MemoryTicketQueue),
    (TicketQueue, PostgresTicketQueue),
]


def methods(kind: type) -> dict[str, Callable[..., object]]:
    """The public methods of a class, but for those with which it works inside."""
    inside = {name for base, names in OWN.items() if issubclass(kind, base) for name in names}
    return {
        name: found
        for name, found in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_") and name not in inside
    }


@pytest.mark.parametrize(("port", "adapter"), PORTS, ids=lambda kind: kind.__name__)
def test_adapter_has_exactly_the_methods_of_its_port(port: type, adapter: type) -> None:
    assert methods(adapter).keys() == methods(port).keys()
    for name, asked in methods(port).items():
        wanted, found = (inspect.signature(one).parameters for one in (asked, methods(adapter)[name]))
        assert [(one.name, one.kind, one.default) for one in found.values()] == [
            (one.name, one.kind, one.default) for one in wanted.values()
        ], name
