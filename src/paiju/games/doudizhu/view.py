"""What a viewer knows of a hand of Dou Dizhu."""

from __future__ import annotations

from paiju.core.seats import Seat, Viewer
from paiju.games.doudizhu.state import Over, Secret, State


def sees_hand(state: State, viewer: Viewer, seat: Seat) -> bool:
    """One's own, open hands (DDZ-7.7), and all when the hand is over."""
    return viewer == seat or state.public.opened[seat] > 0 or isinstance(state.phase, Over)


def sees_throw(state: State, viewer: Viewer, seat: Seat) -> bool:
    """One's own, one from a hand that was open then, and all when the hand is over (DDZ-7.10)."""
    return viewer == seat or state.public.throws_seen[seat] or isinstance(state.phase, Over)


def sees_gift(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Giver and landlord know the card, all do where a hand was open then (DDZ-2.5)."""
    return (viewer in (seat, state.public.landlord) and viewer is not None) or seat in state.public.gifts_seen


def view(state: State, viewer: Viewer) -> State:
    """What a viewer knows."""
    secret, public = state.secret, state.public
    over = isinstance(state.phase, Over)
    seats = range(state.seats)
    known = Secret(
        deal=None,
        hands=tuple(secret.hands[seat] if sees_hand(state, viewer, seat) else None for seat in seats),
        sealed=tuple(secret.sealed[seat] if viewer == seat else None for seat in seats),
        threw=tuple(secret.threw[seat] if sees_throw(state, viewer, seat) else None for seat in seats),
        gave=tuple(secret.gave[seat] if sees_gift(state, viewer, seat) else None for seat in seats),
        bottom=secret.bottom if over or public.bottom is not None or viewer == public.landlord else None,
    )
    return State(state.match, state.stage, state.phase, public, known)
