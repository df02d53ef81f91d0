"""Hints are computed once for each state, outside the event loop."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from paiju.server import wire_requests
from paiju.server.app.tables.request_handlers import handle_request
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import serving
from tests.integration.test_room import play_hand, until
from tests.integration.test_table_manager import ANN, a_room, begun
from tests.server.toy import Toy


class Told(Struct, frozen=True):
    seat: int


def test_hints_are_computed_once_for_each_state_and_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def hints(game: Toy, view: Any, seat: int) -> Told:
        asked.append(threading.current_thread().name)
        return Told(seat)

    monkeypatch.setattr(Toy, "hand_hints", hints, raising=False)

    async def main() -> None:
        async with a_room(tmp_path) as room:
            live = await begun(room)
            for _ in range(3):
                await live.subscribers.prepare_hints("ann")
                hand = live.subscribers.full_table_message("ann", None).hand
                assert hand is not None
                assert bytes(hand.hints) == b'{"seat":0}'
            assert hand is not None
            assert len(asked) == 1
            assert asked[0].startswith("hints")
            await live.subscribers.prepare_hints("nobody")
            assert len(asked) == 1
            assert hand.choices is not None
            action = hand.choices.actions[0].action
            await handle_request(
                room, live, ANN, wire_requests.Act(id="a", decision=hand.choices.decision, action=action)
            )
            await live.subscribers.prepare_hints("ann")
            live.subscribers.full_table_message("ann", None)
            assert len(asked) == 2

    asyncio.run(main())


def test_snapshot_message_without_prepared_hints_contains_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "hand_hints", lambda game, view, seat: Told(seat), raising=False)

    async def main() -> None:
        async with a_room(tmp_path) as room:
            live = await begun(room)
            hand = live.subscribers.full_table_message("bob", None).hand
            assert hand is not None
            assert bytes(hand.hints) == b'{"seat":1}'

    asyncio.run(main())


def test_replay_shows_each_seat_the_hints_of_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "hand_hints", lambda game, view, seat: Told(seat), raising=False)

    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest("Ann")
            table = await served.table(key, bots="")
            async with TableClient(served.url, key, table) as client:
                await until(client, lambda _: True)
                await client.request(wire_requests.Ready(id=new_id()))
                last = await play_hand(client)
            assert last.hand is not None
            assert last.hand.reveal is not None
            async with served.http(key) as http:
                steps = (await http.get(f"/api/hands/{last.hand.reveal.replay}/replay")).json()["steps"]
            assert steps
            assert all(step["hints"] == [{"seat": seat} for seat in range(3)] for step in steps)

    asyncio.run(main())
