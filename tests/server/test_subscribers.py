"""Subscribers receive a deal round by round instead of card by card, and miss nothing of it."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from paiju.server import wire
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.app.tables.subscribers import FRAME_REUSE_MS
from paiju.server.domain import hand_commands
from paiju.server.domain.table_commands import set_ready, sit
from paiju.server.table_client import decode_view
from tests.server.test_snapshots import opened, play_on


class Looker:
    """``Subscriber`` that looks whenever something has changed."""

    blocked_players = frozenset[str]()
    is_glancing = False

    def __init__(self, player: str) -> None:
        self.player = player
        self.woken = 0

    def notify_changed(self) -> None:
        self.woken += 1

    def send(self, message: wire.ServerMessage) -> None:
        raise AssertionError

    def close(self, code: str) -> None:
        raise AssertionError


def test_dealt_cards_are_sent_by_round_and_at_once_to_seats_with_a_new_choice(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path / "room.db", "gunzi/six") as live:
            for seat in range(1, 6):
                await live.execute("", None, partial(sit, player=f"p{seat}", name=f"p{seat}", seat=seat))
            for seat in range(6):
                await live.execute("", None, partial(set_ready, player=f"p{seat}", pledge=""))
            lookers = [Looker(player) for player in ("p0", "p1", "p2", "p3", "p4", "p5", "watches")]
            for looker in lookers:
                live.subscribers.subscribe(looker)
            seen, asked, steps = live.table.edition, 0, 0
            for looker in lookers:
                looker.woken = 0
            while live.table.require_running_hand().dealing is not None:
                before = live.table.require_running_hand()
                await live.execute("", None, hand_commands.end_dealer_pause)
                after = live.table.require_running_hand()
                new = [old is None and ask is not None for old, ask in zip(before.asks, after.asks, strict=True)]
                whole = len(after.moves) % 6 == 0 or after.dealing is None
                assert [looker.woken for looker in lookers] == [whole or told for told in (*new, False)]
                asked += sum(new)
                for looker in lookers:
                    looker.woken = 0
                if whole:
                    frame = live.subscribers.full_table_message("watches", seen)
                    steps, seen = steps + len(frame.steps), frame.v
            assert steps == len(live.table.require_running_hand().moves) > 200
            assert asked > 0

    asyncio.run(main())


def test_late_subscriber_gets_the_same_message_as_earlier_ones(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path / "room.db", "doudizhu/discard") as live:
            random = Random(4)
            told: dict[str, list[object]] = {}
            looked: set[object] = set()
            apart = 0
            for _ in range(60):
                seen, hand = live.table.edition, live.table.hand
                await play_on(live, random, 1)
                for player in ("p0", "p1", "watches"):
                    before = told.get(player, []) if hand is not None and hand.number == _number(live) else []
                    happened = live.subscribers.full_table_message(player, seen).steps
                    told[player] = [
                        *before,
                        *(words for step in happened for words in step.messages if words is not None),
                    ]
                    late = live.subscribers.full_table_message(player, None)
                    assert list(late.log) == told[player]
                    assert live.subscribers.full_table_message(player, live.table.edition).log == ()
                looked.add(tuple(map(str, told["watches"])))
                apart += told["p0"] != told["watches"]
            assert len(looked) > 10
            assert apart

    asyncio.run(main())


def test_full_messages_contain_the_history_once_and_brief_ones_do_not(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path / "room.db", "doudizhu/qq") as live:
            await play_on(live, Random(4), 30)
            subscribers, state = live.subscribers, live.table.require_running_hand().state
            assert len(state.history) > 3
            one, other = (subscribers.full_table_message(player, None) for player in ("p0", "watches"))
            assert one.history is other.history
            assert decode_view(one, live.table.game) == live.table.game.view(state, 0)
            assert decode_view(other, live.table.game) == live.table.game.view(state, None)
            frame = subscribers.table_frame("p0", None, None)
            whole = msgspec.json.decode(frame.text)
            short = msgspec.json.decode(subscribers.table_frame("p0", frame.edition, frame.info).text)
            assert (whole["t"], short["t"]) == ("table", "hand")
            assert len(whole["history"]) == len(state.history)
            assert "history" not in short
            # On a short connection, the table comes whole when not only the hand has changed, but without the history.
            later = msgspec.json.decode(subscribers.table_frame("p0", frame.edition, replace(frame.info)).text)
            assert later["t"] == "table"
            assert "history" not in later
            assert (whole["hand"]["view"]["history"], short["hand"]["view"]["history"]) == ([], [])

    asyncio.run(main())


def _number(live: LiveTable) -> int:
    return live.table.hand.number if live.table.hand is not None else 0


def test_glancing_subscriber_gets_all_messages_and_is_not_counted(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path / "room.db", "gunzi/six") as live:
            watcher, glancer = Looker("watches"), Looker("glances")
            glancer.is_glancing = True
            live.subscribers.subscribe(watcher)
            live.subscribers.subscribe(glancer)
            assert live.subscribers.players == {"watches"}
            glancer.woken = 0
            await live.execute("", None, lambda draft: sit(draft, "p1", "p1", 1))
            assert glancer.woken == 1
            assert live.subscribers.full_table_message("glances", None).table.watching == 1

    asyncio.run(main())


def test_spectators_share_one_frame_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with opened(tmp_path / "room.db", "doudizhu/qq") as live:
            subscribers, clock = live.subscribers, [1000]
            monkeypatch.setattr(subscribers, "_now", lambda: clock[0])
            await play_on(live, Random(4), 30)
            first = subscribers.table_frame("watches", None, None)
            assert subscribers.table_frame("looks", None, None) is first
            assert first.text == wire.encode_message(subscribers.full_table_message("looks", None))
            short = subscribers.table_frame("watches", first.edition, first.info)
            assert subscribers.table_frame("looks", first.edition, first.info) is short
            assert subscribers.table_frame("looks", first.edition, None).text != short.text
            assert subscribers.table_frame("p1", None, None).text not in (
                first.text,
                subscribers.table_frame("p0", None, None).text,
            )
            clock[0] += FRAME_REUSE_MS
            later = subscribers.table_frame("looks", None, None)
            assert msgspec.json.decode(later.text) == {**msgspec.json.decode(first.text), "now": clock[0]}
            subscribers.notify_presence_changed()
            assert subscribers.table_frame("looks", None, None) is not later
            told = subscribers.table_frame("looks", later.edition, later.info)
            await play_on(live, Random(5), 1)
            after = subscribers.table_frame("looks", later.edition, later.info)
            assert after.edition > told.edition
            assert after.text == subscribers.table_frame("watches", later.edition, later.info).text

    asyncio.run(main())
