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
    """A move of the hand before the position.

    ``seat`` is the seat that moved (-1: the dealer). ``action`` is in notation. ``events`` are dicts and lists.
    """

    seat: Seat
    action: str
    events: tuple[Any, ...] = ()


class RecordedPosition(Struct, frozen=True, omit_defaults=True):
    """A position within a finished hand. It contains all that is needed to play the hand again up to the position.

    - ``match``: what was carried over from earlier hands (``Match``), as dicts and lists
    - ``deck`` and ``draws``: the deal, that is, the shuffled cards in notation and the random numbers
    - ``hand``: the public id of the hand; "" if there is none
    - ``moves``: the moves of the hand before the position
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
    """Return what the hand of a position carried over from earlier hands (``Match``), as a value of the game's type."""
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
    """Whether the states before and after the answer of ``seat`` belong to the same window.

    That is so if both lie in a window, and exactly the other seats that were asked before are asked afterwards.
    """
    if not game.window_duration(before) or not game.window_duration(after):
        return False
    return set(game.to_act(after)) == set(game.to_act(before)) - {seat}
