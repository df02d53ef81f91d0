"""Views of a state: what a viewer knows."""

from __future__ import annotations

from typing import TypeVar

from paiju.core.seats import Seat, Viewer
from paiju.games.zipai.state import Looking, Over, SecretState, State

T = TypeVar("T")


def has_shown_hand(state: State, seat: Seat) -> bool:
    """Whether a seat has won, and has therefore shown its hand."""
    phase = state.phase
    return isinstance(phase, Over) and any(winner.seat == seat for winner in phase.winners)


def sees_hand(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Whether a viewer sees a seat's hand, because it is the viewer's own or a winner's."""
    return viewer == seat or has_shown_hand(state, seat)


def _only_own(values: tuple[T | None, ...], viewer: Viewer) -> tuple[T | None, ...]:
    return tuple(value if seat == viewer else None for seat, value in enumerate(values))


def is_looking(state: State, viewer: Viewer) -> bool:
    """Whether the viewer is looking at a card that it has drawn and that only it sees."""
    return isinstance(state.phase, Looking) and state.phase.seat == viewer


def view(state: State, viewer: Viewer) -> State:
    """Return the view of a viewer: the state with None for every secret value that the viewer does not know.

    A viewer knows its own hand, face-down melds, declined pongs, answer and drawn card, and the hands of winners.
    """
    secret = state.secret
    seen = [sees_hand(state, viewer, seat) for seat in range(state.seats)]
    known = SecretState(
        stock=None,
        hands=tuple(secret.hands[seat] if sees else None for seat, sees in enumerate(seen)),
        hidden=tuple(secret.hidden[seat] if sees else None for seat, sees in enumerate(seen)),
        declined=_only_own(secret.declined, viewer),
        sealed=_only_own(secret.sealed, viewer),
        drawn=secret.drawn if is_looking(state, viewer) else None,
    )
    return State(state.match, state.phase, state.public, known, state.history)
