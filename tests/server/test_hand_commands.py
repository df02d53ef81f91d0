"""A hand at a table: decisions, clocks, autoplay and the end."""

from __future__ import annotations

import pytest

from paiju.core.codec import from_plain
from paiju.core.errors import Conflict, IllegalAction
from paiju.core.fair_deal import draw_deal, hand_seed
from paiju.server.app.tables.hand_replay import shown_record, to_finished_hand
from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.deadlines import TableDelays, bot_think_time, deadlines
from paiju.server.domain.table_events import ClocksResumed
from paiju.server.domain.table_setup import TimeControl
from paiju.server.errors import Refusal
from tests.server.table_harness import START, TableHarness, part_of
from tests.server.toy import Play, Pledge, Shout

TEMPO = TableDelays()


def test_a_hand_begins_when_all_seats_are_ready() -> None:
    rig = TableHarness()
    rig.sit("ann", "bob", "cat")
    rig.ready("ann", "bob")
    assert rig.phase() == "waiting"
    rig.ready("cat")
    assert rig.phase() == "playing"
    rig.deal()
    assert rig.state.counts == (3, 3, 3)
    rig.proven()


def test_hand_sealed_before_public_ids_is_dealt_by_the_table_id() -> None:
    """Its deal is bound to the table's id, which its record tells to its players alone."""
    rig, secret = TableHarness(), bytes(range(32))
    rig.do(lambda draft: draft.record(table_events.SecretSealed(1, secret.hex())))
    rig = rig.begun()
    seed = hand_seed(secret, "T", 1, [part_of(name) for name in ("ann", "bob", "cat")])
    deck = draw_deal(rig.table.game.deal_plan(rig.table.require_running_hand().match), seed).deck
    assert rig.state.hands == tuple(tuple(sorted(deck[at : at + 3])) for at in (0, 3, 6))
    before = rig.table
    rig.play_out()
    kept = to_finished_hand(rig.library, before, rig.table, rig.now)
    assert kept is not None
    assert (kept.id, len(bytes.fromhex(kept.public_id))) == ("T-1", 16)
    for played, table in ((True, "T"), (False, None)):
        (hand,) = shown_record(rig.library, kept, played=played).hands
        assert (hand.fair and hand.fair.table) == table


def test_the_deal_follows_from_the_secret_and_the_contributions() -> None:
    rig = TableHarness().begun()
    hand = rig.table.require_running_hand()
    secret = bytes.fromhex(hand.seal.secret)
    seed = hand_seed(secret, "", 1, [part_of(name) for name in ("ann", "bob", "cat")])
    deck = draw_deal(rig.table.game.deal_plan(hand.match), seed).deck
    assert rig.state.hands == tuple(tuple(sorted(deck[at : at + 3])) for at in (0, 3, 6))


def test_decision_id_is_unchanged_by_simultaneous_choices_of_others() -> None:
    rig = TableHarness().begun()
    before = rig.decision(0)
    rig.act(1, Pledge(2))
    rig.act(2, Pledge(0))
    assert rig.decision(0) == before
    assert rig.decision(1) is None
    rig.act(0, Pledge(1))
    assert rig.decision(0) == (before or 0) + 1
    rig.proven()


def test_answer_to_an_old_decision_is_refused() -> None:
    rig = TableHarness().begun()
    old = rig.decision(0) or 0
    for seat in range(3):
        rig.act(seat, Pledge(0))
    with pytest.raises(Conflict, match="stale_decision"):
        rig.do(lambda draft: hand_commands.answer_decision(draft, 0, old, Play(1), "player"))
    with pytest.raises(Conflict, match="not_asked"):
        rig.do(lambda draft: hand_commands.answer_decision(draft, 1, old, Play(1), "player"))


def test_answer_after_the_last_move_is_refused_as_late() -> None:
    rig = TableHarness().begun()
    asked = rig.decision(0) or 0
    rig.play_out()
    assert rig.phase() == "waiting"
    with pytest.raises(Conflict, match="not_asked"):
        rig.do(lambda draft: hand_commands.answer_decision(draft, 0, asked, Pledge(0), "player"))


def test_illegal_action_changes_nothing() -> None:
    rig = TableHarness().begun()
    before = rig.table
    with pytest.raises(IllegalAction, match="not_allowed"):
        rig.act(0, Pledge(99))
    assert rig.table == before


def test_time_beyond_the_turn_is_taken_from_the_reserve() -> None:
    rig = TableHarness(pace=TimeControl(turn=20, reserve=10)).begun()
    rig.now = START + 20_000
    rig.act(0, Pledge(0))
    rig.now = START + 24_000
    rig.act(1, Pledge(0))
    assert rig.table.require_running_hand().reserves == (10_000, 6_000, 10_000)
    rig.proven()


def test_timeout_plays_the_fallback_and_two_in_a_row_start_autoplay() -> None:
    rig = TableHarness(pace=TimeControl(turn=20, reserve=10)).begun()
    due = deadlines(rig.table, TEMPO)[0]
    assert (due.at, due.what) == (START + 30_000, "turn")
    rig.now = due.at
    for seat in range(3):
        rig.do(lambda draft, s=seat: hand_commands.expire_turn(draft, s, rig.decision(s) or 0))  # type: ignore[misc]
    assert rig.state.pledges == (0, 0, 0)
    assert not any(chair.auto for chair in rig.table.chairs)
    rig.do(lambda draft: hand_commands.expire_turn(draft, 0, rig.decision(0) or 0))
    assert rig.table.chairs[0].auto
    assert rig.table.require_running_hand().reserves == (0, 0, 0)
    rig.proven()


