"""Views of a state: what a viewer knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from paiju.core.seats import Seat, Viewer
from paiju.games.doudizhu.state import Over, SecretState, State

T = TypeVar("T")


def sees_hand(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Whether a viewer sees a seat's hand: the viewer's own hand, an open one (DDZ-7.7), or any hand after the end."""
    return viewer == seat or state.public.opened[seat] > 0 or isinstance(state.phase, Over)


def sees_throw(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Return whether a viewer sees the cards that a seat threw away (DDZ-7.10).

    A viewer sees the cards that its own seat threw away, and those from open hands. After the end of the hand,
    every viewer sees all of them.
    """
    return viewer == seat or state.public.throws_seen[seat] or isinstance(state.phase, Over)


def sees_gift(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Return whether a viewer knows the card that a seat gave to the landlord.

    The seat and the landlord know it. All viewers know it if one of the two hands was open (DDZ-2.5).
    """
    return (viewer in (seat, state.public.landlord) and viewer is not None) or seat in state.public.gifts_seen


def sees_sealed_choice(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Return whether a viewer sees a seat's secret choice before the choices are revealed.

    A viewer sees only the choice of its own seat.
    """
    return viewer == seat


def _visible_by_seat(
    state: State, viewer: Viewer, values: tuple[T | None, ...], sees: Callable[[State, Viewer, Seat], bool]
) -> tuple[T | None, ...]:  # fmt: skip
    """Return the values by seat, with None for those that the viewer may not see."""
    if values.count(None) == len(values):
        return values
    return tuple(value if sees(state, viewer, seat) else None for seat, value in enumerate(values))


def view(state: State, viewer: Viewer) -> State:
    """Return the view of a viewer."""
    secret, public = state.secret, state.public
    over = isinstance(state.phase, Over)
    known = SecretState(
        deal=None,
        hands=_visible_by_seat(state, viewer, secret.hands, sees_hand),
        sealed=_visible_by_seat(state, viewer, secret.sealed, sees_sealed_choice),
        threw=_visible_by_seat(state, viewer, secret.threw, sees_throw),
        gave=_visible_by_seat(state, viewer, secret.gave, sees_gift),
        bottom=secret.bottom if over or public.bottom is not None or viewer == public.landlord else None,
    )
    return State(state.match, state.stage, state.phase, public, known, state.history)
