"""One connection, with a transport that the test controls."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from paiju.server import wire, wire_requests
from paiju.server.app.cluster.coordination import SingleProcessCoordinator
from paiju.server.app.rate_limits import RateLimiter
from paiju.server.app.store import StoredPlayer
from paiju.server.app.tables.request_handlers import handle_request
from paiju.server.errors import InvalidField
from paiju.server.wire_decoding import decode_request
from paiju.server.ws import connection as module
from paiju.server.ws.connection import WAITING, Connection
from tests.integration.in_process_server import FREE
from tests.integration.test_table_manager import ANN, BOB, CAT, a_room, begun, opened
from tests.server import toy


class Line:
    """``Pipe``: what the client sends, what it got, and whether it reads."""

    def __init__(self, *, reads: bool = True) -> None:
        self.incoming: asyncio.Queue[str | None] = asyncio.Queue()
        self.got: list[str] = []
        self.closed: int | None = None
        self._reads = reads

    async def receive(self) -> str | None:
        return await self.incoming.get()

    async def send(self, frames: Sequence[bytes]) -> None:
        self.got += map(bytes.decode, frames)
        if not self._reads:
            await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        self.closed = code
        self.incoming.put_nowait(None)

    def tags(self) -> list[str]:
        return [msgspec.json.decode(frame)["t"] for frame in self.got]


def connected(tmp_path: Path, line: Line, told: int = 0) -> None:
    async def main() -> None:
        async with a_room(tmp_path) as room:
            live = await opened(room)
            connection = Connection(room, live, ANN, RateLimiter(FREE, SingleProcessCoordinator()))
            serving = asyncio.create_task(connection.run(line))
            await asyncio.sleep(0.01)
            for _ in range(told):
                live.subscribers.broadcast(wire.SocialEvent(kind="say", code="hello", seat=0, name="x"))
            async with asyncio.timeout(5):
                await serving
            assert live.subscribers.is_empty

    asyncio.run(main())


def test_client_that_does_not_read_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    line = Line(reads=False)
    connected(tmp_path, line)
    assert line.closed == 1013


def test_brief_messages_carry_the_same_information(tmp_path: Path) -> None:
    async def main() -> None:
        async with a_room(tmp_path) as room:
            live = await begun(room, turn=0)
            live.scheduler.stop()
            lines = Line(), Line()
            connections = [
                Connection(room, live, ANN, RateLimiter(FREE, SingleProcessCoordinator()), brief=brief)
                for brief in (False, True)
            ]
            serving = [asyncio.create_task(one.run(line)) for one, line in zip(connections, lines, strict=True)]
            asking: list[tuple[StoredPlayer, wire_requests.ClientMessage]] = [
                (player, wire_requests.Act(id="p", decision=1, action=wire.encode_raw(toy.Pledge(1))))
                for player in (BOB, CAT)
            ]
            told = [
                *asking,
                (ANN, wire_requests.Auto(id="a", on=True)),
                (ANN, wire_requests.Act(id="b", decision=1, action=wire.encode_raw(toy.Pledge(2)))),
            ]
            for player, request in told:
                await handle_request(room, live, player, request)
                await asyncio.sleep(0.01)
                whole, brief = map(_known, lines)
                assert whole["v"] == live.table.edition
                assert {**whole, "now": 0} == {**brief, "now": 0}
            assert {"table", "hand"} == set(lines[1].tags())
            assert set(lines[0].tags()) == {"table"}
            lines[1].incoming.put_nowait('{"t":"sync","id":"s"}')
            await asyncio.sleep(0.01)
            assert lines[1].tags()[-2:] == ["ack", "table"]
            for line in lines:
                line.incoming.put_nowait(None)
            await asyncio.gather(*serving)

    asyncio.run(main())


def _known(line: Line) -> dict[str, Any]:
    """What a client knows of the table by now."""
    known: dict[str, Any] = {}
    for message in map(msgspec.json.decode, line.got):
        known |= {**message, "t": "table"} if message["t"] in ("table", "hand") else {}
    return known


def test_client_with_too_many_pending_frames_is_disconnected(tmp_path: Path) -> None:
    line = Line()
    connected(tmp_path, line, told=WAITING + 1)
    assert line.closed == 1013
    assert line.tags() == ["table", "closed"]


def test_requests_are_answered_in_order_before_the_closed_message(tmp_path: Path) -> None:
    line = Line()
    for frame in ('{"t":"ping","id":"1"}', "{", '{"t":"sync","id":"2"}', '{"t":"leave","id":"3"}'):
        line.incoming.put_nowait(frame)
    connected(tmp_path, line)
    answers = [msgspec.json.decode(frame).get("id") for frame in line.got if '"t":"table"' not in frame]
    assert answers == ["1", None, "2", "3", None]
    assert line.tags()[-1] == "closed"
    assert line.closed == 1000


def test_exception_closes_the_connection_without_revealing_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    def broken(*_: object) -> None:
        raise LookupError("the queen of spades")

    monkeypatch.setattr(module, "handle_request", broken)
    line = Line()
    line.incoming.put_nowait('{"t":"ping","id":"1"}')
    with capture_logs() as logged:
        connected(tmp_path, line)
    assert line.closed == 1011
    assert "queen" not in str(logged) + "".join(line.got)
    assert [(entry["event"], entry["error"]) for entry in logged] == [("request_failed", "LookupError")]


@given(st.binary() | st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(msgspec.json.encode))
def test_any_frame_is_decoded_or_refused(frame: bytes | str) -> None:
    with suppress(InvalidField):
        assert isinstance(decode_request(frame), wire_requests.Request)
