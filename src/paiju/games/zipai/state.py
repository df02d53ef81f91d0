"""The state of a hand: its match, phase, public part and secret part.

A view is a state whose secret part has None for everything that the viewer may not know.
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
"""Number of cards in each dealt hand (ZP-2.3)."""


class ZiPaiMatch(Match, frozen=True, kw_only=True):
    """The state between hands. ``banker`` is the banker of the next hand (ZP-2.1)."""

    banker: Seat = 0


# ---- phases, all of them public


class Minimum(Tagged, frozen=True):
    """The banker sets the minimum (ZP-2.2)."""


class Dealing(Tagged, frozen=True):
    """DEALER deals the hands."""


class Opening(Tagged, frozen=True):
    """After the deal, every seat answers in secret whether it wins (ZP-2.5, 2.6)."""

    waiting: tuple[Seat, ...]
    answered: tuple[Seat, ...] = ()


class Discarding(Tagged, frozen=True):
    """``seat`` discards from the hand."""

    seat: Seat


class Claiming(Tagged, frozen=True):
    """``by`` put ``card`` out, drawn or from the hand; the other seats answer in secret what they claim (ZP-6)."""

    card: Kind
    by: Seat
    drawn: bool
    waiting: tuple[Seat, ...]
    answered: tuple[Seat, ...] = ()


class Catching(Tagged, frozen=True):
    """``seat`` has eaten ``card``; the other seats say in secret whether that was without 下伙 (ZP-R6)."""

    card: Kind
    seat: Seat
    waiting: tuple[Seat, ...]
    answered: tuple[Seat, ...] = ()


class Drawing(Tagged, frozen=True):
    """``seat`` is to draw; DEALER gives it the card."""

    seat: Seat


class Looking(Tagged, frozen=True):
    """``seat`` has drawn a card that only it sees: it wins or passes, and then compulsory moves happen (ZP-3.3)."""

    seat: Seat


class Winner(Struct, frozen=True):
    """A winner, with the points and division of the hand and all of its cards, which everybody sees.

    ``hand`` and ``laid`` are without the winning card. ``melds`` has only the melds that count (ZP-2.5).
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

    ``card`` is the winning card; None for a win on the deal. ``payer`` is the only seat that pays (ZP-8.4); None if
    every other seat pays.
    """

    reason: Reason
    winners: tuple[Winner, ...] = ()
    card: Kind | None = None
    payer: Seat | None = None


Phase = Minimum | Dealing | Opening | Discarding | Claiming | Catching | Drawing | Looking | Over


# ---- the state


class PublicState(Struct, frozen=True):
    """The public part of the state. Tuples have one entry per seat.

    ``sizes``: the number of cards in hand. ``melds``: the melds as they lie, so that those face down have no cards.
    ``discards``: the cards that were put out and not taken. ``stock``: the number of cards left to draw. ``caught``:
    the seats that were caught eating without 下伙, once for each time (ZP-R6).
    """

    sizes: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    discards: tuple[tuple[Kind, ...], ...]
    stock: int
    minimum: int | None = None
    caught: tuple[Seat, ...] = ()


class SecretState(Struct, frozen=True):
    """The secret part of the state. In a view, None stands for what the viewer does not know.

    ``stock``: the cards left to draw, top card first, which no seat knows. ``hands``: the hands. ``hidden``: the
    kinds of each seat's melds face down, in their order. ``declined``: the kinds that a seat can no longer make three
    of with another seat's card (ZP-5.5). ``sealed``: claims that are not revealed yet. ``drawn``: the card that the
    seat in turn is looking at.
    """

    stock: tuple[Kind, ...] | None
    hands: tuple[Counts | None, ...]
    hidden: tuple[tuple[Kind, ...] | None, ...]
    declined: tuple[tuple[Kind, ...] | None, ...]
    sealed: tuple[Action | None, ...]
    drawn: Kind | None = None


class State(Struct, frozen=True):
    """The state of a hand, or a view of it."""

    match: ZiPaiMatch
    phase: Phase
    public: PublicState
    secret: SecretState

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.public.sizes)


def initial_state(match: ZiPaiMatch, deck: tuple[Kind, ...], seats: int) -> State:
    """The state at the beginning of a hand."""
    public = PublicState((0,) * seats, ((),) * seats, ((),) * seats, len(deck))
    secret = SecretState(deck, (NONE,) * seats, ((),) * seats, ((),) * seats, (None,) * seats)
    return State(match, Minimum(), public, secret)


# ---- what a seat knows of itself: for a state, or the seat's own view


def hand_of(state: State, seat: Seat) -> Counts:
    """The cards of a seat's hand; for a view, only if they are visible."""
    hand = state.secret.hands[seat]
    assert hand is not None
    return hand


def declined_by(state: State, seat: Seat) -> tuple[Kind, ...]:
    """The kinds of which the seat declined 碰 (ZP-5.5)."""
    declined = state.secret.declined[seat]
    assert declined is not None
    return declined


def laid_by(state: State, seat: Seat) -> tuple[Meld, ...]:
    """The seat's melds, including the cards of those face down."""
    hidden = state.secret.hidden[seat]
    assert hidden is not None
    if not hidden:
        return state.public.melds[seat]
    kinds = iter(hidden)
    return tuple(meld if meld.cards else meld_of_kind(meld.way, next(kinds)) for meld in state.public.melds[seat])


def drawn_card(state: State) -> Kind:
    """The card that the seat to move has drawn and sees."""
    card = state.secret.drawn
    assert card is not None
    return card
