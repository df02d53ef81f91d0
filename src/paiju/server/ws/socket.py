"""The WebSocket endpoint of a table. It uses ASGI directly, because each layer of a framework would cost time for every frame."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any, Final

import structlog
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, Receive, Scope, Send

from paiju.core.errors import PaijuError, UnknownName
from paiju.server import wire
from paiju.server.errors import NewerFormat, NoSession, OtherProtocol, Quarantined, RateLimited, Refusal
from paiju.server.redacted_errors import error_location, error_type
from paiju.server.services import AnyConnection, Services
from paiju.server.wire_decoding import decode_login
from paiju.server.ws.connection import CLOSE_CODES, Connection
from paiju.server.ws.uvicorn_protocol import SEND_ALL

NO_SESSION: Final = 4401
WRONG_ORIGIN: Final = 4403
BANNED: Final = 4405
NO_TABLE: Final = 4404
SET_ASIDE: Final = 4410
OTHER_PROTOCOL: Final = 4426
LOGIN: Final = 5.0
"""Seconds in which a client with ``?login`` must send its first message."""
COME_AGAIN: Final = CLOSE_CODES["stopping"]
TOO_MANY: Final = 1008
LATER: Final = CLOSE_CODES["slow"]

HELLO: Final = wire.Hello(protocol=wire.PROTOCOL_VERSION)

log = structlog.get_logger()

_TABLE: Final = re.compile("/ws/tables/([^/]+)/?")


class AsgiTransport:
    """Sends and receives frames over an ASGI socket (``SocketTransport``)."""

    def __init__(self, receive: Receive, send: Send, *, sends_all: bool) -> None:
        self._receive = receive
        self._send = send
        self._sends_all = sends_all
        """Whether the ASGI server knows the event ``SEND_ALL``."""
        self._open = True

    async def accept(self) -> None:
        """Accept the socket."""
        await self._receive()
        await self._send_event({"type": "websocket.accept", "subprotocol": None, "headers": []})

    async def receive(self) -> str | bytes | None:
        """Return the next frame; None if the client has closed the socket."""
        message: Any = await self._receive()
        if message["type"] == "websocket.disconnect":
            self._open = False
            return None
        text: str | None = message.get("text")
        return text if text is not None else message.get("bytes", b"")

    async def send(self, frames: Sequence[bytes]) -> None:
        """Send text frames, unless the client has closed the socket."""
        if self._sends_all and self._open:
            await self._send_event({"type": SEND_ALL, "frames": frames})
            return
        for frame in frames:
            if self._open:
                await self._send_event({"type": "websocket.send", "bytes": None, "text": frame.decode()})

    async def close(self, code: int) -> None:
        """Close the socket unless it is closed."""
        if self._open:
            await self._send_event({"type": "websocket.close", "code": code, "reason": ""})
            self._open = False

    async def _send_event(self, message: Any) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError):
            # The client, or uvicorn after a frame that was too long, has closed the socket. ``receive`` reports that too.
            self._open = False


def with_table_sockets(app: Litestar, others: ASGIApp) -> ASGIApp:
    """Return an ASGI application that serves the sockets of tables, and passes all other requests to ``others``.

    The path of a socket is ``/ws/tables/ID``. ``docs/reference/protocol.md`` describes the sockets.
    """

    async def wrapped_app(scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope
        if asked["type"] == "websocket" and (table := _TABLE.fullmatch(asked["path"])):
            pipe = AsgiTransport(receive, send, sends_all=SEND_ALL in asked.get("extensions", ()))
            await _serve_client(app.state.services, asked, pipe, table[1])
        else:
            await others(scope, receive, send)

    return wrapped_app


async def _serve_client(services: Services, scope: Any, pipe: AsgiTransport, table: str) -> None:
    """Serve a client at a table until either side closes the socket; or refuse the client with a close code."""
    await pipe.accept()
    try:
        await _authenticate_and_serve(services, scope, pipe, table)
    except PaijuError as error:
        await pipe.close(_close_code(error))
    except Exception as error:  # noqa: BLE001 (a fault of ours, or of the database: the client may come again)
        log.error("socket_failed", table=table, error=error_type(error), at=error_location(error))  # noqa: TRY400 (no cards in the log)
        await pipe.close(CLOSE_CODES["fault"])


async def _authenticate_and_serve(services: Services, scope: Any, pipe: AsgiTransport, table: str) -> None:
    """Check whether a client may connect to a table, and if so, serve its connection.

    Raises PaijuError if the client may not connect.
    """
    address = services.client_address(ASGIConnection(scope))
    services.rate_limiter.admit_socket(address)
    wishes = scope["query_string"].split(b"&")
    _check_origin(services, ASGIConnection(scope))
    await _check_protocol(wishes, pipe)
    login = await _receive_login_token(services, address, pipe) if b"login" in wishes else None
    visit = await services.authenticate(ASGIConnection(scope), login)
    live = await services.tables.visible_table(table, visit.player.id)
    with services.rate_limiter.count_socket(address, visit.player):
        brief = b"brief" in wishes
        connection = Connection(
            services.tables, live, visit.player, services.rate_limiter, address=address, brief=brief
        )
        connection.is_glancing = b"glance" in wishes
        connection.send(HELLO)
        if (notice := services.current_notice()) is not None:
            connection.send(notice)
        with services.track_connection(connection, visit.key.digest):
            # If the token was revoked before the connection was registered, this socket was not closed. So check it again.
            await services.authenticate(ASGIConnection(scope), login)
            await services.matchmaker.networks.record(visit.player.id, address)
            connection.blocked_players = await services.people.players_blocked_by(visit.player.id)
            for read in ("headers", "state"):  # uvicorn keeps the scope while the socket is open
                scope[read].clear()
            await connection.run(pipe)


def _check_origin(services: Services, asked: AnyConnection) -> None:
    """Check the host name of the request and the origin of the page that sent it. Raises Refusal."""
    services.rate_limiter.require_served_host(asked.headers.get("host"))
    services.rate_limiter.check_origin(asked.headers.get("origin"), asked.headers.get("host"))


async def _check_protocol(wishes: list[bytes], pipe: AsgiTransport) -> None:
    """Raise OtherProtocol if the client names a version of the protocol that is not the room's.

    Such a client first receives the message ``hello``, which contains the room's version.
    """
    named = next((wish.partition(b"=")[2] for wish in wishes if wish.startswith(b"protocol=")), None)
    if named is not None and named != b"%d" % wire.PROTOCOL_VERSION:
        await pipe.send([wire.encode_message(HELLO)])
        raise OtherProtocol("other_protocol", client=named.decode("latin-1")[:20], server=wire.PROTOCOL_VERSION)


async def _receive_login_token(services: Services, address: str, pipe: AsgiTransport) -> str:
    """Return the token in the client's first message. Raises PaijuError.

    The client has ``LOGIN`` seconds to send this message.
    """
    with services.rate_limiter.count_anonymous_socket(address):
        try:
            async with asyncio.timeout(LOGIN):
                frame = await pipe.receive()
        except TimeoutError:
            frame = None
    if frame is None:
        raise NoSession("no_session")
    return decode_login(frame)


def _close_code(error: PaijuError) -> int:
    match error:
        case NoSession():
            return NO_SESSION
        case Refusal():
            return BANNED if error.code == "banned" else WRONG_ORIGIN
        case UnknownName():
            return NO_TABLE
        case OtherProtocol():
            return OTHER_PROTOCOL
        case Quarantined():
            return SET_ASIDE
        case NewerFormat():
            return COME_AGAIN
        case RateLimited(code="too_many_requests"):
            return LATER
    return TOO_MANY
