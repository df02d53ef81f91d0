"""Practice from a position of a recorded hand: bots continue from any move, and nothing of it is stored."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.core.codec import to_json
from paiju.core.fair_deal import Deal, draw_deal
from paiju.core.score_breakdown import outcome_of_leaving
from paiju.core.seats import DEALER
from paiju.records import Record, RecordedPlayer, new_record, record_hand, replay_hand
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.economy.bank import coin_writes
from paiju.server.app.tables.hand_replay import to_finished_hand
from paiju.server.app.tables.lobby_summary import to_lobby_table
from paiju.server.app.tables.practice_position import make_practice_start
from paiju.server.app.tables.view_models import ViewContext, build_table_message, narrate_hand
from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.deadlines import TableDelays, deadlines
from paiju.server.domain.recorded_position import RecordedPosition
from paiju.server.domain.table_setup import TimeControl
from paiju.server.domain.table_state import Table
from paiju.server.domain.take_back import can_take_back, take_back
from paiju.server.errors import Quarantined, Refusal
from tests.ruleset_selection import one_each
from tests.server.table_harness import TableHarness

TEMPO = TableDelays(think_least=0, think_most=0, deal=0, lies=0, beat=0)
LIBRARY = StandardRegistry()


def recorded(ruleset: str, seed: int = 1) -> Record:
    """A hand that ran its course by chance."""
    rules = LIBRARY.ruleset(ruleset)
    game = LIBRARY.game(rules)
    random, match = Random(seed), game.new_match()
    deal = draw_deal(game.deal_plan(match), bytes([seed]) * 32)
    state, moves = game.start(match, deal), []
    while game.outcome(state) is None:
        seat = random.choice(game.to_act(state))
        legal = game.legal(state, seat)
        action = legal[random.randrange(min(len(legal), 50))]
        moves.append((seat, action))
        state, _ = game.step(state, seat, action)
    players = tuple(RecordedPlayer(f"p{seat}") for seat in range(game.seats))
    return new_record(rules, players, (record_hand(game, match, deal, tuple(moves)),))


def opened(record: Record, moves: int, seat: int = 0) -> TableHarness:
    """Ann plays on from a position of the record."""
    start = make_practice_start(LIBRARY, record, moves, seat, "f00d")
    return rig_from(start.ruleset.id, start.position, seat)


def rig_from(ruleset: str, position: RecordedPosition, seat: int) -> TableHarness:
    rig = TableHarness(ruleset, TimeControl(turn=0, reserve=0), private=True, library=LIBRARY, hands=1)
    rig.do(lambda draft: table_commands.open_practice(draft, "ann", "Ann", seat, "steady", position))
    return rig


def play_out(rig: TableHarness, seat: int, random: Random) -> Table:
    """Bots play their seats and Ann hers, by chance; returns the table before the hand's end."""
    before = rig.table
    for _ in range(3000):
        if rig.table.phase != "playing":
            break
        before, hand = rig.table, rig.table.require_running_hand()
        due = next(iter(deadlines(rig.table, TEMPO)), None)
        asked = hand.pending_ask(seat)
        if due is not None:
            rig.now = max(rig.now, due.at)
        if due is not None and due.what == "deal":
            rig.do(hand_commands.end_dealer_pause)
        elif asked is not None and asked.must and (due is None or due.what != "close"):
            legal = rig.table.game.legal(hand.state, seat)
            rig.act(seat, legal[random.randrange(min(len(legal), 50))])
        elif due is not None and due.what == "close":
            rig.do(lambda draft: hand_commands.close_window(draft, TEMPO))
        else:
            assert due is not None
            legal = rig.table.game.legal(hand.state, due.seat)
            rig.act(due.seat, legal[random.randrange(min(len(legal), 50))], "bot")
    assert rig.table.phase == "over"
    return before


