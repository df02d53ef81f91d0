"""What a hand asks first is answered with being ready, and what it offers later does not wait for anybody."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec.structs import replace

from paiju.core.errors import IllegalAction
from paiju.server.app.tables.view_models import ViewContext, build_common, build_table_message
from paiju.server.domain import hand_commands, table_commands
from paiju.server.domain.deadlines import Deadline, TableDelays, deadlines
from paiju.server.domain.table_setup import TimeControl
from paiju.server.wire import WindowInfo
from tests.server.table_harness import NOBODY, START, Rig
from tests.server.toy import Pledge

TEMPO = TableDelays()


def seated(pace: TimeControl | None = None, claims: Literal["quiet", "quick"] = "quick") -> Rig:
    rig = Rig("toy/early", pace, claims=claims)
    rig.sit("ann", "bob", "cat")
    return rig


def next_due(rig: Rig) -> Deadline:
    (due,) = deadlines(rig.table, TEMPO)
    return due


def close(rig: Rig) -> None:
    rig.now = next_due(rig).at
    rig.do(lambda draft: hand_commands.close_window(draft, TEMPO))


def test_what_was_said_with_ready_is_answered_as_soon_as_the_hand_begins() -> None:
    rig = seated()
    rig.pledge("ann", early=Pledge(2))
    rig.ready("bob", "cat")
    assert next_due(rig) == Deadline(rig.now, "close", -1, 0)
    close(rig)
    assert rig.state.pledges == (2, 0, 0)
    assert [move.by for move in rig.proven().require_running_hand().moves] == ["player", "window", "window"]


def test_it_is_said_for_one_hand() -> None:
    rig = seated()
    rig.pledge("ann", early=Pledge(2))
    rig.ready("bob", "cat")
    close(rig)
    rig.play_out()
    rig.ready("ann", "bob", "cat")
    close(rig)
    assert rig.state.pledges == (0, 0, 0)


def test_who_is_not_ready_any_more_has_said_nothing() -> None:
    rig = seated()
    rig.pledge("ann", early=Pledge(2))
    rig.do(lambda draft: table_commands.set_unready(draft, "ann"))
    rig.ready("ann", "bob", "cat")
    close(rig)
    assert rig.state.pledges == (0, 0, 0)
    rig.proven()


def test_bots_are_asked_as_ever() -> None:
    rig = Rig("toy/early")
    rig.sit("ann")
    rig.do(lambda draft: table_commands.add_bot(draft, "ann", "random", None))
    rig.ready("ann")
    assert {(due.what, due.at - rig.now) for due in deadlines(rig.table, TEMPO)} == {("think", 0)}
    for seat in (1, 2):
        rig.act(seat, Pledge(1), "bot")
    assert next_due(rig) == Deadline(rig.now, "close", -1, 0)


@pytest.mark.parametrize(("ruleset", "answer"), [("toy/early", Pledge(3)), ("toy/plain", Pledge(1))])
def test_what_is_not_asked_cannot_be_answered(ruleset: str, answer: Pledge) -> None:
    rig = Rig(ruleset)
    rig.sit("ann")
    with pytest.raises(IllegalAction):
        rig.do(lambda draft: table_commands.set_ready(draft, "ann", "", answer))
    assert not rig.table.chairs[0].ready


def test_the_table_tells_what_may_be_answered() -> None:
    rig = seated()
    told = build_table_message(rig.common, ViewContext(0, is_host=False, since=None), (), rig.now)  # type: ignore[arg-type]
    assert told.next is not None
    assert [reading.text for reading in told.next.predeal] == ["pledge 1", "pledge 2"]


def offered(turn: int, claims: Literal["quiet", "quick"]) -> Rig:
    """An offer in the middle of a hand: nobody has answered it yet."""
    rig = seated(TimeControl(turn=turn, reserve=0), claims)
    rig.ready("ann", "bob", "cat")
    hand = rig.table.require_running_hand()
    asks = tuple(ask and replace(ask, answer=None) for ask in hand.asks)
    rig.table = replace(rig.table, hand=replace(hand, asks=asks))
    return rig


@pytest.mark.parametrize("claims", ["quiet", "quick"])
@pytest.mark.parametrize(("turn", "beats"), [(20, 4), (60, 12), (0, 4)])
def test_an_offer_has_its_time_and_silence_is_no(turn: int, beats: int, claims: Literal["quiet", "quick"]) -> None:
    rig = offered(turn, claims)
    assert next_due(rig) == Deadline(rig.now + beats * TEMPO.beat, "close", -1, 0)
    rig.act(0, Pledge(1))
    assert next_due(rig).at == rig.now + beats * TEMPO.beat
    close(rig)
    assert rig.state.pledges == (1, 0, 0)
    assert [chair.missed for chair in rig.table.chairs] == [0, 0, 0]


def test_it_is_over_when_all_have_answered() -> None:
    rig = offered(20, "quiet")
    for seat in range(3):
        rig.act(seat, Pledge(0))
    assert next_due(rig).at == rig.now


def test_players_are_told_that_they_need_not_answer() -> None:
    told = build_table_message(
        build_common(offered(20, "quick").table, NOBODY, TEMPO), ViewContext(0, is_host=False, since=None), (), START
    )
    assert told.hand is not None
    assert told.hand.window == WindowInfo(left=2000, total=2000, optional=True)
    assert [one.turn for one in told.hand.acting] == [None] * 3
