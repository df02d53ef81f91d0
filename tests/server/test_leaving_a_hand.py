"""Leaving during a hand: the leaver pays where the rules say so; otherwise a bot plays on, and the leaver gains nothing."""

from __future__ import annotations

import pytest

from paiju.core.coins import Stakes, Transfer
from paiju.core.score_breakdown import LeaveCostBounds, outcome_of_leaving
from paiju.server.app.tables.hand_replay import (
    read_record,
    read_summaries,
    replay_stored_hand,
    summaries_with_texts,
    to_finished_hand,
)
from paiju.server.app.tables.view_models import ViewContext, build_table_message
from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.table_coins import TableWallets, Wallet
from paiju.server.domain.table_state import Table
from paiju.server.errors import Refusal
from tests.server.table_harness import TableHarness
from tests.server.toy import Pledge


def dear(hands: int = 0) -> TableHarness:
    """A hand that costs 5 to leave, and one more for each point pledged."""
    return TableHarness("toy/dear", hands=hands).begun()


def told(rig: TableHarness, seat: int | None) -> LeaveCostBounds | None:
    assert rig.common is not None
    hand = build_table_message(rig.common, ViewContext(seat, is_host=False, since=None), (), rig.now).hand
    assert hand is not None
    return hand.leaving


def leave(rig: TableHarness, player: str, agreed: int) -> list[table_events.AnyTableEvent]:
    return rig.do(lambda draft: table_commands.leave(draft, player, agreed))


def test_leaving_voids_the_hand_and_empties_the_seat() -> None:
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


def test_match_continues_when_the_seat_is_taken() -> None:
    rig = dear(hands=1)
    leave(rig, "bob", 5)
    rig.sit("eve")
    rig.ready("ann", "eve", "cat")
    assert rig.table.require_running_hand().number == 2
    rig.play_out()
    assert (rig.table.phase, rig.table.played) == ("over", 1)
    rig.proven()


def test_leaving_is_refused_above_the_agreed_cost() -> None:
    rig = dear()
    for agreed in (0, 4):
        with pytest.raises(Refusal) as refused:
            leave(rig, "ann", agreed)
        assert (refused.value.code, refused.value.details) == ("leaving_costs", {"least": 5, "most": 5})
    with pytest.raises(Refusal, match="leaving_costs"):
        rig.do(lambda draft: table_commands.stand_up(draft, "ann"))
    assert rig.table.running_hand


@pytest.mark.parametrize("hidden", [0, 1, 2])
def test_refusal_reveals_no_more_than_the_leave_cost_bounds(hidden: int) -> None:
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


def test_leave_cost_is_shown_only_to_players_in_a_hand() -> None:
    rig = dear()
    assert told(rig, None) is None
    leave(rig, "ann", 5)
    assert told(rig, 1) is None
    assert told(TableHarness().begun(), 0) is None


def test_messages_name_the_leaver_and_explain_the_cost() -> None:
    rig = dear()
    rig.act(1, Pledge(1))
    leave(rig, "ann", 9)
    assert rig.common is not None
    for seat in (None, 1):
        hand = build_table_message(rig.common, ViewContext(seat, is_host=False, since=None), (), rig.now).hand
        assert hand is not None
        assert hand.reveal is not None
        assert (hand.reveal.headline.key, hand.reveal.headline.args["cost"]) == ("result.left", 6)
        assert hand.reveal.reason == hand.reveal.headline
        assert hand.reveal.names == ("Ann", "Bob", "Cat")
        assert ([line.code for line in hand.account], hand.stake) == (["leaving", "pledged"], 6)


def test_removed_bots_and_removed_players_pay_no_leave_cost() -> None:
    rig = TableHarness("toy/dear")
    rig.sit("ann", "bob")
    rig.do(lambda draft: table_commands.add_bot(draft, "ann", "robot", None))
    rig.ready("ann", "bob")
    rig.deal()
    rig.do(lambda draft: table_commands.remove_occupant(draft, "ann", 2))
    rig.do(lambda draft: table_commands.vacate_seat_of(draft, "bob"))
    rig.do(lambda draft: table_commands.leave(draft, "bob"))
    rig.do(lambda draft: table_commands.leave(draft, "eve"))
    assert rig.table.running_hand
    assert [chair.leaving for chair in rig.table.chairs] == [False, True, True]


def test_host_who_removes_itself_counts_as_leaving() -> None:
    rig = dear()
    with pytest.raises(Refusal, match="leaving_costs"):
        rig.do(lambda draft: table_commands.remove_occupant(draft, "ann", 0))


