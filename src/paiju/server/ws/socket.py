"""The WebSocket endpoint of a table, over ASGI."""

from __future__ import annotations

from typing import Any, Final

from litestar import WebSocket, websocket
from litestar.params import FromPath

from paiju.core.errors import PaijuError, UnknownName
from paiju.server.errors import Newer, NoSession, Refusal, SetAside
from paiju.server.services import Services
from paiju.server.ws.connection import CLOSE_CODES, Connection

NO_SESSION: Final = 4401
WRONG_ORIGIN: Final = 4403
BANNED: Final = 4405
NO_TABLE: Final = 4404
SET_ASIDE: Final = 4410
COME_AGAIN: Final = CLOSE_CODES["stopping"]
TOO_MANY: Final = 1008


class AsgiPipe:
    """``Pipe`` over an accepted ASGI socket."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._receive = socket.receive
        self._send = socket.send
        self._open = True

    async def receive(self) -> str | bytes | None:
        """The next frame; None when the client has gone."""
        message: Any = await self._receive()
        if message["type"] == "websocket.disconnect":
            self._open = False
            return None
        text: str | None = message.get("text")
        return text if text is not None else message.get("bytes", b"")

    async def send(self, frame: str) -> None:
        """Send a text frame, unless the client has gone."""
        if self._open:
            await self._say({"type": "websocket.send", "bytes": None, "text": frame})

    async def close(self, code: int) -> None:
        """Close it, unless it is."""
        if self._open:
            await self._say({"type": "websocket.close", "code": code, "reason": ""})
            self._open = False

    async def _say(self, message: Any) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError):
            # The client has gone, or uvicorn has closed the socket by itself (a frame too long); ``receive`` says so too.
            self._open = False


@websocket("/ws/tables/{table:str}", opt={"exclude_from_auth": True})
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """See ``docs/reference/protocol.md``."""
    services: Services = socket.app.state.services
    await socket.accept()
    pipe = AsgiPipe(socket)
    try:
        services.gate.check_host(socket.headers.get("host"))
        services.gate.check_origin(socket.headers.get("origin"), socket.headers.get("host"))
        visit = await services.visit(socket)
        live = await services.room.table(table)
        with services.gate.socket(services.address(socket), visit.player):
            connection = Connection(services.room, live, visit.player, services.gate)
            if (notice := services.notice()) is not None:
                connection.push(notice)
            with services.counted(connection, visit.key.digest):
                await services.visit(socket)  # a key that ended before it was noted here could not cut this socket
                await connection.run(pipe)
    except PaijuError as error:
        await pipe.close(_close_code(error))


def _close_code(error: PaijuError) -> int:
    match error:
        case NoSession():
            return NO_SESSION
        case Refusal():
            return BANNED if error.code == "banned" else WRONG_ORIGIN
        case UnknownName():
            return NO_TABLE
        case SetAside():
            return SET_ASIDE
        case Newer():
            return COME_AGAIN
    return TOO_MANY