@pytest.mark.parametrize("ruleset", one_each())
def test_practice_continues_from_any_move_and_stores_nothing(ruleset: str) -> None:
    record = recorded(ruleset)
    game, last = LIBRARY.game(LIBRARY.ruleset(ruleset)), len(record.hands[0].moves)
    states = [point.state for point in replay_hand(game, record.hands[0])]
    random = Random(ruleset)
    for moves in (0, 1, last // 2, last - 1):
        seat = random.randrange(game.seats)
        rig = opened(record, moves, seat)
        hand = rig.table.require_running_hand()
        assert hand.position is not None
        kept = len(hand.position.moves)
        assert kept <= moves
        assert hand.state == states[kept]
        assert rig.table.chairs[seat].player == "ann"
        assert all(chair.bot for at, chair in enumerate(rig.table.chairs) if at != seat)
        before = play_out(rig, seat, random)
        rig.proven()
        assert to_finished_hand(LIBRARY, before, rig.table, rig.now) is None
        assert coin_writes(before, rig.table, rig.now) == coin_writes(before, before, rig.now)
        assert rig.table.hand is not None
        assert rig.table.hand.uncounted == rig.table.uncounted_reason == "practice"


@pytest.mark.parametrize("ruleset", one_each())
def test_rematch_deals_the_same_position_again(ruleset: str) -> None:
    record = recorded(ruleset)
    rig = opened(record, 0)
    assert rig.table.require_running_hand().moves == ()
    play_out(rig, 0, Random(2))
    first, number = rig.table.practice_position, rig.table.seal.number
    rig.do(lambda draft: table_commands.rematch(draft, "ann"))
    assert rig.table.phase == "playing"
    assert rig.table.practice_position == first
    assert rig.table.require_running_hand().number == number + 1
    play_out(rig, 0, Random(3))
    rig.proven()


def said(rig: TableHarness, seat: int | None) -> bytes:
    """What the table tells a seat, or a spectator."""
    assert rig.common is not None
    hand = rig.table.require_running_hand()
    told = build_table_message(rig.common, ViewContext(seat, is_host=seat == 0, since=None), (), rig.now)
    return to_json((told, tuple(narrate_hand(rig.table.game, hand, seat))))


def dealt(ruleset: str, deal: Deal) -> tuple[Any, Record]:
    """The state when the dealer is done, or first waits for somebody, and a record of that, as of a finished hand."""
    rules = LIBRARY.ruleset(ruleset)
    game = LIBRARY.game(rules)
    match = game.new_match()
    state, moves = game.start(match, deal), []
    while game.to_act(state) == (DEALER,):
        action = game.legal(state, DEALER)[0]
        moves.append((DEALER, action))
        state, _ = game.step(state, DEALER, action)
    hand = replace(record_hand(game, match, deal, tuple(moves)), outcome=outcome_of_leaving(0, game.seats))
    players = tuple(RecordedPlayer(f"p{seat}") for seat in range(game.seats))
    return state, new_record(rules, players, (hand,))


@pytest.mark.parametrize("ruleset", one_each())
def test_messages_reveal_only_what_the_seat_sees_of_the_deal(ruleset: str) -> None:
    """Two deals that differ in cards which seat 0 does not see are the same for seat 0, and for spectators."""
    game, random = LIBRARY.game(LIBRARY.ruleset(ruleset)), Random(5)
    plan = game.deal_plan(game.new_match())
    one = draw_deal(plan, b"d" * 32)
    here, record = dealt(ruleset, one)
    for _ in range(500):
        deck = list(one.deck)
        left, right = random.sample(range(len(deck)), 2)
        deck[left], deck[right] = deck[right], deck[left]
        there, other = dealt(ruleset, replace(one, deck=tuple(deck)))
        if there != here and all(game.view(here, seat) == game.view(there, seat) for seat in (0, None)):
            break
    else:
        raise AssertionError("no two deals are the same for seat 0")
    rigs = [opened(record, len(record.hands[0].moves)) for record in (record, other)]
    assert rigs[0].state != rigs[1].state
    for seat in (0, None):
        assert said(rigs[0], seat) == said(rigs[1], seat)


def test_spectator_messages_do_not_name_the_source_hand() -> None:
    rig = opened(recorded("doudizhu/qq"), 5)
    assert b"f00d" in said(rig, 0)
    assert b"f00d" not in said(rig, None)
    assert b'"practice":{"moves":' in said(rig, None)


def test_practice_hand_has_no_secret_link_or_next_hand() -> None:
    rig = opened(recorded("doudizhu/qq"), 5)
    play_out(rig, 0, Random(1))
    assert rig.common is not None
    told = build_table_message(rig.common, ViewContext(0, is_host=True, since=None), (), rig.now)
    assert told.next is None
    assert told.table.phase == "over"
    assert told.hand is not None
    assert told.hand.reveal is not None
    assert (told.hand.commitment, told.hand.reveal.secret, told.hand.reveal.replay) == ("", "", "")
    assert to_lobby_table(rig.table).private
    assert not any(isinstance(fact, table_events.SecretSealed) for fact in rig.do(lambda draft: None))


def test_take_back_stops_at_the_practice_position() -> None:
    record = recorded("doudizhu/qq")
    game = LIBRARY.game(LIBRARY.ruleset("doudizhu/qq"))
    points = tuple(replay_hand(game, record.hands[0]))
    moves, seat = next(
        (point.move, game.to_act(point.state)[0])
        for point in points[3:-1]
        if game.to_act(point.state)[0] >= 0 and len(game.legal(point.state, game.to_act(point.state)[0])) > 1
    )
    rig = opened(record, moves, seat)
    assert not can_take_back(rig.table, seat)
    before = rig.state
    rig.act(seat, game.legal(before, seat)[0])
    assert can_take_back(rig.table, seat)
    rig.do(lambda draft: take_back(draft, "ann"))
    assert rig.state == before
    assert not can_take_back(rig.table, seat)
    rig.proven()


def test_position_within_a_claim_window_starts_at_the_window() -> None:
    """Otherwise the answers of the others would be known, and the first seats could no longer answer."""
    record = recorded(next(name for name in one_each() if LIBRARY.game(LIBRARY.ruleset(name)).has_windows))
    game = LIBRARY.game(record.ruleset.ruleset())
    points = tuple(replay_hand(game, record.hands[0]))
    within = [
        after.move
        for before, after in pairwise(points)
        if game.window_duration(before.state)
        and game.window_duration(after.state)
        and set(game.to_act(after.state)) == set(game.to_act(before.state)) - {after.seat}
    ]
    assert within
    rig = opened(record, within[0])
    position = rig.table.practice_position
    assert position is not None
    assert len(position.moves) < within[0]
    assert rig.state == points[len(position.moves)].state


def test_changes_of_seats_and_rules_are_refused_at_a_practice_table() -> None:
    rig = opened(recorded("doudizhu/qq"), 5)
    for work in (
        lambda draft: table_commands.sit(draft, "bob", "Bob", 1),
        lambda draft: table_commands.remove_occupant(draft, "ann", 1),
        lambda draft: table_commands.set_ready(draft, "ann", ""),
        lambda draft: table_commands.add_bot(draft, "ann", "steady", None),
    ):
        with pytest.raises(Refusal, match="practice_table"):
            rig.do(work)
    with pytest.raises(Refusal, match="practice_table"):
        rig.do(lambda draft: table_commands.rematch(draft, "ann"))  # the hand is not over
    with pytest.raises(Refusal, match="not_host"):
        rig.do(lambda draft: table_commands.rematch(draft, "bob"))


def test_leaving_closes_the_practice_table() -> None:
    rig = opened(recorded("doudizhu/qq"), 5)
    before = rig.table
    rig.do(lambda draft: table_commands.leave(draft, "ann"))
    assert rig.table.phase == "closed"
    assert to_finished_hand(LIBRARY, before, rig.table, rig.now) is None
    rig.proven()
    assert rig.do(table_commands.close_practice) == []


def test_close_practice_does_not_close_an_ordinary_table() -> None:
    rig = TableHarness()
    assert rig.do(table_commands.close_practice) == []


def test_nonexistent_positions_are_refused() -> None:
    record = recorded("doudizhu/qq")
    last = len(record.hands[0].moves)
    for moves, seat, code in ((last + 1, 0, "no_such_move"), (0, 3, "no_such_seat"), (last, 0, "position_over")):
        with pytest.raises(Refusal, match=code):
            make_practice_start(LIBRARY, record, moves, seat, "f00d")
    running = replace(record, hands=(replace(record.hands[0], outcome=None),))
    with pytest.raises(Refusal, match="deal_open"):
        make_practice_start(LIBRARY, running, 0, 0, "f00d")
    broken = replace(record, hands=(replace(record.hands[0], deck=()),))
    with pytest.raises(Quarantined):
        make_practice_start(LIBRARY, broken, 0, 0, "f00d")
