"""The connection limiter: who may hold a connection, before a whole request says who it is."""

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

_WANTED: Final = 1 << 16
"""Files and sockets that a large room has open at the same time."""

_FEW: Final = 1 << 12
"""With fewer a room is soon full, or filled by a few who mean it ill."""

_OWES: Final = frozenset({h11.IDLE, h11.SEND_BODY})
"""What a client still has to send: a request, or the rest of one."""

log = structlog.get_logger()


class ConnectionLimiter:
    """Counts connections by address, but for proxies: all come from one there, and it counts for itself."""

    def __init__(self, limits: RateSettings, is_proxy: Callable[[str], bool]) -> None:
        self.patience = limits.patience
        self._is_proxy = is_proxy
        self._most = limits.connections
        self._inside: Counter[str] = Counter()
        self._full: set[str] = set()

    def limit_key(self, address: str | None) -> str:
        """Under which name it is counted; empty for a proxy, which is not."""
        return "" if address is None or self._is_proxy(address) else subscriber_network(address)

    def acquire(self, address: str) -> bool:
        """Whether an address may open one more connection. A refusal is logged once until all its connections are closed."""
        if address and self._inside[address] >= self._most:
            if address not in self._full:
                self._full.add(address)
                log.warning("too_many_connections", address=address, most=self._most)
            return False
        self._inside[address] += 1
        return True

    def release(self, address: str) -> None:
        """One that was let in has gone, or is a socket at a table now, which is counted by whose it is."""
        self._inside[address] -= 1
        if self._inside[address] <= 0:
            del self._inside[address]
            self._full.discard(address)


class TimeoutHttpProtocol(H11Protocol):
    """HTTP, with an end to patience: who does not send a whole request in time is cut."""

    def __init__(self, door: ConnectionLimiter, **given: Any) -> None:
        super().__init__(**given)
        self._door = door
        self._address = ""
        self._inside = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Let it in, or not."""
        super().connection_made(transport)
        self._address = self._door.limit_key(self.client[0] if self.client else None)
        self._inside = self._door.acquire(self._address)
        if self._inside:
            self._start_timer()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take it, and see what is still missing."""
        if not self._inside:
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            self._release()  # a socket from now on
        else:
            self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        super().connection_lost(exc)
        self._release()

    def _start_timer(self) -> None:
        """A request has so long from its first byte to its last. More bytes do not make it longer."""
        if self.conn.their_state not in _OWES:
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
    """Let this process have as many files and sockets open as the system allows and a large room needs; say if that is few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _WANTED if hard == resource.RLIM_INFINITY else min(hard, _WANTED)
    if soft == resource.RLIM_INFINITY:
        return
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < _FEW:
        log.warning("few_descriptors", most=most)
