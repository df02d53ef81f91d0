"""Replaying a record to any point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from paiju.core.codec import from_plain
from paiju.core.deal import check_deal
from paiju.core.errors import UnknownName
from paiju.core.game import AnyGame, Step
from paiju.core.seats import Seat
from paiju.records.model import Hand, Move, Record


class Moment(NamedTuple):
    """A point in a hand: the state, and what led to it. ``seat``, ``action`` and ``events`` are empty at the start of a hand."""

    hand: int
    move: int
    state: Any
    seat: Seat | None
    action: str
    events: tuple[Any, ...]


def moments(record: Record, hand: int | None = None) -> Iterator[Moment]:
    """Every point of every hand, or of one hand, from its start to its end.

    Follows the recorded events, which are the truth of what was played, and does not ask whether they were right (``verify``
    does). A move without events is done again. Raises NotationError, UnknownName, IllegalAction.
    """
    game = record.ruleset.game()
    for number in _numbers(record, hand):
        yield from moments_of(game, record.hands[number], number)


def moments_of(game: AnyGame, hand: Hand, number: int = 0) -> Iterator[Moment]:
    """Every point of one hand of a game. Raises NotationError, IllegalAction."""
    match, deal = hand.before(game), hand.deal(game)
    check_deal(game.plan(match), deal)
    state = game.start(match, deal)
    yield Moment(number, 0, state, None, "", ())
    for count, move in enumerate(hand.moves, 1):
        state, events = _after(game, state, move)
        yield Moment(number, count, state, move.seat, move.action, events)


def _after(game: AnyGame, state: Any, move: Move) -> Step[Any, Any]:
    if move.events is None:
        return game.act(state, move.seat, game.parse_action(move.action))
    events = tuple(from_plain(event, game.event_type) for event in move.events)
    for event in events:
        state = game.evolve(state, event)
    return Step(state, events)


def _numbers(record: Record, hand: int | None) -> range:
    if hand is None:
        return range(len(record.hands))
    if not 0 <= hand < len(record.hands):
        raise UnknownName("unknown_hand", name=str(hand + 1), known=f"1-{len(record.hands)}")
    return range(hand, hand + 1)
