"""The state of a hand: what is public, which phase it is in, and what is secret.

A view is a state whose secret part has holes: None where the viewer may not know.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paiju.core.codec import Tagged
from paiju.core.game import Match
from paiju.core.seats import Seat
from paiju.games.zipai.actions import Action
from paiju.games.zipai.cards import NONE, Counts, Kind
from paiju.games.zipai.melds import Meld, meld_of_kind

BANKER_CARDS = 21
OTHER_CARDS = 20
"""What is dealt (ZP-2.3)."""


class ZiPaiMatch(Match, frozen=True, kw_only=True):
    """What goes from hand to hand: ``banker`` is the next hand's (ZP-2.1)."""

    banker: Seat = 0


# ---- phases, all of them public


class Minimum(Tagged, frozen=True):
    """The banker sets the minimum (ZP-2.2)."""


class Dealing(Tagged, frozen=True):
    """DEALER deals."""


class Opening(Tagged, frozen=True):
    """The dealt hands are looked at: every seat says in secret whether it wins (ZP-2.5, 2.6)."""

    waiting: tuple[Seat, ...]
    answered: tuple[Seat, ...] = ()


class Discarding(Tagged, frozen=True):
    """``seat`` discards from the hand."""

    seat: Seat


class Claiming(Tagged, frozen=True):
    """``by`` put ``card`` out, drawn or from the hand; those waiting still say in secret what they claim (ZP-6)."""

    card: Kind
    by: Seat
    drawn: bool
    waiting: tuple[Seat, ...]
    answered: tuple[Seat, ...] = ()


class Drawing(Tagged, frozen=True):
    """``seat`` is about to draw; DEALER turns the card over to it."""

    seat: Seat


class Looking(Tagged, frozen=True):
    """``seat`` has drawn and is the first to see the card: it wins, or lets happen what must (ZP-3.3)."""

    seat: Seat


class Winner(Struct, frozen=True):
    """A winner: what the hand was worth and how it was divided, and what the seat held, for all to see.

    ``hand`` and ``laid`` are from before the winning card came. ``melds`` leaves out what does not count (ZP-2.5).
    """

    seat: Seat
    points: int
    melds: tuple[Meld, ...]
    hand: Counts
    laid: tuple[Meld, ...]


Reason = Literal["deal", "self_drawn", "discard", "empty"]
"""A win on the deal (ZP-2.5, 2.6), 自摸 (8.3), 点炮 (8.4), or an empty stock (3.5)."""


class Over(Tagged, frozen=True):
    """The hand has ended.

    ``card`` is the winning one, None on the deal; ``payer`` the seat that pays alone (ZP-8.4), None where every other does.
    """

    reason: Reason
    winners: tuple[Winner, ...] = ()
    card: Kind | None = None
    payer: Seat | None = None


Phase = Minimum | Dealing | Opening | Discarding | Claiming | Drawing | Looking | Over


# ---- the state


class PublicState(Struct, frozen=True):
    """What everybody knows, beside the phase. Tuples have one entry a seat.

    ``sizes`` cards in hand; ``melds`` as they lie, so that those face down have no cards; ``discards`` what was put out and
    taken by nobody; ``stock`` how many cards are left.
    """

    sizes: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    discards: tuple[tuple[Kind, ...], ...]
    stock: int
    minimum: int | None = None


class SecretState(Struct, frozen=True):
    """What only some know: None is a hole.

    ``stock`` top card first, known to nobody; ``hands``; ``hidden`` the kinds of each seat's melds that lie face down, in
    their order; ``declined`` the kinds it can no longer make three of with another's card (ZP-5.5); ``sealed`` claims;
    ``drawn`` the card that the seat whose turn it is looks at.
    """

    stock: tuple[Kind, ...] | None
    hands: tuple[Counts | None, ...]
    hidden: tuple[tuple[Kind, ...] | None, ...]
    declined: tuple[tuple[Kind, ...] | None, ...]
    sealed: tuple[Action | None, ...]
    drawn: Kind | None = None


class State(Struct, frozen=True):
    """A hand, or a view of it."""

    match: ZiPaiMatch
    phase: Phase
    public: PublicState
    secret: SecretState

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.public.sizes)


def initial_state(match: ZiPaiMatch, deck: tuple[Kind, ...], seats: int) -> State:
    """Before anything has happened."""
    public = PublicState((0,) * seats, ((),) * seats, ((),) * seats, len(deck))
    secret = SecretState(deck, (NONE,) * seats, ((),) * seats, ((),) * seats, (None,) * seats)
    return State(match, Minimum(), public, secret)


# ---- what a seat knows of itself: for a state, or the seat's own view


def hand_of(state: State, seat: Seat) -> Counts:
    """The seat's hand."""
    hand = state.secret.hands[seat]
    assert hand is not None
    return hand


def declined_by(state: State, seat: Seat) -> tuple[Kind, ...]:
    """The kinds of which the seat declined 碰 (ZP-5.5)."""
    declined = state.secret.declined[seat]
    assert declined is not None
    return declined


def laid_by(state: State, seat: Seat) -> tuple[Meld, ...]:
    """The seat's melds, those face down with their cards."""
    hidden = state.secret.hidden[seat]
    assert hidden is not None
    if not hidden:
        return state.public.melds[seat]
    kinds = iter(hidden)
    return tuple(meld if meld.cards else meld_of_kind(meld.way, next(kinds)) for meld in state.public.melds[seat])


def drawn_card(state: State) -> Kind:
    """The card that the seat whose turn it is looks at."""
    card = state.secret.drawn
    assert card is not None
    return card
