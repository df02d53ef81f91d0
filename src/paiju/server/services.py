"""The parts of the room that HTTP handlers and table sockets use, and the authentication of requests."""

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
from paiju.server.app.cluster.coordination import BlockChanged, ResyncNeeded, SessionRotated, SessionsRevoked
from paiju.server.app.daily.daily_services import DailyServices
from paiju.server.app.demo_tables import DemoTables
from paiju.server.app.fair_queue import FairQueue
from paiju.server.app.matchmaking.matchmaker import Matchmaker
from paiju.server.app.players.accounts import Accounts
from paiju.server.app.players.evening_review import EveningReviews
from paiju.server.app.players.mistake_statistics import MistakeCounter
from paiju.server.app.players.player_service import LIFE, Authenticated, PlayerService
from paiju.server.app.players.profiles import Profiles
from paiju.server.app.players.season_standings import SeasonStandings
from paiju.server.app.puzzles.puzzle_maker import PuzzleMaker
from paiju.server.app.puzzles.puzzle_service import Puzzles
from paiju.server.app.puzzles.puzzle_tries import PuzzleTryService
from paiju.server.app.rate_limits import RateLimiter
from paiju.server.app.recent_activity import ActivityFeed
from paiju.server.app.reviews import Reviews
from paiju.server.app.social.relations import Relations
from paiju.server.app.store import ModerationAction, StoredPlayer
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.app.voice_packs import VoicePack
from paiju.server.errors import Refusal
from paiju.server.network_addresses import subscriber_network
from paiju.server.response_cache import ResponseCache

COOKIE: Final = "paiju"
"""Name of the session cookie over http."""
HTTPS_COOKIE: Final = f"__Host-{COOKIE}"
"""Name of the session cookie over https.

A browser accepts a ``__Host-`` cookie only from this host, not from a sibling domain.
"""

_READING: Final = ("GET", "HEAD")
"""Methods that a read-only token may use."""

SPREAD: Final = 2.0
"""Seconds over which a stopping process closes its sockets if other processes serve the same room."""

STEPS: Final = 100
"""Number of groups in which a stopping process closes its sockets, one group after another, during ``SPREAD``."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, State]


class OpenSocket(Protocol):
    """An open socket of a player."""

    player: str
    blocked_players: frozenset[str]

    def send(self, message: wire.ServerMessage) -> None:
        """Send a message."""

    def close(self, code: str) -> None:
        """Send ``Closed`` with this code, and close the socket."""


def is_https(scope: Any) -> bool:
    """Whether a request came over https. ``scope`` is its ASGI scope."""
    return scope.get("scheme") in ("https", "wss")


def bearer_token(connection: AnyConnection) -> str | None:
    """Return the token in the ``Authorization`` header; None if there is none."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else None


