"""Frames of claim windows over real sockets reveal, by content or timing, nothing of whether another seat can claim."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from paiju.core.codec import from_plain, to_plain
from paiju.core.game import AnyGame
from paiju.core.score_breakdown import stake_of
from paiju.core.seats import Seat, Viewer
from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.store import Entry
from paiju.server.app.tables.log_entries import decode_events, iter_table_versions
from paiju.server.domain import table_events
from paiju.server.domain.deadlines import current_window
from paiju.server.domain.table_state import Table
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import FAST, FREE, Served, serving

TEMPO: Final = replace(FAST, beat=6)
HANDS: Final = 4
TIME: Final = 120
ENOUGH: Final = 3
"""So many windows of each kind are compared at least; mostly it is twenty."""


class Shy(ChaosPlayer):
    """Makes only half of its claims."""

    async def _send_request(self, request: wire_requests.ClientMessage) -> None:
        latest = self.client.latest
        claims = isinstance(request, wire_requests.Act) and latest is not None and latest.hand and latest.hand.window
        if not claims or self.random.random() < 0.5:
            await super()._send_request(request)


class Claims(NamedTuple):
    """A window as the log has it: the table in it as it was when it closed, when it began and ended, and what closed it."""

    table: Table
    begins: int
    ends: int
    closed: Entry

    @property
    def edition(self) -> int:
        return self.table.edition

    def choosers(self) -> set[Seat]:
        return {
            seat for seat, ask in enumerate(self.table.require_running_hand().asks) if ask is not None and ask.choice
        }

    def has_answered(self, viewer: Viewer) -> bool:
        ask = None if viewer is None else self.table.require_running_hand().asks[viewer]
        return ask is not None and ask.answer is not None


class Evening(NamedTuple):
    """What the log has, and all frames of each viewer in order."""

    claims: list[Claims]
    heard: dict[Viewer, list[Any]]


async def _evening(served: Served) -> Evening:
    async with AsyncExitStack() as stack:
        keys = [await served.guest() for _ in range(3)]
        name = await served.table(keys[0], ruleset="zipai/guilin-3", claims="quiet")
        clients = [await stack.enter_async_context(TableClient(served.url, key, name)) for key in keys]
        game = (await served.room.table(name)).table.game
        players = [Shy(client, game, seat, 0) for seat, client in enumerate(clients)]
        await clients[1].request(wire_requests.Sit(id=new_id(), seat=1))
        await clients[2].request(wire_requests.Ping(id=new_id()))
        await clients[0].request(wire_requests.AddBot(id=new_id()))
        async with asyncio.timeout(TIME):
            await asyncio.gather(*(player.play(HANDS) for player in players[:2]))
        viewers: tuple[Viewer, ...] = (0, 1, None)
        heard = {
            viewer: list(map(msgspec.json.decode, player.frames))
            for viewer, player in zip(viewers, players, strict=True)
        }
        return Evening(list(_claims(await served.room.context.store.entries(name))), heard)


def _claims(entries: list[Entry]) -> Iterator[Claims]:
    for (_, before), (entry, after) in pairwise(iter_table_versions(StandardRegistry(), None, entries)):
        window = before.running_hand and current_window(before, before.running_hand, TEMPO)
        if window and after.edition > before.edition:
            yield Claims(before, *window, entry)


def _inside(frames: list[Any], told: int) -> list[Any]:
    """The tables that a viewer was told within a window; none, if it missed the window."""
    return [frame for frame in frames if frame["t"] == "table" and frame["v"] == told]


OF_THE_VIEW: Final = ("view", "account", "lines", "stake", "hints", "question")


def _of_the_view(game: AnyGame, viewer: Viewer, frame: Any) -> dict[str, Any]:
    """What is told of a hand by the view alone, made of the view that is told; the question where there are choices."""
    view: Any = from_plain(frame["hand"]["view"], game.state_type)
    account = game.score_lines(view)
    asks = frame["hand"]["choices"] is not None
    told = (
        view,
        account,
        [game.voice.score_line_name(view, line) for line in account],
        stake_of(account),
        None if viewer is None else game.hand_hints(view, viewer),
        None if viewer is None or not asks else game.voice.question(view, viewer, game.legal(view, viewer)),
    )
    return dict(zip(OF_THE_VIEW, map(to_plain, told), strict=True))


def _plain(frame: Any) -> bytes:
    """A frame without the view and what is told by it alone, without what led here, its times and numbers at nought."""
    hand = {name: value for name, value in frame["hand"].items() if name not in OF_THE_VIEW}
    hand["window"] = hand["window"] | {"left": 0}
    hand["choices"] = hand["choices"] and hand["choices"] | {"decision": 0}
    return msgspec.json.encode(frame | {"hand": hand, "steps": [], "history": [], "v": 0, "since": 0, "now": 0})


def _situation(frame: Any) -> tuple[Any, ...]:
    """What everybody knows of a window."""
    phase = frame["hand"]["view"]["phase"]
    return frame["hand"]["number"], phase["type"], tuple(phase.get("waiting", ())), phase.get("seat")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Two shy players, a bot and a spectator at one table; it is looked at only afterwards."""

    async def main() -> Evening:
        settings = Settings(tempo=TEMPO, limits=FREE)
        async with serving(tmp_path_factory.mktemp("claims") / "room.db", settings, StandardRegistry()) as served:
            return await _evening(served)

    return asyncio.run(main())