def test_timeout_after_the_players_move_is_refused() -> None:
    rig = TableHarness().begun()
    decision = rig.decision(0) or 0
    rig.act(0, Pledge(0))
    with pytest.raises(Conflict):
        rig.do(lambda draft: hand_commands.expire_turn(draft, 0, decision))


def test_own_move_ends_autoplay() -> None:
    rig = TableHarness().begun()
    rig.do(lambda draft: hand_commands.set_auto(draft, 0, on=True))
    assert deadlines(rig.table, TEMPO)[0].what == "think"
    rig.act(0, Pledge(1))
    assert not rig.table.chairs[0].auto


def test_ending_autoplay_gives_a_full_turn() -> None:
    rig = TableHarness().begun()
    rig.do(lambda draft: hand_commands.set_auto(draft, 0, on=True))
    rig.now = START + 50_000
    rig.do(lambda draft: hand_commands.set_auto(draft, 0, on=False))
    assert [due.at for due in deadlines(rig.table, TEMPO) if due.seat == 0] == [rig.now + 30_000]


def test_thinking_time_of_a_bot_depends_on_the_decision_alone() -> None:
    times = [bot_think_time("T", 1, decision, TEMPO) for decision in range(500)]
    assert min(times) >= TEMPO.think_least
    assert max(times) <= TEMPO.think_most
    assert len(set(times)) > 100
    assert times == [bot_think_time("T", 1, decision, TEMPO) for decision in range(500)]


def test_table_without_a_clock_has_no_deadlines() -> None:
    assert deadlines(TableHarness(pace=TimeControl(turn=0)).begun().table, TEMPO) == ()


@pytest.mark.parametrize("ruleset", ["toy/plain", "toy/loud"])
def test_dealer_pauses_before_each_packet(ruleset: str) -> None:
    rig = TableHarness(ruleset)
    rig.sit("ann", "bob", "cat")
    rig.ready("ann", "bob", "cat")
    for dealt in range(3):
        assert sum(map(bool, rig.state.counts)) == dealt
        assert [(due.what, due.at) for due in deadlines(rig.table, TEMPO)] == [("deal", rig.now + TEMPO.deal)]
        rig.now += TEMPO.deal
        rig.do(hand_commands.end_dealer_pause)
    with pytest.raises(Conflict, match="not_asked"):
        rig.do(hand_commands.end_dealer_pause)
    rig.proven()


def test_dealing_does_not_wait_for_optional_actions() -> None:
    rig = TableHarness("toy/loud")
    rig.sit("ann", "bob", "cat")
    rig.ready("ann", "bob", "cat")
    rig.do(hand_commands.end_dealer_pause)
    asked = rig.table.require_running_hand().asks[0]
    assert asked is not None
    assert not asked.must
    rig.act(0, Shout())
    assert rig.decision(0) is None
    rig.deal()
    assert rig.state.counts == (3, 3, 3)
    rig.proven()


def test_end_of_a_hand_scores_it_and_seals_the_next_secret() -> None:
    rig = TableHarness().begun()
    first = rig.table.require_running_hand().seal
    rig.play_out()
    assert rig.phase() == "waiting"
    assert rig.table.match.hand == 1
    assert sum(rig.table.match.points) == 0
    assert rig.table.seal.number == 2
    assert rig.table.seal.commitment != first.commitment
    assert not any(chair.ready for chair in rig.table.chairs)
    rig.proven()


def test_a_match_of_two_hands_is_over_after_two() -> None:
    rig = TableHarness(hands=2).begun()
    rig.play_out()
    rig.ready("ann", "bob", "cat")
    rig.play_out()
    assert rig.phase() == "over"
    with pytest.raises(Refusal, match="match_over"):
        rig.ready("ann")
    rig.do(lambda draft: table_commands.rematch(draft, "ann"))
    assert rig.phase() == "waiting"
    assert rig.table.match.points == (0, 0, 0)
    rig.proven()


@pytest.mark.clause("DDZ-2.7")
def test_redealt_hand_does_not_count_in_the_match() -> None:
    rig = TableHarness("toy/redealt", hands=2).begun()
    for pledged, played in ((0, 0), (0, 0), (1, 1), (0, 1), (2, 2)):
        for seat in range(3):
            rig.act(seat, Pledge(pledged))
        rig.play_out()
        assert rig.table.played == played
        rig.proven()
        if played < 2:
            rig.ready("ann", "bob", "cat")
            rig.deal()
    assert rig.phase() == "over"
    assert rig.table.match.hand == 5
    rig.do(lambda draft: table_commands.rematch(draft, "ann"))
    assert rig.proven().played == 0


@pytest.mark.clause("ZP-2.1")
@pytest.mark.parametrize("seat", range(3))
def test_match_begins_at_the_hosts_seat(seat: int) -> None:
    rig = TableHarness()
    rig.do(lambda draft: table_commands.sit(draft, "ann", "Ann", seat))
    rig.sit("bob", "cat")
    rig.ready("ann", "bob", "cat")
    rig.deal()
    assert rig.state.turn == seat
    rig.play_out()
    rig.ready("ann", "bob", "cat")
    assert rig.state.turn == (seat + 1) % 3
    rig.proven()


def test_match_of_an_old_log_begins_at_the_first_seat() -> None:
    begun: table_events.HandBegun = from_plain(
        {"t": "HandBegun", "number": 1, "contributions": ()}, table_events.HandBegun
    )
    assert begun.first == 0
    assert begun.pledges == ()


def test_deadlines_are_shifted_by_the_servers_downtime() -> None:
    rig = TableHarness("toy/loud").begun()
    before = deadlines(rig.table, TEMPO)
    rig.do(lambda draft: draft.record(ClocksResumed(12_345)))
    assert [due.at for due in deadlines(rig.table, TEMPO)] == [due.at + 12_345 for due in before]
