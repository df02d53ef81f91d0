"""The transport sends frames together if the server supports it, else one by one, with the same bytes as the library's."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from paiju.server.ws.socket import AsgiTransport
from paiju.server.ws.uvicorn_protocol import SEND_ALL, LeanWebSocketProtocol, SingleReaderQueue, _encode_frames


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_frame_bytes_equal_those_of_the_library(size: int) -> None:
    text = b"x" * size
    assert b"".join(_encode_frames([text])) == Frame(Opcode.TEXT, text).serialize(mask=False)


class Sent:
    """What an application sends; fails from the event number ``fails`` on."""

    def __init__(self, fails: int = 99) -> None:
        self.events: list[Any] = []
        self._fails = fails

    async def __call__(self, event: Any) -> None:
        if len(self.events) >= self._fails:
            raise ClientDisconnected
        self.events.append(event)


async def _nothing() -> Any:
    raise AssertionError


def test_frames_are_sent_together_to_a_server_that_supports_it() -> None:
    sent = Sent()
    asyncio.run(AsgiTransport(_nothing, sent, sends_all=True).send([b"1", b"2"]))
    assert sent.events == [{"type": SEND_ALL, "frames": [b"1", b"2"]}]


def test_frames_are_sent_one_by_one_to_other_servers_until_closed() -> None:
    sent, broken = Sent(), Sent(fails=1)
    asyncio.run(AsgiTransport(_nothing, sent, sends_all=False).send([b"1", "牌".encode()]))
    assert [event["text"] for event in sent.events] == ["1", "牌"]
    pipe = AsgiTransport(_nothing, broken, sends_all=False)
    asyncio.run(pipe.send([b"1", b"2", b"3"]))
    assert len(broken.events) == 1
    asyncio.run(pipe.close(1000))
    assert len(broken.events) == 1


@pytest.mark.parametrize("what", ["disconnected", "close_sent", "closing"])
def test_closing_socket_accepts_no_frames(what: str) -> None:
    protocol: Any = object.__new__(LeanWebSocketProtocol)
    protocol.conn, protocol.disconnected, protocol.close_sent = ServerProtocol(), False, False
    protocol.conn.state = State.CLOSING if what == "closing" else State.OPEN
    setattr(protocol, what, True)

    async def main() -> None:
        protocol.writable = asyncio.Event()
        protocol.writable.set()
        with pytest.raises(ClientDisconnected):
            await protocol.send({"type": SEND_ALL, "frames": [b"1"]})

    asyncio.run(main())


class Reading:
    """The reading side of a transport: how often it was stopped and started."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def pause_reading(self) -> None:
        self.calls.append("pause")

    def resume_reading(self) -> None:
        self.calls.append("resume")


def test_reading_pauses_only_while_a_second_message_waits() -> None:
    protocol: Any = object.__new__(LeanWebSocketProtocol)
    protocol.transport, protocol.queue, protocol.conn = Reading(), SingleReaderQueue(), ServerProtocol()
    protocol.read_paused = protocol.close_sent = False

    async def main() -> list[str]:
        texts = []
        for text in (b"1", b"2"):
            protocol.handle_text(Frame(Opcode.TEXT, text))
            texts.append((await protocol.receive())["text"])
        assert protocol.transport.calls == []
        for text in (b"3", b"4", b"5"):
            protocol.handle_text(Frame(Opcode.TEXT, text))
        assert protocol.transport.calls == ["pause"]
        return [*texts, *[(await protocol.receive())["text"] for _ in range(3)]]

    assert asyncio.run(main()) == ["1", "2", "3", "4", "5"]
    assert protocol.transport.calls == ["pause", "resume"]