def test_player_on_autoplay_can_leave() -> None:
    rig = dear()
    rig.do(lambda draft: hand_commands.set_auto(draft, 0, on=True))
    leave(rig, "ann", 5)
    assert rig.table.hand is not None
    assert rig.table.hand.outcome is not None
    assert rig.table.hand.outcome.left == 0


def test_record_names_the_leaver() -> None:
    rig = dear()
    rig.act(1, Pledge(1))
    before = rig.table
    leave(rig, "ann", 9)
    finished = to_finished_hand(rig.library, before, rig.table, rig.now)
    assert finished is not None
    assert finished.players == ("ann", "bob", "cat")
    (info,) = read_summaries([finished])
    assert (info.outcome.left, info.outcome.cost) == (0, 6)
    (line,) = summaries_with_texts(rig.library, [finished])
    assert line.reason.key == "result.left"
    record = read_record(rig.library, finished)
    again = replay_stored_hand(rig.library, finished.id, record)
    assert again.headline.key == "result.left"
    assert ([line.code for line in again.steps[-1].account], again.steps[-1].stake) == (["leaving", "pledged"], 6)
    assert [line.code for line in again.steps[-2].account] == ["base", "pledge"]


def test_leaver_loses_the_cost_and_nobody_wins() -> None:
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


# ---- what is paid goes to those who stayed


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
def test_remaining_players_get_the_payment_and_the_hand_counts_in_the_match() -> None:
    rig = TableHarness("toy/paid", hands=1).begun()
    rig.act(1, Pledge(2))
    leave(rig, "ann", 7)
    hand = rig.table.hand
    assert hand is not None
    assert hand.outcome is not None
    assert (hand.outcome.left, hand.outcome.cost, hand.outcome.points) == (0, 7, (-7, 4, 3))
    assert (rig.table.match.hand, rig.table.match.points) == (1, (-7, 4, 3))
    assert (rig.table.phase, rig.table.played) == ("over", 1)
    rig.proven()


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
def test_payment_of_a_leaver_counts_for_no_title_or_rating() -> None:
    rig = TableHarness("toy/paid").begun()
    before = rig.table
    leave(rig, "ann", 9)
    finished = to_finished_hand(rig.library, before, rig.table, rig.now)
    assert finished is not None
    assert finished.verdict is not None
    assert [(one.points, one.coins, one.left, one.won) for one in finished.verdict.results] == [
        (-5, 0, True, -1),
        (0, 0, False, 0),
        (0, 0, False, 0),
    ]
    (line,) = summaries_with_texts(rig.library, [finished])
    assert (line.reason.key, line.outcome.points) == ("result.left_to_others", (-5, 3, 2))


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize(("purse", "moved"), [(1000, (-50, 25, 25)), (7, (-7, 4, 3)), (0, (0, 0, 0))])
def test_coin_payment_of_a_leaver_is_capped_and_shared_without_rake(purse: int, moved: tuple[int, ...]) -> None:
    rig = TableHarness("toy/paid", stakes=Stakes(coefficient=10, rake=5))
    rig.wallets = TableWallets({"ann": Wallet(purse), "bob": Wallet(100), "cat": Wallet(100)})
    rig.begun()
    before = rig.table
    leave(rig, "ann", 9)
    assert rig.table.hand is not None
    assert rig.table.hand.coins is not None
    assert rig.table.hand.coins.transfer == Transfer(moved, 0)
    finished = to_finished_hand(rig.library, before, rig.table, rig.now)
    assert finished is not None
    assert finished.verdict is not None
    assert [one.coins for one in finished.verdict.results] == [moved[0], 0, 0]


# ---- where there is no price, a bot plays on


def left_by_all(rig: TableHarness, *players: str) -> None:
    for player in players:
        leave(rig, player, 0)


def played_by_bots(rig: TableHarness) -> None:
    """To the end, each seat as who plays it now."""
    while rig.table.phase == "playing":
        seat = rig.table.game.to_act(rig.state)[0]
        by: table_events.ActedBy = "auto" if rig.table.chairs[seat].auto else "player"
        rig.act(seat, rig.table.game.legal(rig.state, seat)[-1], by)


def for_coins() -> TableHarness:
    rig = TableHarness(stakes=Stakes(coefficient=10, rake=5))
    rig.wallets = TableWallets({player: Wallet(1000) for player in ("ann", "bob", "cat")})
    return rig.begun()


