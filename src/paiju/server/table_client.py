"""A client of the table protocol in Python, for programs that play at a table."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from types import TracebackType
from typing import Any, Final, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from paiju.core.codec import from_json
from paiju.core.errors import PaijuError
from paiju.core.fair_deal import commitment
from paiju.core.game import AnyGame
from paiju.core.history import with_encoded_history
from paiju.server import wire, wire_requests
from paiju.server.errors import OtherProtocol

_messages: msgspec.json.Decoder[wire.ServerMessage] = msgspec.json.Decoder(wire.ServerMessage)

FINAL: Final = frozenset({1000, 1008, 4401, 4403, 4404, 4405, 4410, 4426})
"""WebSocket close codes after which the client does not connect again."""

Hook = Callable[[str], Awaitable[None]]
"""A function that is called with each frame that arrives, as text."""


class RequestRefused(PaijuError):
    """The server refused a request.

    ``refused_as`` and ``code`` are the fields ``kind`` and ``code`` of the server's message ``error``.
    """

    def __init__(self, message: wire.Refused) -> None:
        super().__init__(message.code, **message.args)
        self.refused_as = message.kind


class TableConnectionClosed(PaijuError):
    """The server has closed the socket, and connecting again would not help.

    In ``details``, ``status`` is the close code.
    """

    kind = "gone"


class TableClient:
    """A connection to a table. When it breaks, the client connects again and repeats the requests that were not answered.

    ``url`` is the address of the server (``http://…``). ``token`` is an API token or a session token.
    """

    def __init__(self, url: str, token: str, table: str, *, patience: float = 0.05) -> None:
        self._address = f"{url.rstrip('/').replace('http', 'ws', 1)}/ws/tables/{table}?protocol={wire.PROTOCOL_VERSION}"
        self._headers = {"Authorization": f"Bearer {token}"}
        self._patience = patience
        self._socket: ClientConnection | None = None
        self._asked: dict[str, tuple[str, asyncio.Future[wire.ServerMessage]]] = {}
        self._changed = asyncio.Condition()
        self._failure: PaijuError | None = None
        self._keeper: asyncio.Task[None] | None = None
        self.latest: wire.Table | None = None
        self.heard: Hook | None = None
        self.noticed: Callable[[str], None] | None = None
        """A function that is called for each notice from the room's admins, with the text of the notice; or None."""

    async def __aenter__(self) -> Self:
        self._keeper = asyncio.create_task(self._keep_connected())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait({self._keeper})
        if self._socket is not None:
            await self._socket.close()

    def drop_connection(self) -> None:
        """Break the connection without a close message. The client then connects again."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def request(self, request: wire_requests.ClientMessage) -> wire.ServerMessage:
        """Send a request, and return the server's answer.

        After each reconnection before the answer, the client sends the request again. Raises RequestRefused,
        TableConnectionClosed, OtherProtocol.
        """
        frame = msgspec.json.encode(request).decode()
        future = asyncio.get_running_loop().create_future()
        if self._failure is not None:
            raise self._failure
        self._asked[request.id] = frame, future
        await self._send(frame)
        answer: wire.ServerMessage = await future
        if isinstance(answer, wire.Refused):
            raise RequestRefused(answer)
        return answer

    async def table_updates(self) -> AsyncIterator[wire.Table]:
        """Yield the latest table message after each change. If changes follow each other quickly, some messages are skipped.

        Raises TableConnectionClosed, OtherProtocol.
        """
        seen: wire.Table | None = None
        while True:
            async with self._changed:
                await self._changed.wait_for(partial(self._has_changed, seen))
            if self._failure is not None:
                raise self._failure
            seen = self.latest
            if seen is not None:
                yield seen

    def _has_changed(self, seen: wire.Table | None) -> bool:
        return self.latest is not seen or self._failure is not None

    async def _keep_connected(self) -> None:
        while self._failure is None:
            try:
                async with connect(self._address, additional_headers=self._headers, max_size=None) as self._socket:
                    for frame, _ in list(self._asked.values()):
                        await self._send(frame)
                    await self._receive_all(self._socket)
                await self._on_closed(self._socket.close_code)
            except (OSError, InvalidHandshake, ConnectionClosed):
                # The server or the network is down. Try again until this client is closed.
                await self._wait_before_reconnecting()

    async def _send(self, frame: str) -> None:
        if self._socket is not None:
            try:
                await self._socket.send(frame)
            except ConnectionClosed:
                return  # the request is sent again on the next connection

    async def _receive_all(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                text = frame if isinstance(frame, str) else frame.decode()
                if self.heard is not None:
                    await self.heard(text)
                await self._on_message(_messages.decode(text))
                if self._failure is not None:
                    return
        except ConnectionClosed:
            return  # the close code says what to do next

    async def _on_closed(self, code: int | None) -> None:
        if code in FINAL and self._failure is None:
            await self._fail(TableConnectionClosed("gone", status=code))
        await self._wait_before_reconnecting()

    async def _wait_before_reconnecting(self) -> None:
        await asyncio.sleep(self._patience * (1 + secrets.randbelow(100) / 100))

    async def _on_message(self, message: wire.ServerMessage) -> None:
        match message:
            case wire.Hello() if message.protocol != wire.PROTOCOL_VERSION:
                await self._fail(OtherProtocol("other_protocol", client=wire.PROTOCOL_VERSION, server=message.protocol))
            case wire.Table():
                async with self._changed:
                    self.latest = message
                    self._changed.notify_all()
            case wire.Notice() if self.noticed is not None:
                self.noticed(message.text)
            case wire.Ack(id=str(about)) | wire.Readings(id=str(about)) | wire.Refused(id=str(about)):
                _, future = self._asked.pop(about, (None, None))
                if future is not None and not future.done():
                    future.set_result(message)

    async def _fail(self, failure: PaijuError) -> None:
        self._failure = failure
        for _, future in self._asked.values():
            if not future.done():
                future.set_exception(failure)
        async with self._changed:
            self._changed.notify_all()


def new_id() -> str:
    """Return a new random id for a request."""
    return secrets.token_hex(9)


class DealContributions:
    """A player's contributions to the deals of a table, all derived from one random secret.

    In the request ``ready``, the player pledges the contribution to the next hand. The player reveals it after all
    players have pledged theirs.
    """

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(16)

    def contribution(self, hand: int) -> bytes:
        """Return the contribution to hand number ``hand``, 16 bytes.

        The contribution must stay secret until all players have pledged.
        """
        return hmac.digest(self._secret, b"%d" % hand, "sha256")[:16]

    def pledge(self, hand: int) -> str:
        """Return the pledge for a hand: the SHA-256 of the contribution, in hexadecimal."""
        return commitment(self.contribution(hand))

    def contribution_to_reveal(self, state: wire.Table) -> str | None:
        """Return the player's contribution to the next deal, in hexadecimal, if the table waits for it; otherwise None.

        Also None if the pledge at the table was not made by this object.
        """
        coming, seat = state.next, state.you
        if coming is None or seat is None or state.table.phase != "revealing" or coming.opened[seat]:
            return None
        return self.contribution(coming.number).hex() if coming.pledges[seat] == self.pledge(coming.number) else None


def decode_view(message: wire.Table, game: AnyGame) -> Any:
    """Return the view in a message, of the game's ``state_type``, with the history of the hand.

    Raises ValueError if the table has no hand yet.
    """
    if message.hand is None:
        raise ValueError("the table has no hand yet")
    return with_encoded_history(from_json(bytes(message.hand.view), game.state_type), bytes(message.history))


def decode_raw(raw: msgspec.Raw) -> Any:
    """Decode a family's value in a message to dicts and lists."""
    return msgspec.json.decode(raw)
