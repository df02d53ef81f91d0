"""What the handlers of requests and sockets work with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from litestar.connection import ASGIConnection

from paiju.server.app.players import Players
from paiju.server.app.room import Room
from paiju.server.app.store import Player
from paiju.server.ws.gate import Gate

COOKIE = "paiju"

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Closable(Protocol):
    """An open socket."""

    def end(self, code: str) -> None:
        """Say why, and close."""


@dataclass(slots=True)
class Services:
    """The room and who may use it. ``trust_proxy``: a proxy of one's own names the client's address."""

    room: Room
    players: Players
    gate: Gate
    trust_proxy: bool = False
    connections: set[Closable] = field(default_factory=set)

    async def who(self, connection: AnyConnection) -> Player:
        """Who asks, by session cookie or token. Raises NoSession."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        return await self.players.known(token if scheme.lower() == "bearer" else connection.cookies.get(COOKIE))

    def address(self, connection: AnyConnection) -> str:
        """Where the request comes from."""
        if self.trust_proxy and (forwarded := connection.headers.get("x-forwarded-for")):
            return forwarded.rpartition(",")[2].strip()
        return connection.client.host if connection.client is not None else ""

    @contextmanager
    def counted(self, connection: Closable) -> Iterator[None]:
        """Knows the connection while it is open."""
        self.connections.add(connection)
        try:
            yield
        finally:
            self.connections.discard(connection)