def points_when_all_stay() -> tuple[int, ...]:
    rig = for_coins()
    rig.play_out()
    assert rig.table.hand is not None
    assert rig.table.hand.outcome is not None
    return rig.table.hand.outcome.points


def left_by_the_winner() -> tuple[TableHarness, Table, int]:
    """The same hand, played the same way, but that its winner leaves it; as it is over, just before that, and who won."""
    played = points_when_all_stay()
    winner = played.index(max(played))
    rig = for_coins()
    player = rig.table.chairs[winner].player
    assert player is not None
    left_by_all(rig, player)
    assert rig.table.running_hand
    before = rig.table
    while rig.table.phase == "playing":
        before = rig.table
        seat = rig.table.game.to_act(rig.state)[0]
        by: table_events.ActedBy = "auto" if seat == winner else "player"
        rig.act(seat, rig.table.game.legal(rig.state, seat)[-1], by)
    return rig, before, winner


@pytest.mark.clause("DDZ-9.5", "ZP-9.1", "GZ-9.1")
def test_bot_plays_on_and_the_leaver_gains_nothing() -> None:
    """What the winner got falls away, and the others pay that much less."""
    played, (rig, _, winner) = points_when_all_stay(), left_by_the_winner()
    hand = rig.table.hand
    assert hand is not None
    assert hand.outcome is not None
    assert hand.outcome.forfeiters == (winner,)
    assert hand.outcome.points[winner] == 0
    for seat in set(range(3)) - {winner}:
        assert played[seat] <= hand.outcome.points[seat] <= max(0, played[seat])
    assert rig.table.match.points == hand.outcome.points
    assert hand.coins is not None
    assert hand.coins.transfer.seats == tuple(10 * points - 5 for points in hand.outcome.points)
    assert rig.table.chairs[winner].is_vacant
    rig.proven()


@pytest.mark.clause("DDZ-9.5", "ZP-9.1", "GZ-9.1")
def test_forfeited_win_is_recorded_and_shown() -> None:
    rig, before, winner = left_by_the_winner()
    finished = to_finished_hand(rig.library, before, rig.table, rig.now)
    assert finished is not None
    assert finished.verdict is not None
    assert (finished.verdict.results[winner].won, finished.verdict.results[winner].points) == (0, 0)
    assert rig.common is not None
    assert rig.common.open.lines[-1].key == "result.forfeited"
    assert rig.common.open.shares == ()
    again = replay_stored_hand(rig.library, finished.id, read_record(rig.library, finished))
    assert again.steps[-1].lines[-1].key == "result.forfeited"


@pytest.mark.clause("DDZ-9.5", "ZP-9.1", "GZ-9.1")
def test_hand_is_void_when_the_last_person_leaves() -> None:
    rig = TableHarness().begun()
    left_by_all(rig, "ann", "cat")
    assert rig.table.running_hand
    assert [type(fact) for fact in leave(rig, "bob", 0)] == [
        table_events.TableHandEnded,
        *[table_events.SeatVacated] * 2,
        table_events.SecretSealed,
        table_events.SeatVacated,
        table_events.HostPassed,
    ]
    hand = rig.table.hand
    assert hand is not None
    assert hand.outcome == outcome_of_leaving(1, 3)
    assert (rig.table.match.hand, rig.table.match.points, rig.table.played) == (1, (0, 0, 0), 0)
    rig.proven()


@pytest.mark.clause("DDZ-9.5", "ZP-9.1", "GZ-9.1")
def test_bot_account_leaving_voids_no_hand_and_last_person_leaving_does() -> None:
    rig = TableHarness()
    rig.sit("ann")
    rig.do(lambda draft: table_commands.sit(draft, "bob", "Bob", None, program=True))
    rig.do(lambda draft: table_commands.add_bot(draft, "ann", "robot", None))
    rig.ready("ann", "bob")
    rig.deal()
    left_by_all(rig, "bob")
    assert rig.table.running_hand
    left_by_all(rig, "ann")
    assert rig.table.hand is not None
    assert rig.table.hand.outcome == outcome_of_leaving(0, 3)


def test_player_who_returns_to_the_hand_does_not_forfeit() -> None:
    rig = TableHarness().begun()
    left_by_all(rig, "cat")
    rig.do(lambda draft: hand_commands.set_auto(draft, 2, on=False))
    played_by_bots(rig)
    assert rig.table.hand is not None
    assert rig.table.hand.outcome is not None
    assert rig.table.hand.outcome.forfeiters == ()
