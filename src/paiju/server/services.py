"""What the handlers of requests and sockets work with."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State

from paiju.server import wire
from paiju.server.addresses import network_of
from paiju.server.app.accounts import Accounts
from paiju.server.app.analysis import Analyst
from paiju.server.app.fair_queue import FairQueue
from paiju.server.app.gate import Gate
from paiju.server.app.matching import Matching
from paiju.server.app.peers import Deaf, Ended, Missed, Renewed
from paiju.server.app.people import People
from paiju.server.app.players import LIFE, Players, Visit
from paiju.server.app.profile import Profiles
from paiju.server.app.room import Room
from paiju.server.app.store import Act, Player
from paiju.server.errors import Refusal
from paiju.server.ready import Shelf

COOKIE: Final = "paiju"
SAFE: Final = f"__Host-{COOKIE}"
"""The same over https: a browser takes it from the room itself only, not from a neighbour of its name."""

_READING: Final = ("GET", "HEAD")
"""What a token that only reads is good for."""

SPREAD: Final = 2.0
"""Seconds over which clients are sent to other processes."""

STEPS: Final = 100
"""So many times meanwhile."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, State]


class Closable(Protocol):
    """An open socket."""

    player: str
    deaf: frozenset[str]

    def push(self, message: wire.ServerMessage) -> None:
        """Send this."""

    def end(self, code: str) -> None:
        """Say why, and close."""


def is_https(scope: Any) -> bool:
    """Whether a client came over https (``scope``: ASGI's)."""
    return scope.get("scheme") in ("https", "wss")


def token_of(connection: AnyConnection) -> str | None:
    """The token that a program shows, if it shows one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else None


@dataclass(slots=True)
class Services:
    """The room and who may use it."""

    room: Room
    players: Players
    accounts: Accounts
    gate: Gate
    matching: Matching
    profiles: Profiles
    people: People
    analyst: Analyst
    analysing: FairQueue
    """The turns of those who ask for analyses."""
    path: str = ""
    """Below which path of its web server the room lies."""
    shelf: Shelf = field(default_factory=Shelf)
    reading: FairQueue = field(default_factory=lambda: FairQueue(1, most=500, most_each=100))
    """The turns of those who ask for replays and records."""
    connections: dict[Closable, str] = field(default_factory=dict)
    """Open sockets, each with the digest of the key that opened it."""
    stopping: bool = False
    _missed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.room.house.peers.on(Ended, lambda news: self._cut(news.digests))
        self.room.house.peers.on(Renewed, lambda news: self._rename(news.old, news.new))
        self.room.house.peers.on(Deaf, lambda news: self._deafen(news.player, news.other, on=news.on))
        self.room.house.peers.on(Missed, lambda news: self._missed.set())
        self.room.hosting.ears.append(self._hear)

    def _hear(self, act: Act) -> None:
        """What a host has done, as far as open sockets are concerned."""
        for connection in tuple(self.connections):
            if act.act == "notice":
                connection.push(_notice(act))
            elif act.act == "ban" and connection.player == act.subject:
                connection.end("banned")

    async def visit(self, connection: AnyConnection, told: str | None = None) -> Visit:
        """Who asks, by session cookie or token; or by the token that was ``told``, and that alone. Raises NoSession, Refusal."""
        token = token_of(connection) if told is None else told
        visit = await self.players.visit(self.session(connection) if token is None else token)
        if visit.key.kind == "reader" and connection.scope.get("method") not in _READING:
            raise Refusal("read_only")
        return visit

    def session(self, connection: AnyConnection) -> str | None:
        """The session cookie, if there is one. Those from before there was the safer name are good still."""
        return connection.cookies.get(self._named(SAFE)) or connection.cookies.get(COOKIE)

    def _named(self, name: str) -> str:
        """A safe cookie is for the whole site. Rooms below different paths have one each."""
        return name + self.path.replace("/", "-")

    async def who(self, connection: AnyConnection) -> Player:
        """The player who asks. Raises NoSession."""
        return (await self.visit(connection)).player

    async def visitor(self, connection: AnyConnection) -> Player | None:
        """The player who asks, where one may ask without being anybody."""
        token = token_of(connection)
        visit = await self.players.visit_or_none(self.session(connection) if token is None else token)
        return None if visit is None else visit.player

    async def both(self, connection: AnyConnection, name: str) -> tuple[Player, Player]:
        """The player who asks, and the one of that name whom it is about. Raises NoSession, UnknownName."""
        return await self.who(connection), await self.players.named(name)

    async def owner(self, connection: AnyConnection) -> Visit:
        """Who asks, in person. A program's token is not enough. Raises NoSession, Refusal."""
        visit = await self.visit(connection)
        if visit.key.kind != "session":
            raise Refusal("session_only")
        return visit

    def notice(self) -> wire.Notice | None:
        """What is told to everybody at present."""
        told = self.room.hosting.marks.notice
        return None if told is None else _notice(told)

    async def host(self, connection: AnyConnection) -> Player:
        """The host of the room who asks, in person. Raises NoSession, Refusal."""
        player = (await self.owner(connection)).player
        if not self.is_host(player.id):
            raise Refusal("hosts_only")
        return player

    def is_host(self, player: str) -> bool:
        """Whether a player is a host of the room."""
        return self.room.hosting.marks.has(player, "host")

    def address(self, connection: AnyConnection) -> str:
        """Where the request comes from: an address, or the network of one subscriber where those have many (IPv6, /64)."""
        return network_of(connection.client.host) if connection.client is not None else ""

    def cookie(self, connection: AnyConnection, text: str | None) -> Cookie:
        """The session cookie; None takes it away. A cookie that was set over https is sent over https only."""
        https = is_https(connection.scope)
        return Cookie(
            self._named(SAFE) if https else COOKIE,
            path="/" if https else self.path or "/",
            value=text or "",
            max_age=LIFE // 1000 if text else 0,
            httponly=True,
            samesite="lax",
            secure=https,
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
        await self.analyst.close()

    def deafen(self, player: str, other: str, *, on: bool) -> None:
        """A player hears another no more, or again, on open sockets, in other processes too. The next ones know it."""
        self._deafen(player, other, on=on)
        self.room.house.peers.line.tell(Deaf(player, other, on))

    async def listen_anew(self) -> None:
        """Wait until nobody knows what was told lately, and ask who hears whom."""
        await self._missed.wait()
        self._missed.clear()
        for connection in tuple(self.connections):
            connection.deaf = await self.people.blocked_by(connection.player)

    def _deafen(self, player: str, other: str, *, on: bool) -> None:
        for connection in self.connections:
            if connection.player == player:
                connection.deaf = connection.deaf | {other} if on else connection.deaf - {other}

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


def _notice(act: Act) -> wire.Notice:
    return wire.Notice(number=act.number, at=act.at, text=act.detail)


def services_of(request: AnyRequest) -> Services:
    """The services of the application that was asked."""
    services: Services = request.app.state.services
    return services
