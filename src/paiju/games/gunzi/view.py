"""Who sees what: views and redacted events. ``imagine.py`` deals the unseen cards anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from paiju.core.seats import Viewer
from paiju.games.gunzi import events as e
from paiju.games.gunzi.cards import NONE, Cards
from paiju.games.gunzi.state import Paying, Secret, State


def sees_bottom(state: State, viewer: Viewer) -> bool:
    """Whether a viewer knows the buried cards: they lie open, or the viewer is the banker who buried them (GZ-5.3)."""
    return state.bottom_open or (viewer is not None and viewer == state.banker)


def view(state: State, viewer: Viewer) -> State:
    """What a viewer knows: all that is public, the own hand, the own sealed tribute, as banker the buried cards."""
    secret = state.secret
    known = Secret(
        hands=tuple(hand if seat == viewer else None for seat, hand in enumerate(secret.hands)),
        deck=None if secret.deck != () else (),
        cuts=None if secret.cuts != () else (),
        bottom=secret.bottom if sees_bottom(state, viewer) or secret.bottom == NONE else None,
        sealed=_sealed(state, viewer),
    )
    return replace(state, secret=known)


def _sealed(state: State, viewer: Viewer) -> tuple[Cards | None, ...]:
    """The tributes laid face down: one's own; of the others only that none has been laid yet."""
    if not isinstance(state.phase, Paying):
        return ()
    chosen = state.phase.chosen
    return tuple(
        (cards if seat == viewer else None) if seat in chosen else NONE
        for seat, cards in zip(state.phase.payers, state.secret.sealed, strict=True)
    )


def _all_see(event: e.Event, viewer: Viewer) -> e.Event:
    return event


def _own(event: Any, viewer: Viewer) -> e.Event:
    redacted: e.Event = event if viewer == event.seat else replace(event, cards=None)
    return redacted


def _own_or_open(event: Any, viewer: Viewer) -> e.Event:
    return event if event.open else _own(event, viewer)


def _card(event: e.CardDealt, viewer: Viewer) -> e.Event:
    return event if event.open or viewer == event.seat else e.CardDealt(event.seat, None)


_REDACT: Final[dict[type[Any], Callable[[Any, Viewer], e.Event]]] = {
    e.CardsCut: _all_see,
    e.CardDealt: _card,
    e.TrumpsShown: _all_see,
    e.ShowPassed: _all_see,
    e.ShowingClosed: _all_see,
    e.BottomTurned: _all_see,
    e.TrumpsFixed: _all_see,
    e.TributeChosen: _own,
    e.TributePaid: _all_see,
    e.BottomShown: _all_see,
    e.GivenBack: _all_see,
    e.BottomTaken: _own_or_open,
    e.CardsBuried: _own_or_open,
    e.JokersPassed: _all_see,
    e.JokersBuried: _all_see,
    e.TakenBack: _all_see,
    e.CardsPlayed: _all_see,
    e.TrickTaken: _all_see,
    e.BottomOpened: _all_see,
}


def redact(event: e.Event, viewer: Viewer) -> e.Event:
    """What a viewer learns of an event; an event without a row is an error."""
    return _REDACT[type(event)](event, viewer)
