"""Answers given together with ready, before the hand begins, and offers in a hand that wait for nobody."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec.structs import replace

from paiju.core.errors import IllegalAction
from paiju.server.app.tables.view_models import ViewContext, build_common_view, build_table_message
from paiju.server.domain import hand_commands, table_commands
from paiju.server.domain.deadlines import Deadline, TableDelays, deadlines
from paiju.server.domain.table_setup import TimeControl
from paiju.server.wire import WindowInfo
from tests.server.table_harness import NOBODY, START, TableHarness
from tests.server.toy import Pledge

TEMPO = TableDelays()


def seated(pace: TimeControl | None = None, claims: Literal["quiet", "quick"] = "quick") -> TableHarness:
    rig = TableHarness("toy/early", pace, claims=claims)
    rig.sit("ann", "bob", "cat")
    return rig


def next_due(rig: TableHarness) -> Deadline:
    (due,) = deadlines(rig.table, TEMPO)
    return due


def close(rig: TableHarness) -> None:
    rig.now = next_due(rig).at
    rig.do(lambda draft: hand_commands.close_window(draft, TEMPO))


def test_answer_given_with_ready_is_applied_when_the_hand_begins() -> None:
    rig = seated()
    rig.pledge("ann", early=Pledge(2))
    rig.ready("bob", "cat")
    assert next_due(rig) == Deadline(rig.now, "close", -1, 0)
    close(rig)
    assert rig.state.pledges == (2, 0, 0)
    assert [move.by for move in rig.proven().require_running_hand().moves] == ["player", "window", "window"]


def test_answer_given_with_ready_applies_to_one_hand() -> None:
    rig = seated()
    rig.pledge("ann", early=Pledge(2))
    rig.ready("bob", "cat")
    close(rig)
    rig.play_out()
    rig.ready("ann", "bob", "cat")
    close(rig)
    assert rig.state.pledges == (0, 0, 0)


def test_unready_discards_the_answer_given_with_ready() -> None:
    rig = seated()
    rig.pledge("ann", early=Pledge(2))
    rig.do(lambda draft: table_commands.set_unready(draft, "ann"))
    rig.ready("ann", "bob", "cat")
    close(rig)
    assert rig.state.pledges == (0, 0, 0)
    rig.proven()


def test_bots_are_asked_after_the_hand_begins() -> None:
    rig = TableHarness("toy/early")
    rig.sit("ann")
    rig.do(lambda draft: table_commands.add_bot(draft, "ann", "random", None))
    rig.ready("ann")
    assert {(due.what, due.at - rig.now) for due in deadlines(rig.table, TEMPO)} == {("think", 0)}
    for seat in (1, 2):
        rig.act(seat, Pledge(1), "bot")
    assert next_due(rig) == Deadline(rig.now, "close", -1, 0)


@pytest.mark.parametrize(("ruleset", "answer"), [("toy/early", Pledge(3)), ("toy/plain", Pledge(1))])
def test_illegal_answer_given_with_ready_is_refused(ruleset: str, answer: Pledge) -> None:
    rig = TableHarness(ruleset)
    rig.sit("ann")
    with pytest.raises(IllegalAction):
        rig.do(lambda draft: table_commands.set_ready(draft, "ann", "", answer))
    assert not rig.table.chairs[0].ready


def test_table_message_lists_the_answers_allowed_with_ready() -> None:
    rig = seated()
    told = build_table_message(rig.common, ViewContext(0, is_host=False, since=None), (), rig.now)  # type: ignore[arg-type]
    assert told.next is not None
    assert [reading.text for reading in told.next.predeal] == ["pledge 1", "pledge 2"]


def offered(turn: int, claims: Literal["quiet", "quick"]) -> TableHarness:
    """An offer in the middle of a hand: nobody has answered it yet."""
    rig = seated(TimeControl(turn=turn, reserve=0), claims)
    rig.ready("ann", "bob", "cat")
    hand = rig.table.require_running_hand()
    asks = tuple(ask and replace(ask, answer=None) for ask in hand.asks)
    rig.table = replace(rig.table, hand=replace(hand, asks=asks))
    return rig


@pytest.mark.parametrize("claims", ["quiet", "quick"])
@pytest.mark.parametrize(("turn", "beats"), [(20, 4), (60, 12), (0, 4)])
def test_offer_expires_and_silence_declines_it(turn: int, beats: int, claims: Literal["quiet", "quick"]) -> None:
    rig = offered(turn, claims)
    assert next_due(rig) == Deadline(rig.now + beats * TEMPO.beat, "close", -1, 0)
    rig.act(0, Pledge(1))
    assert next_due(rig).at == rig.now + beats * TEMPO.beat
    close(rig)
    assert rig.state.pledges == (1, 0, 0)
    assert [chair.missed for chair in rig.table.chairs] == [0, 0, 0]


def test_offer_ends_when_all_have_answered() -> None:
    rig = offered(20, "quiet")
    for seat in range(3):
        rig.act(seat, Pledge(0))
    assert next_due(rig).at == rig.now


def test_table_message_marks_the_offer_as_optional() -> None:
    told = build_table_message(
        build_common_view(offered(20, "quick").table, NOBODY, TEMPO),
        ViewContext(0, is_host=False, since=None),
        (),
        START,
    )
    assert told.hand is not None
    assert told.hand.window == WindowInfo(left=2000, total=2000, optional=True)
    assert [one.turn for one in told.hand.acting] == [None] * 3
