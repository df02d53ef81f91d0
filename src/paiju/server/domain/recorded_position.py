"""A position within a recorded hand, from which a practice hand continues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from paiju.core.codec import from_plain
from paiju.core.fair_deal import Deal
from paiju.core.game import AnyGame, Match
from paiju.core.seats import Seat


class PrecedingMove(Struct, frozen=True, omit_defaults=True):
    """A move before the position.

    It consists of its seat (-1: the dealer), its action in notation, and its events as dicts and lists.
    """

    seat: Seat
    action: str
    events: tuple[Any, ...] = ()


class RecordedPosition(Struct, frozen=True, omit_defaults=True):
    """A position within a finished hand, given by the match before the hand, its deal and its first moves.

    ``match`` is the match as dicts and lists. ``deck`` has the shuffled cards in notation, and ``draws`` the random numbers of
    the deal. ``hand`` is the public id of the hand; "" if there is none.
    """

    match: Any
    deck: tuple[str, ...]
    draws: tuple[int, ...]
    hand: str
    moves: tuple[PrecedingMove, ...] = ()


class PrecedingStep(NamedTuple):
    """A move before the position, and the state after the move. ``action`` and ``events`` have the game's own types."""

    seat: Seat
    action: Any
    events: tuple[Any, ...]
    state: Any


def match_before(game: AnyGame, position: RecordedPosition) -> Match:
    """Return the match as it was before the hand of a position."""
    match: Match = from_plain(position.match, game.match_type)
    return match


def initial_state(game: AnyGame, position: RecordedPosition) -> Any:
    """Return the state before the first move of the position's hand."""
    return game.start(match_before(game, position), Deal(tuple(map(game.parse_card, position.deck)), position.draws))


def iter_steps_to(game: AnyGame, position: RecordedPosition) -> Iterator[PrecedingStep]:
    """Yield the moves that lead to a position. The states follow from the recorded events; the actions are not executed."""
    state = initial_state(game, position)
    for move in position.moves:
        events = tuple(from_plain(event, game.event_type) for event in move.events)
        for event in events:
            state = game.evolve(state, event)
        yield PrecedingStep(move.seat, game.parse_action(move.action), events, state)


def count_continuable_moves(game: AnyGame, states: Sequence[Any], seats: Sequence[Seat], kept: int) -> int:
    """Return the largest number of moves, at most ``kept``, after which a hand can be continued.

    In a window, several seats choose at the same time, so a hand cannot be continued from the middle of a window.
    If the hand is in the middle of a window after ``kept`` moves, the result is the number of moves before that
    window. Otherwise it is ``kept``.

    ``states`` are the states before the first move and after each move. ``seats`` are the seats that made the
    moves.
    """
    while kept and _is_same_window(game, states[kept - 1], states[kept], seats[kept - 1]):
        kept -= 1
    return kept


def _is_same_window(game: AnyGame, before: Any, after: Any, seat: Seat) -> bool:
    """Whether the window stayed open for the remaining seats after ``seat`` answered."""
    if not game.window_duration(before) or not game.window_duration(after):
        return False
    return set(game.to_act(after)) == set(game.to_act(before)) - {seat}
