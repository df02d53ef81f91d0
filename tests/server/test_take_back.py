"""Taking back a move: at a table of one person and bots, the hand continues from the state before it."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from paiju.records import read_json, verify
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.ranking.player_hand_results import evaluate_record
from paiju.server.app.tables.hand_replay import to_finished_hand
from paiju.server.app.tables.view_models import ViewContext, build_table_message
from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.deadlines import TableDelays, deadlines
from paiju.server.domain.take_back import can_take_back, take_back
from paiju.server.errors import Refusal
from tests.ruleset_selection import one_each
from tests.server.table_harness import TableHarness
from tests.server.toy import Pledge

TEMPO = TableDelays(think_least=0, think_most=0, deal=0, lies=0, beat=0)


def alone(ruleset: str = "toy/plain", **settings: object) -> TableHarness:
    """Ann among bots, after the deal."""
    library = None if ruleset.startswith("toy") else StandardRegistry()
    rig = TableHarness(ruleset, library=library, **settings)  # type: ignore[arg-type]
    rig.sit("ann")
    rig.do(lambda draft: table_commands.add_bot(draft, "ann", "steady", None))
    rig.ready("ann")
    if ruleset.startswith("toy"):
        rig.deal()
    return rig


def undo(rig: TableHarness) -> list[table_events.AnyTableEvent]:
    return rig.do(lambda draft: take_back(draft, "ann"))


def told(rig: TableHarness) -> bool:
    """Whether Ann's client is told that she may take back a move."""
    assert rig.common is not None
    hand = build_table_message(rig.common, ViewContext(0, is_host=True, since=None), (), rig.now).hand
    assert hand is not None
    return hand.can_take_back


def test_take_back_restores_the_state_before_the_last_choice() -> None:
    rig = alone()
    for seat in range(3):
        rig.act(seat, Pledge(0), "player" if seat == 0 else "bot")
    leader = rig.table.game.to_act(rig.state)[0]
    while rig.table.game.to_act(rig.state) != (0,):
        seat = rig.table.game.to_act(rig.state)[0]
        rig.act(seat, rig.table.game.legal(rig.state, seat)[0], "bot")
    before, decision = rig.state, rig.decision(0) or 0
    rig.act(0, rig.table.game.legal(before, 0)[0])
    if rig.table.game.to_act(rig.state) != (leader,):
        seat = rig.table.game.to_act(rig.state)[0]
        rig.act(seat, rig.table.game.legal(rig.state, seat)[0], "bot")
    assert told(rig)
    undo(rig)
    assert rig.state == before
    assert (rig.decision(0) or 0) > decision  # a late answer to the old question fits nothing
    rig.act(0, rig.table.game.legal(before, 0)[-1])
    rig.proven()


def test_choices_are_taken_back_one_by_one() -> None:
    rig = alone()
    start = rig.state
    assert not told(rig)
    for seat in range(3):
        rig.act(seat, Pledge(1), "player" if seat == 0 else "bot")
    undo(rig)
    assert rig.state == start
    assert not told(rig)
    with pytest.raises(Refusal, match="nothing_to_take_back"):
        undo(rig)


def test_answers_in_one_window_are_taken_back_together() -> None:
    """All seats are asked together again: the others' answers were opened with the one that is taken back."""
    rig = alone("toy/sealed", claims="quick")
    while 9 not in rig.state.hands[0]:
        rig.play_by_clock()
        rig.ready("ann")
        rig.deal()
    start = rig.state
    for seat in range(3):
        if rig.table.require_running_hand().pending_ask(seat):
            rig.act(seat, rig.table.game.legal(rig.state, seat)[-1], "player" if seat == 0 else "bot")
    rig.now += 60_000
    rig.do(lambda draft: hand_commands.close_window(draft, TEMPO))
    assert rig.state != start
    undo(rig)
    assert rig.state == start
    assert [rig.decision(seat) is not None for seat in range(3)] == [True] * 3
    rig.proven()


def test_take_back_is_refused_at_a_table_with_several_people() -> None:
    rig = TableHarness()
    rig.sit("ann", "bob")
    rig.do(lambda draft: table_commands.add_bot(draft, "ann", "steady", 2))
    rig.ready("ann", "bob")
    rig.deal()
    rig.act(0, Pledge(0))
    assert not told(rig)
    with pytest.raises(Refusal, match="not_practice"):
        undo(rig)


def test_take_back_is_refused_after_the_hand_and_to_spectators() -> None:
    rig = alone()
    with pytest.raises(Refusal, match="not_seated"):
        rig.do(lambda draft: take_back(draft, "bob"))
    rig.play_out()
    assert not can_take_back(rig.table, 0)
    with pytest.raises(Refusal, match="no_hand"):
        undo(rig)


def test_take_back_is_refused_at_a_coin_table() -> None:
    rig = alone()
    stakes = rig.library.stake_room("toy/small").stakes
    table = replace(rig.table, setup=replace(rig.table.setup, stakes=stakes))
    assert rig.table.allows_take_back
    assert not table.allows_take_back


def test_take_back_ends_autoplay() -> None:
    rig = alone()
    rig.act(0, Pledge(1))
    rig.do(lambda draft: hand_commands.set_auto(draft, 0, on=True))
    assert [type(fact) for fact in undo(rig)] == [table_events.MovesTakenBack, table_events.AutoSet]
    assert not rig.table.chairs[0].auto
    rig.proven()


@pytest.mark.parametrize("ruleset", one_each())
def test_record_with_take_backs_verifies_in_every_family(ruleset: str) -> None:
    """Ann takes back some choices. The record has only what was played in the end, and counts for nothing."""
    rig, random, taken = alone(ruleset), Random(ruleset), 0
    before = rig.table
    for _ in range(2000):
        if rig.table.phase != "playing":
            break
        before, due = rig.table, deadlines(rig.table, TEMPO)[0]
        rig.now = max(rig.now, due.at)
        hand = rig.table.require_running_hand()
        asked = hand.pending_ask(0)
        if due.what == "deal":
            rig.do(hand_commands.end_dealer_pause)
        elif asked is not None and asked.must and asked.choice and due.what != "close":
            legal = rig.table.game.legal(hand.state, 0)
            rig.act(0, legal[random.randrange(min(len(legal), 50))])
            if taken < 12 and random.random() < 0.5 and can_take_back(rig.table, 0):
                undo(rig)
                taken += 1
        elif due.what == "close":
            rig.do(lambda draft: hand_commands.close_window(draft, TEMPO))
        else:
            legal = rig.table.game.legal(hand.state, due.seat)
            rig.act(due.seat, legal[random.randrange(min(len(legal), 50))], "bot")
    assert taken
    rig.proven()
    kept = to_finished_hand(rig.library, before, rig.table, rig.now)
    assert kept is not None
    assert kept.verdict is not None
    assert kept.verdict.uncounted == "bots"
    record = read_json(kept.record)
    assert all(check.holds for check in verify(record))
    assert evaluate_record(rig.library, record, private=False).uncounted == "bots"


def test_pending_bot_decision_is_outdated_after_a_take_back() -> None:
    """A bot that was thinking when the move was taken back has thought about another decision."""
    rig = alone()
    rig.act(0, Pledge(1))
    old = rig.decision(1) or 0
    undo(rig)
    assert (rig.decision(1) or 0) > old
