"""Replays the hands of a record move by move, and makes records of hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from paiju.core.codec import from_plain, to_plain
from paiju.core.errors import NotationError, UnknownName
from paiju.core.fair_deal import Deal, check_deal_fits_plan
from paiju.core.game import AnyGame, Match, Step
from paiju.core.score_breakdown import Outcome, outcome_of_leaving
from paiju.core.seats import Seat
from paiju.records.model import FairProof, Record, RecordedHand, RecordedMove


class ReplayPoint(NamedTuple):
    """A point of a hand: the state after ``move`` moves, and the last of these moves.

    At the start of a hand there is no last move: ``seat`` is None, ``action`` and ``events`` are empty. ``outcome`` is None
    until the hand has ended.
    """

    hand: int
    move: int
    state: Any
    seat: Seat | None
    action: str
    events: tuple[Any, ...]
    outcome: Outcome | None


def replay_record(record: Record, hand: int | None = None) -> Iterator[ReplayPoint]:
    """Yield all replay points of all hands of a record, or only of the hand with the index ``hand``.

    The recorded events are applied without checks; ``verify`` checks them. If a move has no events, its action is
    checked and applied. Raises NotationError, UnknownName, IllegalAction.
    """
    game = record.ruleset.game()
    for number in _hand_numbers(record, hand):
        yield from replay_hand(game, record.hands[number], number)


def replay_hand(game: AnyGame, hand: RecordedHand, number: int = 0) -> Iterator[ReplayPoint]:
    """Yield all replay points of one hand. ``number`` is the index of the hand in the record, from 0.

    Raises NotationError, IllegalAction.
    """
    match, deal = hand.match_before(game), hand.deal(game)
    check_deal_fits_plan(game.deal_plan(match), deal)
    state = game.start(match, deal)
    yield ReplayPoint(number, 0, state, None, "", (), _outcome_after(game, hand, 0, state))
    for count, move in enumerate(hand.moves, 1):
        state, events = _apply_move(game, state, move)
        yield ReplayPoint(
            number, count, state, move.seat, move.action, events, _outcome_after(game, hand, count, state)
        )


def _outcome_after(game: AnyGame, hand: RecordedHand, count: int, state: Any) -> Outcome | None:
    """Return the outcome of a hand after ``count`` moves; None if the hand goes on.

    Two facts do not follow from the moves: which seats forfeited their gains, and which player ended the hand by
    leaving. After the last move, they are taken from the recorded outcome. Raises NotationError.
    """
    ended, recorded_outcome = game.outcome(state), None if count < len(hand.moves) else hand.outcome
    if recorded_outcome is None:
        return ended
    if ended is not None:
        return game.outcome_with_leavers(ended, tuple(_check_seat(game, seat) for seat in recorded_outcome.forfeiters))
    if recorded_outcome.left is None:
        return None
    left = _check_seat(game, recorded_outcome.left)
    return game.leave_outcome(state, left) or outcome_of_leaving(left, game.seats)


def _check_seat(game: AnyGame, seat: Seat) -> Seat:
    if not 0 <= seat < game.seats:
        raise NotationError("record_seat", seat=seat, seats=game.seats)
    return seat


def without_events(hand: RecordedHand) -> RecordedHand:
    """Return the hand without its events, so that replay computes them from the actions."""
    return replace(hand, moves=tuple(replace(move, events=None) for move in hand.moves))


def with_computed_events(game: AnyGame, hand: RecordedHand) -> tuple[RecordedHand, Any]:
    """Return the hand with events and outcome computed from its actions, and the state at its end.

    Two facts cannot be computed and are taken from the recorded outcome: which player ended the hand by leaving,
    and which seats forfeited their gains. Raises NotationError, IllegalAction.
    """
    start, *after = replay_hand(game, without_events(hand))
    events = (tuple(map(to_plain, moment.events)) for moment in after)
    moves = tuple(replace(move, events=found) for move, found in zip(hand.moves, events, strict=True))
    end = after[-1] if after else start
    return replace(hand, moves=moves, outcome=end.outcome), end.state


def record_hand(
    game: AnyGame,
    match: Match,
    deal: Deal,
    moves: tuple[tuple[Seat, Any], ...],
    fair: FairProof | None = None,
    left: Seat | None = None,
) -> RecordedHand:
    """Return the record of a hand with its events, given its deal and actions. Raises IllegalAction.

    ``match`` is the match before the hand. ``fair`` is the proof of a fair deal; None if there is no proof. ``left`` is
    the seat that ended the hand by leaving; None if nobody left.
    """
    written = tuple(RecordedMove(seat, game.format_action(action)) for seat, action in moves)
    deck = tuple(map(game.format_card, deal.deck))
    outcome = None if left is None else outcome_of_leaving(left, game.seats)
    return with_computed_events(game, RecordedHand(to_plain(match), deck, deal.draws, written, outcome, fair))[0]


def make_recorded_hand(
    game: AnyGame, match: Match, deal: Deal, moves: Iterable[tuple[Seat, Any]], outcome: Outcome | None
) -> RecordedHand:
    """Return the record of a hand, given its deal, actions and outcome. It contains no events, and no move is replayed."""
    written = tuple(RecordedMove(seat, game.format_action(action)) for seat, action in moves)
    return RecordedHand(to_plain(match), tuple(map(game.format_card, deal.deck)), deal.draws, written, outcome)


def _apply_move(game: AnyGame, state: Any, move: RecordedMove) -> Step[Any, Any]:
    if move.events is None:
        return game.act(state, move.seat, game.parse_action(move.action))
    events = tuple(from_plain(event, game.event_type) for event in move.events)
    for event in events:
        state = game.evolve(state, event)
    return Step(state, events)


def _hand_numbers(record: Record, hand: int | None) -> range:
    if hand is None:
        return range(len(record.hands))
    if not 0 <= hand < len(record.hands):
        raise UnknownName("unknown_hand", name=str(hand + 1), known=f"1-{len(record.hands)}")
    return range(hand, hand + 1)
