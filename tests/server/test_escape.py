"""Leaving in mid-hand, where the rules tell of it: the hand is void, and who left pays."""

from __future__ import annotations

import pytest

from paiju.core.breakdown import LeaveCostBounds
from paiju.server.app.tables.hand_history import (
    read_record,
    read_summaries,
    replay,
    summaries_with_words,
    to_finished_hand,
)
from paiju.server.app.tables.view_models import ViewContext, snapshot
from paiju.server.domain import hand_commands, seating, table_events
from paiju.server.errors import Refusal
from tests.server.rig import Rig
from tests.server.toy import Pledge


def dear(hands: int = 0) -> Rig:
    """A hand that costs 5 to leave, and one more for each point pledged."""
    return Rig("toy/dear", hands=hands).begun()


def told(rig: Rig, seat: int | None) -> LeaveCostBounds | None:
    assert rig.common is not None
    hand = snapshot(rig.common, ViewContext(seat, is_host=False, since=None), (), rig.now).hand
    assert hand is not None
    return hand.leaving


def leave(rig: Rig, player: str, agreed: int) -> list[table_events.AnyTableEvent]:
    return rig.do(lambda draft: seating.leave(draft, player, agreed))


def test_the_hand_is_void_and_the_seat_is_empty() -> None:
    rig = dear(hands=2)
    rig.act(1, Pledge(2))
    happened = leave(rig, "ann", 7)
    assert [type(fact) for fact in happened] == [
        table_events.TableHandEnded,
        table_events.SecretSealed,
        table_events.SeatVacated,
        table_events.HostPassed,
    ]
    hand = rig.table.hand
    assert hand is not None
    assert hand.outcome is not None
    assert (hand.outcome.left, hand.outcome.cost, hand.outcome.winners, hand.outcome.points) == (0, 7, (), (0, 0, 0))
    assert [chair.player for chair in rig.table.chairs] == [None, "bob", "cat"]
    assert (rig.table.phase, rig.table.played, rig.table.host) == ("waiting", 0, "bob")
    assert (rig.table.match.hand, rig.table.match.points) == (1, (0, 0, 0))
    assert not any(hand.asks)
    rig.proven()


def test_the_match_goes_on_when_somebody_has_sat_down() -> None:
    rig = dear(hands=1)
    leave(rig, "bob", 5)
    rig.sit("eve")
    rig.ready("ann", "eve", "cat")
    assert rig.table.require_running_hand().number == 2
    rig.play_out()
    assert (rig.table.phase, rig.table.played) == ("over", 1)
    rig.proven()


def test_no_more_is_paid_than_was_agreed_to() -> None:
    rig = dear()
    for agreed in (0, 4):
        with pytest.raises(Refusal) as refused:
            leave(rig, "ann", agreed)
        assert (refused.value.code, refused.value.details) == ("leaving_costs", {"least": 5, "most": 5})
    with pytest.raises(Refusal, match="leaving_costs"):
        rig.do(lambda draft: seating.stand_up(draft, "ann"))
    assert rig.table.running_hand


@pytest.mark.parametrize("hidden", [0, 1, 2])
def test_a_refusal_tells_no_more_than_the_price_does(hidden: int) -> None:
    """Whatever bob has pledged in secret, ann learns the same: not what it would cost, but what it may."""
    rig = dear()
    rig.act(1, Pledge(hidden))
    assert told(rig, 0) == LeaveCostBounds(5, 7)
    assert told(rig, 1) == LeaveCostBounds(5 + hidden, 5 + hidden)
    for agreed in (5, 6):
        with pytest.raises(Refusal) as refused:
            leave(rig, "ann", agreed)
        assert refused.value.details == {"least": 5, "most": 7}
    leave(rig, "ann", 7)
    assert rig.table.hand is not None
    assert rig.table.hand.outcome is not None
    assert rig.table.hand.outcome.cost == 5 + hidden


def test_only_who_plays_is_told_a_price_and_only_in_a_hand() -> None:
    rig = dear()
    assert told(rig, None) is None
    leave(rig, "ann", 5)
    assert told(rig, 1) is None
    assert told(Rig().begun(), 0) is None


def test_everybody_is_told_who_left_and_how_the_cost_came_about() -> None:
    rig = dear()
    rig.act(1, Pledge(1))
    leave(rig, "ann", 9)
    assert rig.common is not None
    for seat in (None, 1):
        hand = snapshot(rig.common, ViewContext(seat, is_host=False, since=None), (), rig.now).hand
        assert hand is not None
        assert hand.reveal is not None
        assert (hand.reveal.headline.key, hand.reveal.headline.args["cost"]) == ("result.left", 6)
        assert hand.reveal.reason == hand.reveal.headline
        assert hand.reveal.names == ("Ann", "Bob", "Cat")
        assert ([line.code for line in hand.account], hand.stake) == (["leaving", "pledged"], 6)


def test_bots_and_those_sent_away_leave_no_hand() -> None:
    rig = Rig("toy/dear")
    rig.sit("ann", "bob")
    rig.do(lambda draft: seating.add_bot(draft, "ann", "robot", None))
    rig.ready("ann", "bob")
    rig.deal()
    rig.do(lambda draft: seating.remove_occupant(draft, "ann", 2))
    rig.do(lambda draft: seating.send_away(draft, "bob"))
    rig.do(lambda draft: seating.leave(draft, "bob"))
    rig.do(lambda draft: seating.leave(draft, "eve"))
    assert rig.table.running_hand
    assert [chair.leaving for chair in rig.table.chairs] == [False, True, True]


def test_a_host_who_removes_itself_leaves() -> None:
    rig = dear()
    with pytest.raises(Refusal, match="leaving_costs"):
        rig.do(lambda draft: seating.remove_occupant(draft, "ann", 0))


def test_a_player_who_is_played_for_may_leave_as_well() -> None:
    rig = dear()
    rig.do(lambda draft: hand_commands.set_auto(draft, 0, on=True))
    leave(rig, "ann", 5)
    assert rig.table.hand is not None
    assert rig.table.hand.outcome is not None
    assert rig.table.hand.outcome.left == 0


def test_the_record_tells_who_left() -> None:
    rig = dear()
    rig.act(1, Pledge(1))
    before = rig.table
    leave(rig, "ann", 9)
    finished = to_finished_hand(rig.library, before, rig.table, rig.now)
    assert finished is not None
    assert finished.players == ("ann", "bob", "cat")
    (info,) = read_summaries([finished])
    assert (info.outcome.left, info.outcome.cost) == (0, 6)
    (line,) = summaries_with_words(rig.library, [finished])
    assert line.reason.key == "result.left"
    record = read_record(rig.library, finished)
    again = replay(rig.library, finished.id, record)
    assert again.headline.key == "result.left"
    assert ([line.code for line in again.steps[-1].account], again.steps[-1].stake) == (["leaving", "pledged"], 6)
    assert [line.code for line in again.steps[-2].account] == ["base", "pledge"]


def test_who_left_has_lost_its_points_and_nobody_has_won() -> None:
    rig = dear()
    rig.act(1, Pledge(1))
    before = rig.table
    leave(rig, "ann", 9)
    finished = to_finished_hand(rig.library, before, rig.table, rig.now)
    assert finished is not None
    assert finished.verdict is not None
    assert [(one.points, one.left, one.won) for one in finished.verdict.results] == [
        (-6, True, -1),
        (0, False, 0),
        (0, False, 0),
    ]
    assert finished.verdict.multiplier == 1
