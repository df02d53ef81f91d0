"""Views of a state: what a viewer knows.

The module ``determinize`` does the reverse: it makes full states from views.
"""

from __future__ import annotations

from msgspec.structs import replace

from paiju.core.seats import Viewer
from paiju.games.gunzi.cards import NONE, Cards
from paiju.games.gunzi.state import Paying, Secret, State


def sees_bottom(state: State, viewer: Viewer) -> bool:
    """Whether a viewer knows the buried cards (GZ-5.3).

    A viewer knows them if they are open, or if the viewer is the banker who buried them.
    """
    return state.bottom_open or (viewer is not None and viewer == state.banker)


def view(state: State, viewer: Viewer) -> State:
    """Return the view of a viewer.

    It contains all public information, the viewer's own hand and sealed tribute and, for the banker, the buried cards.
    """
    secret = state.secret
    known = Secret(
        hands=tuple(hand if seat == viewer else None for seat, hand in enumerate(secret.hands)),
        deck=None if secret.deck != () else (),
        cuts=None if secret.cuts != () else (),
        bottom=secret.bottom if sees_bottom(state, viewer) or secret.bottom == NONE else None,
        sealed=_visible_tributes(state, viewer),
    )
    return replace(state, secret=known)


def _visible_tributes(state: State, viewer: Viewer) -> tuple[Cards | None, ...]:
    """Return the tributes that were laid face down; only the viewer's own is visible."""
    if not isinstance(state.phase, Paying):
        return ()
    chosen = state.phase.chosen
    return tuple(
        (cards if seat == viewer else None) if seat in chosen else NONE
        for seat, cards in zip(state.phase.payers, state.secret.sealed, strict=True)
    )
