"""uvicorn's end of a socket, with less to carry: a room has thousands, and mostly nothing goes through them."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from paiju.server.ws.wake_event import WakeEvent


class SingleReaderQueue:
    """What has come and was not read yet: hardly ever more than one. ``asyncio.Queue`` has four queues for that."""

    __slots__ = ("_bell", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[Any] = []
        self._bell = WakeEvent()

    def put_nowait(self, letter: Any) -> None:
        """One has come."""
        self._waiting.append(letter)
        self._bell.set()

    def empty(self) -> bool:
        """All have been read."""
        return not self._waiting

    async def get(self) -> Any:
        """The first of them, as soon as there is one."""
        while not self._waiting:
            await self._bell.wait()
        return self._waiting.pop(0)


class LeanWebSocketProtocol(WebSocketsSansIOProtocol):
    """Forgets the handshake when it is over, and has a queue of its own. That is a third of what a connection kept."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = SingleReaderQueue()  # type: ignore[assignment]  # it has what uvicorn asks of it

    def handle_connect(self, event: Request) -> None:
        """The application has a copy of the headers."""
        super().handle_connect(event)
        event.headers.clear()

    def start_keepalive(self) -> None:
        """The answer to the handshake was sent just now."""
        super().start_keepalive()
        self.response.headers.clear()
