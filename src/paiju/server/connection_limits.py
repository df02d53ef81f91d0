"""Limits on connections: how many an address may have, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import h11
import structlog
from uvicorn.protocols.http.h11_impl import H11Protocol

from paiju.server.app.token_buckets import RateSettings
from paiju.server.network_addresses import subscriber_network

_WANTED_FILES: Final = 1 << 16
"""Number of files and sockets that a large room may have open at the same time."""

_LOW_FILE_LIMIT: Final = 1 << 12
"""Limit on open files below which the room logs a warning, because a few attackers could use them all up."""

_REQUEST_PENDING_STATES: Final = frozenset({h11.IDLE, h11.SEND_BODY})
"""States of a connection in which the client must still send a request, or the rest of a request."""

log = structlog.get_logger()


class ConnectionLimiter:
    """Counts connections by address.

    Connections of proxies are not counted: all clients of a proxy have its address, and the proxy limits them itself.
    """

    def __init__(self, limits: RateSettings, is_proxy: Callable[[str], bool]) -> None:
        self.patience = limits.patience
        self._is_proxy = is_proxy
        self._most = limits.connections
        self._inside: Counter[str] = Counter()
        self._full: set[str] = set()

    def limit_key(self, address: str | None) -> str:
        """Return the key under which the connections from an address are counted; "" if they are not limited.

        Connections from the address of a proxy are not limited, nor are those without an address (``address`` is
        None).
        """
        return "" if address is None or self._is_proxy(address) else subscriber_network(address)

    def acquire(self, address: str) -> bool:
        """Count a new connection of an address and return True, or return False if the address has too many connections.

        ``address`` is a key from ``limit_key``. Connections under the key "" are never refused. The first refusal of an
        address is logged, and further refusals only after all connections of the address were closed.
        """
        if address and self._inside[address] >= self._most:
            if address not in self._full:
                self._full.add(address)
                log.warning("too_many_connections", address=address, most=self._most)
            return False
        self._inside[address] += 1
        return True

    def release(self, address: str) -> None:
        """Stop counting a connection that was closed or has become a table socket.

        Table sockets are counted for each player instead.
        """
        self._inside[address] -= 1
        if self._inside[address] <= 0:
            del self._inside[address]
            self._full.discard(address)


class TimeoutHttpProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 protocol with a time limit: a client that does not send a whole request in time is disconnected."""

    def __init__(self, door: ConnectionLimiter, **given: Any) -> None:
        super().__init__(**given)
        self._door = door
        self._address = ""
        self._inside = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Accept the connection, or abort it if its address has too many."""
        super().connection_made(transport)
        self._address = self._door.limit_key(self.client[0] if self.client else None)
        self._inside = self._door.acquire(self._address)
        if self._inside:
            self._update_timer()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Handle data from the client, then start or stop the timer for the remainder of the request."""
        if not self._inside:
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            self._release()  # the connection has become a WebSocket
        else:
            self._update_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        super().connection_lost(exc)
        self._release()

    def _update_timer(self) -> None:
        """Start the timer if the client must still send something; otherwise stop it.

        A timer that is running already is not restarted. Further bytes therefore do not extend the time for a
        request.
        """
        if self.conn.their_state not in _REQUEST_PENDING_STATES:
            self._stop_timer()
        elif self._timer is None:
            self._timer = self.loop.call_later(self._door.patience, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _release(self) -> None:
        self._stop_timer()
        if self._inside:
            self._inside = False
            self._door.release(self._address)


def raise_file_limit() -> None:
    """Raise the limit on open files to what a large room needs, as far as the system allows.

    Logs a warning if the limit stays low.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _WANTED_FILES if hard == resource.RLIM_INFINITY else min(hard, _WANTED_FILES)
    if soft == resource.RLIM_INFINITY:
        return
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < _LOW_FILE_LIMIT:
        log.warning("few_descriptors", most=most)
