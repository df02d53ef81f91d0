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
from paiju.server.app.analysis import Analyst
from paiju.server.app.cluster.peers import BlockChanged, ResyncNeeded, SessionRotated, SessionsRevoked
from paiju.server.app.fair_queue import FairQueue
from paiju.server.app.matchmaking.matchmaker import Matchmaker
from paiju.server.app.players.accounts import Accounts
from paiju.server.app.players.player_service import LIFE, Authenticated, PlayerService
from paiju.server.app.players.profiles import Profiles
from paiju.server.app.rate_limits import RateLimiter
from paiju.server.app.social.relations import Relations
from paiju.server.app.store import ModerationAction, StoredPlayer
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.errors import Refusal
from paiju.server.network_addresses import subscriber_network
from paiju.server.response_cache import ResponseCache

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


class OpenSocket(Protocol):
    """An open socket."""

    player: str
    blocked_players: frozenset[str]

    def send(self, message: wire.ServerMessage) -> None:
        """Send this."""

    def close(self, code: str) -> None:
        """Say why, and close."""


def is_https(scope: Any) -> bool:
    """Whether a client came over https (``scope``: ASGI's)."""
    return scope.get("scheme") in ("https", "wss")


def bearer_token(connection: AnyConnection) -> str | None:
    """The token that a program shows, if it shows one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else None


@dataclass(slots=True)
class Services:
    """The room and who may use it."""

    tables: TableManager
    players: PlayerService
    accounts: Accounts
    rate_limiter: RateLimiter
    matchmaker: Matchmaker
    profiles: Profiles
    people: Relations
    analyst: Analyst
    analysing: FairQueue
    """The turns of those who ask for analyses."""
    path: str = ""
    """Below which path of its web server the room lies."""
    response_cache: ResponseCache = field(default_factory=ResponseCache)
    reading: FairQueue = field(default_factory=lambda: FairQueue(1, most=500, most_each=100))
    """The turns of those who ask for replays and records."""
    connections: dict[OpenSocket, str] = field(default_factory=dict)
    """Open sockets, each with the digest of the key that opened it."""
    stopping: bool = False
    _missed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.tables.context.peers.subscribe(SessionsRevoked, lambda message: self._close_sessions_here(message.digests))
        self.tables.context.peers.subscribe(
            SessionRotated, lambda message: self._rename_session(message.old, message.new)
        )
        self.tables.context.peers.subscribe(
            BlockChanged, lambda message: self._set_blocked_here(message.player, message.other, on=message.on)
        )
        self.tables.context.peers.subscribe(ResyncNeeded, lambda message: self._missed.set())
        self.tables.moderation.listeners.append(self._on_moderation_action)

    def _on_moderation_action(self, act: ModerationAction) -> None:
        """Apply an action of an admin to open sockets."""
        for connection in tuple(self.connections):
            if act.act == "notice":
                connection.send(_to_notice(act))
            elif act.act == "ban" and connection.player == act.subject:
                connection.close("banned")

    async def authenticate(self, connection: AnyConnection, told: str | None = None) -> Authenticated:
        """Who asks, by session cookie or token; or by the token that was ``told``, and that alone. Raises NoSession, Refusal."""
        token = bearer_token(connection) if told is None else told
        visit = await self.players.authenticate(self.session_cookie(connection) if token is None else token)
        if visit.key.kind == "reader" and connection.scope.get("method") not in _READING:
            raise Refusal("read_only")
        return visit

    def session_cookie(self, connection: AnyConnection) -> str | None:
        """The session cookie, if there is one. Those from before there was the safer name are good still."""
        return connection.cookies.get(self._cookie_name(SAFE)) or connection.cookies.get(COOKIE)

    def _cookie_name(self, name: str) -> str:
        """A safe cookie is for the whole site. Rooms below different paths have one each."""
        return name + self.path.replace("/", "-")

    async def player(self, connection: AnyConnection) -> StoredPlayer:
        """The player who asks. Raises NoSession."""
        return (await self.authenticate(connection)).player

    async def visitor(self, connection: AnyConnection) -> StoredPlayer | None:
        """The player who asks, where one may ask without being anybody."""
        token = bearer_token(connection)
        visit = await self.players.try_authenticate(self.session_cookie(connection) if token is None else token)
        return None if visit is None else visit.player

    async def player_and_other(self, connection: AnyConnection, name: str) -> tuple[StoredPlayer, StoredPlayer]:
        """The player who asks, and the one of that name whom it is about. Raises NoSession, UnknownName."""
        return await self.player(connection), await self.players.find_by_name(name)

    async def authenticate_in_person(self, connection: AnyConnection) -> Authenticated:
        """Who asks, in person. A program's token is not enough. Raises NoSession, Refusal."""
        visit = await self.authenticate(connection)
        if visit.key.kind != "session":
            raise Refusal("session_only")
        return visit

    def notice(self) -> wire.Notice | None:
        """What is told to everybody at present."""
        told = self.tables.moderation.sanctions.notice
        return None if told is None else _to_notice(told)

    async def require_admin(self, connection: AnyConnection) -> StoredPlayer:
        """The admin who asks, in person. Raises NoSession, Refusal."""
        player = (await self.authenticate_in_person(connection)).player
        if not self.is_admin(player.id):
            raise Refusal("admins_only")
        return player

    def is_admin(self, player: str) -> bool:
        """Whether a player is an admin of the room."""
        return self.tables.moderation.sanctions.is_active(player, "admin")

    def client_address(self, connection: AnyConnection) -> str:
        """Where the request comes from: an address, or the network of one subscriber where those have many (IPv6, /64)."""
        return subscriber_network(connection.client.host) if connection.client is not None else ""

    def make_cookie(self, connection: AnyConnection, text: str | None) -> Cookie:
        """The session cookie; None takes it away. A cookie that was set over https is sent over https only."""
        https = is_https(connection.scope)
        return Cookie(
            self._cookie_name(SAFE) if https else COOKIE,
            path="/" if https else self.path or "/",
            value=text or "",
            max_age=LIFE // 1000 if text else 0,
            httponly=True,
            samesite="lax",
            secure=https,
        )

    @contextmanager
    def track_connection(self, connection: OpenSocket, digest: str) -> Iterator[None]:
        """While the connection is open, it can be found by the key that opened it."""
        self.connections[connection] = digest
        if self.stopping:
            connection.close("stopping")
        try:
            yield
        finally:
            del self.connections[connection]

    async def stop(self) -> None:
        """Let clients know that they should come back, those who come now too, and leave the tables to the other processes.

        Where there are others, clients come to them over a while, and not all in one moment.
        """
        self.stopping = True
        self.tables.ownership.begin_shutdown()
        waiting = tuple(self.connections)
        share = max(1, len(waiting) // STEPS) if self.tables.context.peers.others else len(waiting) + 1
        for first in range(0, len(waiting), share):
            for connection in waiting[first : first + share]:
                connection.close("stopping")
            await asyncio.sleep(SPREAD / STEPS if first + share < len(waiting) else 0)
        await self.tables.ownership.shut_down()
        await self.analyst.close()

    def set_blocked(self, player: str, other: str, *, on: bool) -> None:
        """A player hears another no more, or again, on open sockets, in other processes too. The next ones know it."""
        self._set_blocked_here(player, other, on=on)
        self.tables.context.peers.coordinator.publish(BlockChanged(player, other, on))

    async def wait_for_resync(self) -> None:
        """Wait until nobody knows what was told lately, and ask who hears whom."""
        await self._missed.wait()
        self._missed.clear()
        for connection in tuple(self.connections):
            connection.blocked_players = await self.people.blocked_by(connection.player)

    def _set_blocked_here(self, player: str, other: str, *, on: bool) -> None:
        for connection in self.connections:
            if connection.player == player:
                connection.blocked_players = (
                    connection.blocked_players | {other} if on else connection.blocked_players - {other}
                )

    def close_sessions(self, digests: Collection[str]) -> None:
        """Close what was opened with keys that have ended, in other processes too."""
        self._close_sessions_here(digests)
        self.tables.context.peers.publish_revoked(digests)

    def _close_sessions_here(self, digests: Collection[str]) -> None:
        for connection in [one for one, digest in self.connections.items() if digest in digests]:
            connection.close("logged_out")

    def on_session_rotated(self, old: str, new: str) -> None:
        """A new key has taken an old one's place: open connections belong to the new one, in other processes too."""
        self._rename_session(old, new)
        self.tables.context.peers.coordinator.publish(SessionRotated(old, new))

    def _rename_session(self, old: str, new: str) -> None:
        for connection in [one for one, digest in self.connections.items() if digest == old]:
            self.connections[connection] = new


def _to_notice(act: ModerationAction) -> wire.Notice:
    return wire.Notice(number=act.number, at=act.at, text=act.detail)


def get_services(request: AnyRequest) -> Services:
    """The services of the application that was asked."""
    services: Services = request.app.state.services
    return services
