"""A client's connection to a table: reads the client's requests, and queues the messages to send.

Table messages are not queued: each is complete, so a client that reads slowly receives only the latest one.
Other messages are queued. If the queue becomes too long, or if the client does not read at all, the connection
is closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

import structlog

from paiju.core.errors import PaijuError
from paiju.server import wire, wire_requests
from paiju.server.app.rate_limits import RateLimiter
from paiju.server.app.store import StoredPlayer
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.app.tables.request_handlers import handle_request, to_refused
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.app.token_buckets import TokenBucket
from paiju.server.errors import NewerFormat, RateLimited
from paiju.server.redacted_errors import error_location, error_type
from paiju.server.wire_decoding import decode_request
from paiju.server.ws.wake_event import WakeEvent

WAITING: Final = 64
"""Maximum number of messages in the queue for a client."""

PATIENCE: Final = 10.0
"""Seconds within which the network must accept frames that are sent together.

If it does not accept them in time, the connection is closed.
"""

CLOSE_CODES: Final = {
    "left": 1000,
    "abuse": 1008,
    "fault": 1011,
    "stopping": 1012,
    "slow": 1013,
    "logged_out": 4401,
    "banned": 4405,
}
"""The WebSocket close code for each code of ``Closed``."""


log = structlog.get_logger()


class SocketTransport(Protocol):
    """The socket of a connection, without the details of the protocol."""

    async def receive(self) -> str | bytes | None:
        """Return the next frame; None if the client has closed the socket."""

    async def send(self, frames: Sequence[bytes]) -> None:
        """Send text frames together. Returns when the network has accepted them."""

    async def close(self, code: int) -> None:
        """Close the socket."""


class Connection:
    """A client's connection to a table. The connection subscribes to the table, and handles the client's requests."""

    def __init__(
        self,
        room: TableManager,
        live: LiveTable,
        player: StoredPlayer,
        gate: RateLimiter,
        *,
        address: str = "",
        brief: bool = False,
    ) -> None:
        self.player = player.id
        self.blocked_players: frozenset[str] = frozenset()
        self.is_glancing = False
        self._who = player
        self._room = room
        self._live = live
        self._gate = gate
        self._address = address
        self._bucket = TokenBucket(gate.limits.frames)
        self._waiting: list[
            wire.ServerMessage
        ] = []  # a list: the queue is mostly empty, and a list needs less memory than a deque
        self._awake = WakeEvent()
        self._patience = asyncio.timeout(None)
        self._watch: asyncio.TimerHandle | None = None
        self._since: float | None = None
        """When the sending of the current frames began, by the loop's clock; None if no frames are being sent."""
        self._stale = True
        self._seen: int | None = None
        self._brief = brief
        self._last: wire.TableInfo | None = None
        self._bad = 0
        self._closing: str | None = None

    # ---- called by the table

    def notify_changed(self) -> None:
        """Let the writer task send the table, because it has changed."""
        self._stale = True
        self._awake.set()

    def send(self, message: wire.ServerMessage) -> None:
        """Queue a message for the client. If too many messages wait, the connection is closed."""
        self._waiting.append(message)
        if len(self._waiting) > WAITING:
            self.close("slow")
        self._awake.set()

    def close(self, code: str) -> None:
        """Close the socket after a ``closed`` message with this code. Only the first code counts."""
        self._closing = self._closing or code
        if code in ("slow", "abuse"):
            self._waiting.clear()
        self._awake.set()

    # ---- the reader and the writer

    async def run(self, pipe: SocketTransport) -> None:
        """Serve the client until either side closes the socket."""
        self._live.subscribers.subscribe(self)
        writer = asyncio.create_task(self._run_writer(pipe))
        try:
            await self._read_requests(pipe, writer)
        finally:
            self._live.subscribers.unsubscribe(self)
            self.close("left")
            await _wait_for_writer(writer)
            if self._watch is not None:
                self._watch.cancel()

    async def _read_requests(self, pipe: SocketTransport, writer: asyncio.Task[None]) -> None:
        while self._closing is None and not writer.done():
            frame = await pipe.receive()
            if frame is None:
                return
            await self._on_frame(frame)

    async def _on_frame(self, frame: str | bytes) -> None:
        """Decode a frame, handle the request, and queue the answer."""
        request: wire_requests.ClientMessage | None = None
        try:
            request = decode_request(frame)
            self._check_request_rate()
            await self._gate.admit_message(self._who, self._address, request)
            self.send(await handle_request(self._room, self._live, self._who, request))
        except NewerFormat:
            self.close("stopping")
        except PaijuError as error:
            self._refuse(error, None if request is None else request.id)
        except Exception as error:  # noqa: BLE001 (a fault of ours ends this connection, and no other)
            self._close_after_fault(error)
        else:
            self._handle_sync_or_leave(request)

    def _close_after_fault(self, error: Exception) -> None:
        log.error("request_failed", table=self._live.table.id, error=error_type(error), at=error_location(error))
        self.close("fault")

    def _check_request_rate(self) -> None:
        if not self._bucket.take():
            self._gate.reached.record("frames", self.player)
            raise RateLimited("too_many_requests")

    def _refuse(self, error: PaijuError, request: str | None) -> None:
        self._bad += 1
        self._room.context.metrics.record_refusal(error.kind)
        self.send(to_refused(error, request, self._live.table.game.voice))
        if self._bad > self._gate.limits.bad:
            self.close("abuse")

    def _handle_sync_or_leave(self, request: wire_requests.ClientMessage) -> None:
        if isinstance(request, wire_requests.Sync):
            self._seen = self._last = None
            self.notify_changed()
        elif isinstance(request, wire_requests.Leave):
            self.close("left")

    async def _run_writer(self, pipe: SocketTransport) -> None:
        try:
            async with self._patience:
                code = await self._send_until_closed(pipe)
            await pipe.close(CLOSE_CODES.get(code, 1000))
        except TimeoutError:
            self._closing = "slow"
            await pipe.close(CLOSE_CODES["slow"])
        except Exception as error:  # noqa: BLE001 (a fault of ours must not leave the client waiting)
            self._close_after_fault(error)
            await pipe.close(CLOSE_CODES["fault"])

    async def _send_until_closed(self, pipe: SocketTransport) -> str:
        """Send queued messages and table messages until the connection is to close. Returns the code for ``Closed``."""
        while self._closing is None or self._waiting:
            await self._send_pending(pipe)
            if self._closing is None:
                await self._awake.wait()
        await self._send_frames(pipe, [wire.encode_message(wire.Closed(code=self._closing))])
        return self._closing

    async def _send_pending(self, pipe: SocketTransport) -> None:
        """Send the queued messages and, if the table has changed, a table message, in one write.

        The answer to a request comes before the table message that shows its effect.
        """
        subscribers = self._live.subscribers
        if self._stale and self._closing is None and subscribers.lacks_hints(self.player):
            await self._send_queued(pipe)  # answers must not wait until the hints are computed
            await subscribers.prepare_hints(self.player)
        frames = self._take_queued()
        if self._stale and self._closing is None:
            self._stale = False
            frame = subscribers.table_frame(self.player, self._seen, self._last)
            self._seen, self._last = frame.edition, frame.info if self._brief else None
            frames.append(frame.text)
        if frames:
            await self._send_frames(pipe, frames)

    async def _send_queued(self, pipe: SocketTransport) -> None:
        """Send the queued messages."""
        if frames := self._take_queued():
            await self._send_frames(pipe, frames)

    def _take_queued(self) -> list[bytes]:
        """Remove the queued messages from the queue, and return them encoded."""
        taken, self._waiting = self._waiting, []
        return [wire.encode_message(message) for message in taken]

    async def _send_frames(self, pipe: SocketTransport, frames: Sequence[bytes]) -> None:
        for frame in frames:
            self._room.context.metrics.record_frame(len(frame))
        loop = asyncio.get_running_loop()
        self._since = loop.time()
        if self._watch is None:  # nearly all frames are sent without delay, so one timer serves for many of them
            self._watch = loop.call_later(PATIENCE, self._set_send_deadline)
        try:
            await pipe.send(frames)
        finally:
            self._since = None
        if self._patience.when() is not None:
            self._patience.reschedule(None)

    def _set_send_deadline(self) -> None:
        """Set the time limit for the frames that are being sent: ``PATIENCE`` seconds after their sending began.

        Does nothing if no frames are being sent.
        """
        self._watch = None
        if self._since is not None:
            self._patience.reschedule(self._since + PATIENCE)


async def _wait_for_writer(writer: asyncio.Task[None]) -> None:
    """Wait until the last messages are sent. After ``PATIENCE`` seconds, cancel the writer."""
    done, _ = await asyncio.wait({writer}, timeout=PATIENCE)
    if not done:
        writer.cancel()
