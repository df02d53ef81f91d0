"""Who sees what in Da Zi Pai: views and redacted events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from paiju.core.seats import Seat, Viewer
from paiju.games.zipai import events as happened
from paiju.games.zipai.melds import HIDDEN, Meld
from paiju.games.zipai.state import Looking, Over, Secret, State

T = TypeVar("T")


def has_shown(state: State, seat: Seat) -> bool:
    """Whether the seat has won, and shown its hand."""
    phase = state.phase
    return isinstance(phase, Over) and any(winner.seat == seat for winner in phase.winners)


def sees_hand(state: State, viewer: Viewer, seat: Seat) -> bool:
    """One's own, and the winners' when they have shown it."""
    return viewer == seat or has_shown(state, seat)


def _own(values: tuple[T | None, ...], viewer: Viewer) -> tuple[T | None, ...]:
    return tuple(value if seat == viewer else None for seat, value in enumerate(values))


def looks(state: State, viewer: Viewer) -> bool:
    """Whether the viewer is looking at the card it drew."""
    return isinstance(state.phase, Looking) and state.phase.seat == viewer


def view(state: State, viewer: Viewer) -> State:
    """What a viewer knows."""
    secret = state.secret
    seen = [sees_hand(state, viewer, seat) for seat in range(state.seats)]
    known = Secret(
        stock=None,
        hands=tuple(secret.hands[seat] if sees else None for seat, sees in enumerate(seen)),
        hidden=tuple(secret.hidden[seat] if sees else None for seat, sees in enumerate(seen)),
        declined=_own(secret.declined, viewer),
        sealed=_own(secret.sealed, viewer),
        drawn=secret.drawn if looks(state, viewer) else None,
    )
    return State(state.match, state.phase, state.public, known)


# ---- events


def _all_see(event: happened.Event, viewer: Viewer) -> happened.Event:
    return event


def _own_hand(event: happened.CardsDealt, viewer: Viewer) -> happened.CardsDealt:
    return happened.CardsDealt(_own(event.hands, viewer))


def _own_card(event: Any, viewer: Viewer) -> Any:
    return event if viewer == event.seat else replace(event, card=None)


def _own_answer(event: happened.Answered, viewer: Viewer) -> happened.Answered:
    return event if viewer == event.seat else happened.Answered(event.seat, None)


def _own_declined(event: happened.ClaimsClosed, viewer: Viewer) -> happened.ClaimsClosed:
    return happened.ClaimsClosed(event.taken, _own(event.declined, viewer))


def _face_down(event: happened.MeldsLaid, viewer: Viewer) -> happened.MeldsLaid:
    """Opponents see that so many cards lie face down, not which (ZP-5.7)."""
    if viewer == event.seat:
        return event
    melds = tuple(Meld(meld.way, None) if meld.way in HIDDEN else meld for meld in event.melds)
    return replace(event, melds=melds)


_REDACT: Final[dict[type[Any], Callable[[Any, Viewer], happened.Event]]] = {
    happened.MinimumSet: _all_see,
    happened.CardsDealt: _own_hand,
    happened.ExtraDrawn: _own_card,
    happened.MeldsLaid: _face_down,
    happened.OpeningPassed: _all_see,
    happened.CardPutOut: _all_see,
    happened.Answered: _own_answer,
    happened.ClaimsClosed: _own_declined,
    happened.CardDrawn: _own_card,
    happened.HandWon: _all_see,
    happened.StockEmpty: _all_see,
}


def redact(event: happened.Event, viewer: Viewer) -> happened.Event:
    """What a viewer learns of an event; an event without a row is an error."""
    return _REDACT[type(event)](event, viewer)
