"""The state of a hand: its match, its phase, its public part and its secret part.

A view is a state in whose secret part everything that the viewer may not know is None.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paiju.core.codec import Tagged
from paiju.core.game import Match
from paiju.core.history import PastAction
from paiju.core.seats import Seat
from paiju.games.zipai.actions import Action, HistoryAction
from paiju.games.zipai.cards import NONE, Counts, Kind
from paiju.games.zipai.melds import Meld, meld_of_kind

BANKER_CARDS = 21
OTHER_CARDS = 20
"""The number of cards that are dealt to each seat except the banker (ZP-2.3).

The banker gets ``BANKER_CARDS`` cards, and each other seat gets ``OTHER_CARDS``.
"""


class ZiPaiMatch(Match, frozen=True, kw_only=True):
    """The state between hands. ``banker`` is the banker of the next hand (ZP-2.1)."""

    banker: Seat = 0


# ---- the phases, which are public


class Minimum(Tagged, frozen=True):
    """The banker sets the minimum of points that a winning hand needs (ZP-2.2)."""


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
    """The seat ``by`` put out ``card``, which was drawn (``drawn``) or came from the hand.

    The seats answer in secret whether they claim the card (ZP-6).
    """

    card: Kind
    by: Seat
    drawn: bool
    waiting: tuple[Seat, ...]
    answered: tuple[Seat, ...] = ()


class Catching(Tagged, frozen=True):
    """The seat ``seat`` has eaten ``card``.

    The other seats answer in secret whether they accuse ``seat`` of keeping further copies of the card (下伙;
    ZP-R6).
    """

    card: Kind
    seat: Seat
    waiting: tuple[Seat, ...]
    answered: tuple[Seat, ...] = ()


class Drawing(Tagged, frozen=True):
    """DEALER gives ``seat`` the next card of the stock."""

    seat: Seat


class Looking(Tagged, frozen=True):
    """``seat`` has drawn a card that no other seat sees, and decides whether to win with it (ZP-3.3).

    If the seat passes, the compulsory moves follow.
    """

    seat: Seat


class Winner(Struct, frozen=True):
    """A winner: the seat, its points, the melds that count, and all its cards, which everybody sees.

    ``melds`` is the division into melds that gives the points. It contains the winning card, and after a win by
    fours and threes only the melds that count (ZP-2.5). ``hand`` and ``laid`` are the hand and the laid melds
    without the winning card.
    """

    seat: Seat
    points: int
    melds: tuple[Meld, ...]
    hand: Counts
    laid: tuple[Meld, ...]


Reason = Literal["deal", "self_drawn", "discard", "empty"]
"""Why a hand ended.

``deal``: a win on the deal (ZP-2.5, 2.6). ``self_drawn``: a win with a drawn card (自摸, 8.3). ``discard``: a win with a
card from another seat's hand (点炮, 8.4). ``empty``: the stock was empty (3.5).
"""


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


class PublicState(Struct, frozen=True, gc=False):
    """The public part of the state. ``sizes``, ``melds`` and ``discards`` have one entry for each seat.

    ``sizes`` are the numbers of cards in the hands. ``melds`` are the laid melds; a face-down meld has no cards
    here. ``discards`` are the cards that were put out and not taken. ``stock`` is the number of cards left to
    draw. ``caught`` contains a seat once for each time that it was caught keeping copies of an eaten card
    (ZP-R6).
    """

    sizes: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    discards: tuple[tuple[Kind, ...], ...]
    stock: int
    minimum: int | None = None
    caught: tuple[Seat, ...] = ()


class SecretState(Struct, frozen=True, gc=False):
    """The secret part of the state. In a view, a value that the viewer does not know is None.

    ``stock`` are the cards left to draw, the top card first; no seat knows them. ``hidden`` are the kinds of each seat's
    face-down melds, in order. ``declined`` are the kinds of which each seat has declined a pong (ZP-5.5). ``sealed`` are the
    answers that are not revealed yet. ``drawn`` is the card at which the seat in turn is looking.
    """

    stock: tuple[Kind, ...] | None
    hands: tuple[Counts | None, ...]
    hidden: tuple[tuple[Kind, ...] | None, ...]
    declined: tuple[tuple[Kind, ...] | None, ...]
    sealed: tuple[Action | None, ...]
    drawn: Kind | None = None


class State(Struct, frozen=True, gc=False):
    """The state of a hand, or a view of it."""

    match: ZiPaiMatch
    phase: Phase
    public: PublicState
    secret: SecretState
    history: tuple[PastAction[HistoryAction], ...] = ()
    """The minimum, the cards put out, the melds laid and the seats caught, in order, as everybody saw them.

    Secret answers, such as passes, are not in it.
    """

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.public.sizes)


def initial_state(match: ZiPaiMatch, deck: tuple[Kind, ...], seats: int) -> State:
    """Return the state at the beginning of a hand."""
    public = PublicState((0,) * seats, ((),) * seats, ((),) * seats, len(deck))
    secret = SecretState(deck, (NONE,) * seats, ((),) * seats, ((),) * seats, (None,) * seats)
    return State(match, Minimum(), public, secret)


# ---- information that a seat has about itself; these functions accept a state or the seat's view


def hand_of(state: State, seat: Seat) -> Counts:
    """Return a seat's hand. If ``state`` is a view, the viewer must see the hand."""
    hand = state.secret.hands[seat]
    assert hand is not None
    return hand


def declined_pongs(state: State, seat: Seat) -> tuple[Kind, ...]:
    """Return the kinds of which a seat has declined a pong (ZP-5.5)."""
    declined = state.secret.declined[seat]
    assert declined is not None
    return declined


def laid_melds(state: State, seat: Seat) -> tuple[Meld, ...]:
    """Return a seat's laid melds, with the cards of the face-down ones."""
    hidden = state.secret.hidden[seat]
    assert hidden is not None
    if not hidden:
        return state.public.melds[seat]
    kinds = iter(hidden)
    return tuple(meld if meld.cards else meld_of_kind(meld.way, next(kinds)) for meld in state.public.melds[seat])


def drawn_card(state: State) -> Kind:
    """Return the card at which the seat to move is looking."""
    card = state.secret.drawn
    assert card is not None
    return card
