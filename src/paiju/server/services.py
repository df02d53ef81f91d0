"""What the handlers of requests and sockets work with."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Final, Protocol

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State

from paiju.server.app.accounts import Accounts
from paiju.server.app.gate import Gate
from paiju.server.app.peers import Ended, Renewed
from paiju.server.app.players import LIFE, Players, Visit
from paiju.server.app.room import Room
from paiju.server.app.store import Player
from paiju.server.errors import Refusal
from paiju.server.ready import Shelf

COOKIE = "paiju"

SPREAD: Final = 2.0
"""Seconds over which clients are sent to other processes."""

STEPS: Final = 100
"""So many times meanwhile."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, State]


class Closable(Protocol):
    """An open socket."""

    def end(self, code: str) -> None:
        """Say why, and close."""


def network_of(address: str) -> str:
    """An IPv4 address as it is, the /64 of an IPv6 address; what is none, as it is."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv4Address):
        return str(known)
    return str(known.ipv4_mapped or ip_network((known, 64), strict=False))


def is_https(scope: Any, *, trust_proxy: bool) -> bool:
    """Whether a client came over https (``scope``: ASGI's). With ``trust_proxy``, a proxy in front says so."""
    told = dict(scope.get("headers", ())).get(b"x-forwarded-proto") if trust_proxy else None
    return bool(told == b"https" if told else scope.get("scheme") == "https")


@dataclass(slots=True)
class Services:
    """The room and who may use it. With ``trust_proxy``, a proxy in front says what the client's address and scheme are."""

    room: Room
    players: Players
    accounts: Accounts
    gate: Gate
    trust_proxy: bool = False
    shelf: Shelf = field(default_factory=Shelf)
    connections: dict[Closable, str] = field(default_factory=dict)
    """Open sockets, each with the digest of the key that opened it."""
    stopping: bool = False

    def __post_init__(self) -> None:
        self.room.house.peers.on(Ended, lambda news: self._cut(news.digests))
        self.room.house.peers.on(Renewed, lambda news: self._rename(news.old, news.new))

    async def visit(self, connection: AnyConnection) -> Visit:
        """Who asks, by session cookie or token. Raises NoSession."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        return await self.players.visit(token if scheme.lower() == "bearer" else connection.cookies.get(COOKIE))

    async def who(self, connection: AnyConnection) -> Player:
        """The player who asks. Raises NoSession."""
        return (await self.visit(connection)).player

    async def owner(self, connection: AnyConnection) -> Visit:
        """Who asks, in person. A program's token is not enough. Raises NoSession, Refusal."""
        visit = await self.visit(connection)
        if visit.key.kind != "session":
            raise Refusal("session_only")
        return visit

    def address(self, connection: AnyConnection) -> str:
        """Where the request comes from: an address, or the network of one subscriber where those have many (IPv6, /64)."""
        if self.trust_proxy and (forwarded := connection.headers.get("x-forwarded-for")):
            return network_of(forwarded.rpartition(",")[2].strip())
        return network_of(connection.client.host) if connection.client is not None else ""

    def cookie(self, connection: AnyConnection, text: str | None) -> Cookie:
        """The session cookie; None takes it away. A cookie that was set over https is sent over https only."""
        return Cookie(
            COOKIE,
            path="/",
            value=text or "",
            max_age=LIFE // 1000 if text else 0,
            httponly=True,
            samesite="lax",
            secure=is_https(connection.scope, trust_proxy=self.trust_proxy),
        )

    @contextmanager
    def counted(self, connection: Closable, digest: str) -> Iterator[None]:
        """While the connection is open, it can be found by the key that opened it."""
        self.connections[connection] = digest
        if self.stopping:
            connection.end("stopping")
        try:
            yield
        finally:
            del self.connections[connection]

    async def stop(self) -> None:
        """Let clients know that they should come back, those who come now too, and leave the tables to the other processes.

        Where there are others, clients come to them over a while, and not all in one moment.
        """
        self.stopping = True
        self.room.company.begin_to_leave()
        waiting = tuple(self.connections)
        share = max(1, len(waiting) // STEPS) if self.room.house.peers.others else len(waiting) + 1
        for first in range(0, len(waiting), share):
            for connection in waiting[first : first + share]:
                connection.end("stopping")
            await asyncio.sleep(SPREAD / STEPS if first + share < len(waiting) else 0)
        await self.room.company.leave()

    def cut(self, digests: Collection[str]) -> None:
        """Close what was opened with keys that have ended, in other processes too."""
        self._cut(digests)
        self.room.house.peers.ended(digests)

    def _cut(self, digests: Collection[str]) -> None:
        for connection in [one for one, digest in self.connections.items() if digest in digests]:
            connection.end("logged_out")

    def renewed(self, old: str, new: str) -> None:
        """A new key has taken an old one's place: open connections belong to the new one, in other processes too."""
        self._rename(old, new)
        self.room.house.peers.line.tell(Renewed(old, new))

    def _rename(self, old: str, new: str) -> None:
        for connection in [one for one, digest in self.connections.items() if digest == old]:
            self.connections[connection] = new


def services_of(request: AnyRequest) -> Services:
    """The services of the application that was asked."""
    services: Services = request.app.state.services
    return services