def test_clients_receive_only_table_messages_and_acknowledgements(evening: Evening) -> None:
    assert {frame["t"] for frames in evening.heard.values() for frame in frames} <= {"hello", "table", "ack", "error"}
    assert {frame["t"] for frame in evening.heard[None]} == {"hello", "table", "ack"}
    assert [frame["t"] for frame in evening.heard[None]].count("ack") == 1


def test_during_a_window_only_players_who_answered_receive_a_frame(evening: Evening) -> None:
    for viewer, frames in evening.heard.items():
        for claims in evening.claims:
            assert len(_inside(frames, claims.edition)) <= 1 + claims.has_answered(viewer)


def test_frames_are_byte_identical_whether_or_not_another_seat_can_claim(evening: Evening) -> None:
    for viewer, frames in evening.heard.items():
        told: dict[Any, dict[bool, list[bytes]]] = defaultdict(lambda: {True: [], False: []})
        for claims in evening.claims:
            choosers = claims.choosers()
            for frame in _inside(frames, claims.edition)[:1]:
                if viewer not in choosers:
                    told[_situation(frame)][bool(choosers)].append(_plain(frame))
        for kinds in told.values():
            assert len({*kinds[True], *kinds[False]}) == 1
        assert sum(min(len(some), len(none)) for some, none in map(dict.values, told.values())) >= ENOUGH


def test_fields_excluded_from_the_comparison_follow_from_the_view(evening: Evening) -> None:
    game = evening.claims[0].table.game
    for viewer, frames in evening.heard.items():
        told = [frame for claims in evening.claims for frame in _inside(frames, claims.edition)]
        assert told
        for frame in told:
            assert {name: frame["hand"][name] for name in OF_THE_VIEW} == _of_the_view(game, viewer, frame)


def test_history_equals_the_history_of_the_view(evening: Evening) -> None:
    for viewer, frames in evening.heard.items():
        for claims in evening.claims:
            view = claims.table.game.view(claims.table.require_running_hand().state, viewer)
            for frame in _inside(frames, claims.edition):
                assert frame.get("history", []) == to_plain(view.history)


def test_window_closes_after_its_duration_with_all_answers_at_once(evening: Evening) -> None:
    for claims in evening.claims:
        hand = claims.table.require_running_hand()
        assert claims.closed.at >= claims.ends
        assert claims.ends - claims.begins == claims.table.game.window_duration(hand.state) * TEMPO.beat * 3 // 4
        assert claims.closed.actor == ""
        moved = [fact for fact in decode_events(claims.closed, "toy") if isinstance(fact, table_events.MoveMade)]
        answers = [ask.answer and ask.answer.by for ask in hand.asks if ask is not None]
        assert [fact.seat for fact in moved] == [seat for seat, ask in enumerate(hand.asks) if ask is not None]
        assert [fact.by for fact in moved] == [by or "window" for by in answers]


def test_frames_do_not_reveal_which_seats_chose_to_claim(evening: Evening) -> None:
    ends = {claims.edition + 1 for claims in evening.claims}
    for frames in evening.heard.values():
        for frame in frames:
            told = frame["steps"] if frame["t"] == "table" else []
            assert all((step["by"] == "window") is (step["v"] in ends) for step in told if frame["hand"]["number"])