@dataclass(slots=True)
class Services:
    """The parts of the room that requests use, and the open sockets of this process."""

    tables: TableManager
    players: PlayerService
    accounts: Accounts
    rate_limiter: RateLimiter
    matchmaker: Matchmaker
    demo_tables: DemoTables
    profiles: Profiles
    seasons: SeasonStandings
    people: Relations
    activity_feed: ActivityFeed
    analyst: Analyst
    analysing: FairQueue
    """The queue in which requests for analyses wait."""
    reviews: Reviews
    evenings: EveningReviews
    mistakes: MistakeCounter
    puzzles: Puzzles
    puzzle_tries: PuzzleTryService
    daily: DailyServices
    puzzle_maker: PuzzleMaker | None = None
    """Makes puzzles at night; None if this process makes none."""
    path: str = ""
    """The base path of the room, such as ``/paiju``; "" if the room is at the root of its web server."""
    voices: tuple[VoicePack, ...] = ()
    response_cache: ResponseCache = field(default_factory=ResponseCache)
    reading: FairQueue = field(default_factory=lambda: FairQueue(1, most=500, most_each=100))
    """The queue in which requests for replays, records and data from stored reviews wait."""
    connections: dict[OpenSocket, str] = field(default_factory=dict)
    """The open sockets, each with the hash of the token that opened it."""
    stopping: bool = False
    _missed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.tables.context.peers.subscribe(SessionsRevoked, lambda message: self._close_sessions_here(message.digests))
        self.tables.context.peers.subscribe(
            SessionRotated, lambda message: self._reassign_sockets_here(message.old, message.new)
        )
        self.tables.context.peers.subscribe(
            BlockChanged, lambda message: self._apply_block_change_here(message.player, message.other, on=message.on)
        )
        self.tables.context.peers.subscribe(ResyncNeeded, lambda message: self._missed.set())
        self.tables.moderation.listeners.append(self._on_moderation_action)

    def _on_moderation_action(self, act: ModerationAction) -> None:
        """Apply an action of an admin to the open sockets: send a notice, or close the sockets of a banned player."""
        for connection in tuple(self.connections):
            if act.act == "notice":
                connection.send(_to_notice(act))
            elif act.act == "ban" and connection.player == act.subject:
                connection.close("banned")

    async def authenticate(self, connection: AnyConnection, login: str | None = None) -> Authenticated:
        """Return the player who sent a request, with the token or session cookie that identifies the player.

        If ``login`` is given, it is used instead of the request's token. A request with a read-only token is refused
        unless the request's method only reads (``_READING``). Raises NoSession, Refusal.
        """
        token = bearer_token(connection) if login is None else login
        visit = await self.players.authenticate(self.get_session_cookie(connection) if token is None else token)
        if visit.key.kind == "reader" and connection.scope.get("method") not in _READING:
            raise Refusal("read_only")
        return visit

    def get_session_cookie(self, connection: AnyConnection) -> str | None:
        """Return the session cookie of a request; None if there is none.

        A cookie without the prefix ``__Host-``, which earlier versions set over https, is still accepted.
        """
        return connection.cookies.get(self._cookie_name(HTTPS_COOKIE)) or connection.cookies.get(COOKIE)

    def _cookie_name(self, name: str) -> str:
        """Return a cookie name with the base path in it.

        A ``__Host-`` cookie applies to the whole site, so each room on the site needs its own name.
        """
        return name + self.path.replace("/", "-")

    async def require_player(self, connection: AnyConnection) -> StoredPlayer:
        """Return the player who sent a request. Raises NoSession, Refusal."""
        return (await self.authenticate(connection)).player

    async def find_player(self, connection: AnyConnection) -> StoredPlayer | None:
        """Return the player who sent a request; None if the request has no valid session or token."""
        token = bearer_token(connection)
        visit = await self.players.try_authenticate(self.get_session_cookie(connection) if token is None else token)
        return None if visit is None else visit.player

    async def require_player_and_other(self, connection: AnyConnection, name: str) -> tuple[StoredPlayer, StoredPlayer]:
        """Return the player who sent a request, and the player with this name. Raises NoSession, Refusal, UnknownName."""
        return await self.require_player(connection), await self.players.find_by_name(name)

    async def authenticate_in_person(self, connection: AnyConnection) -> Authenticated:
        """Return the player who sent a request with a session.

        Raises NoSession, and Refusal if the request has an API token instead.
        """
        visit = await self.authenticate(connection)
        if visit.key.kind != "session":
            raise Refusal("session_only")
        return visit

    def current_notice(self) -> wire.Notice | None:
        """Return the current notice of the admins; None if there is none."""
        notice = self.tables.moderation.sanctions.notice
        return None if notice is None else _to_notice(notice)

    async def require_admin(self, connection: AnyConnection) -> StoredPlayer:
        """Return the admin who sent a request with a session. Raises NoSession, Refusal."""
        player = (await self.authenticate_in_person(connection)).player
        if not self.is_admin(player.id):
            raise Refusal("admins_only")
        return player

    def is_admin(self, player: str) -> bool:
        """Whether a player is an admin of the room."""
        return self.tables.moderation.sanctions.is_active(player, "admin")

    def client_address(self, connection: AnyConnection) -> str:
        """Return the address from which a request came; "" if it is unknown.

        For an IPv6 address, its /64 network is returned, because all of that network belongs to a single subscriber.
        """
        return subscriber_network(connection.client.host) if connection.client is not None else ""

    def make_session_cookie(self, connection: AnyConnection, text: str | None) -> Cookie:
        """Return a session cookie with the token ``text``. If ``text`` is None, the cookie deletes the session cookie.

        If the request came over https, browsers send the cookie only over https.
        """
        https = is_https(connection.scope)
        return Cookie(
            self._cookie_name(HTTPS_COOKIE) if https else COOKIE,
            path="/" if https else self.path or "/",
            value=text or "",
            max_age=LIFE // 1000 if text else 0,
            httponly=True,
            samesite="lax",
            secure=https,
        )

    @contextmanager
    def track_connection(self, connection: OpenSocket, digest: str) -> Iterator[None]:
        """Context manager that registers an open socket together with the hash of the token that opened the socket."""
        self.connections[connection] = digest
        if self.stopping:
            connection.close("stopping")
        try:
            yield
        finally:
            del self.connections[connection]

    async def stop(self) -> None:
        """Close all sockets, so that the clients reconnect; give the tables to other processes; and end all analyses.

        Sockets that are opened after this are closed at once. If there are other processes, the sockets are closed
        one group after another over ``SPREAD`` seconds, so that not all clients reconnect at the same time.
        """
        self.stopping = True
        self.tables.ownership.stop_acquiring_tables()
        waiting = tuple(self.connections)
        share = max(1, len(waiting) // STEPS) if self.tables.context.peers.others else len(waiting) + 1
        for first in range(0, len(waiting), share):
            for connection in waiting[first : first + share]:
                connection.close("stopping")
            await asyncio.sleep(SPREAD / STEPS if first + share < len(waiting) else 0)
        await self.tables.ownership.shut_down()
        await self.analyst.close()

    def apply_block_change(self, player: str, other: str, *, on: bool) -> None:
        """Tell the open sockets of a player that the player has blocked or unblocked another.

        This reaches the sockets in all processes. A socket that is opened later reads the blocks from the store.
        """
        self._apply_block_change_here(player, other, on=on)
        self.tables.context.peers.coordinator.publish(BlockChanged(player, other, on))

    async def reload_blocks_after_resync(self) -> None:
        """Wait for the next resync, then reload for each open socket whom its player has blocked.

        A resync happens after messages from other processes may have been lost. These messages may have announced new
        blocks. The method handles one resync and returns.
        """
        await self._missed.wait()
        self._missed.clear()
        for connection in tuple(self.connections):
            connection.blocked_players = await self.people.players_blocked_by(connection.player)

    def _apply_block_change_here(self, player: str, other: str, *, on: bool) -> None:
        for connection in self.connections:
            if connection.player == player:
                connection.blocked_players = (
                    connection.blocked_players | {other} if on else connection.blocked_players - {other}
                )

    def close_sessions(self, digests: Collection[str]) -> None:
        """Close the sockets of revoked sessions and API tokens, in all processes."""
        self._close_sessions_here(digests)
        self.tables.context.peers.publish_revoked(digests)

    def _close_sessions_here(self, digests: Collection[str]) -> None:
        for connection in [one for one, digest in self.connections.items() if digest in digests]:
            connection.close("logged_out")

    def reassign_sockets(self, old: str, new: str) -> None:
        """Assign the open sockets of a session token to the token that replaced it, in all processes.

        ``old`` and ``new`` are the hashes of the two tokens.
        """
        self._reassign_sockets_here(old, new)
        self.tables.context.peers.coordinator.publish(SessionRotated(old, new))

    def _reassign_sockets_here(self, old: str, new: str) -> None:
        for connection in [one for one, digest in self.connections.items() if digest == old]:
            self.connections[connection] = new


def _to_notice(act: ModerationAction) -> wire.Notice:
    return wire.Notice(number=act.number, at=act.at, text=act.detail)


def get_services(request: AnyRequest) -> Services:
    """Return the services of the application that handles a request."""
    services: Services = request.app.state.services
    return services
