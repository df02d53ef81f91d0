"""The state of a match and of a hand. In a view, a value that the viewer may not know is None."""

from __future__ import annotations

from typing import Final, TypeVar, cast

from msgspec import Struct

from paiju.core import game
from paiju.core.codec import Tagged
from paiju.core.errors import IllegalAction
from paiju.core.history import PastAction
from paiju.core.seats import Seat
from paiju.games.gunzi.actions import HistoryAction
from paiju.games.gunzi.cards import NONE, Cards
from paiju.games.gunzi.trumps import Call, Trumps, make_trumps

SEATS: Final = 6
TEAMS: Final = 3
HAND: Final = 35
BOTTOM: Final = 6


def team_of(seat: Seat) -> int:
    """Return the team of a seat, 0 to 2. Opposite seats are partners."""
    return seat % TEAMS


class GunziMatch(game.Match, frozen=True, kw_only=True):
    """The state between hands (GZ-2).

    ``levels``, ``halves`` (half levels) and ``won`` (matches won) are by team. ``tribute`` is the number of cards that each seat
    owes in the next hand. ``banker`` is None before the first hand of a match.
    """

    points: tuple[int, ...] = (0,) * SEATS
    levels: tuple[int, ...]
    halves: tuple[int, ...] = (0,) * TEAMS
    banker: Seat | None = None
    tribute: tuple[int, ...] = (0,) * SEATS
    won: tuple[int, ...] = (0,) * TEAMS

    @property
    def level(self) -> int:
        """The level rank of the next hand: the level of the banker's team.

        In the first hand of a match, all teams have the same level (GZ-2.1, 4.1).
        """
        return self.levels[0 if self.banker is None else team_of(self.banker)]


class Cutting(Tagged, frozen=True):
    """The phase in which seats cut cards to determine who receives the first card (GZ-3.1).

    ``tied`` contains the seats that cut in the next round.
    """

    tied: tuple[Seat, ...]


class Dealing(Tagged, frozen=True):
    """Cards are dealt one by one, and every seat may declare trumps (GZ-3.1, 3.2). ``dealt`` is the number of cards dealt."""

    dealt: int = 0


class Closing(Tagged, frozen=True):
    """The phase after all cards are dealt, in which seats are still asked for declarations (GZ-4.4).

    It ends when all seats have passed since the last declaration. ``passed`` are the seats that have passed since
    then.
    """

    passed: tuple[Seat, ...] = ()


class Turning(Tagged, frozen=True):
    """Bottom cards are turned up to determine trumps (GZ-4.1, 4.2, 4.5)."""


class Paying(Tagged, frozen=True):
    """Tribute is paid (GZ-8.1).

    ``payers`` begins with the seat just before the banker. The seats ``chosen`` have already chosen their cards.
    """

    payers: tuple[Seat, ...]
    chosen: tuple[Seat, ...] = ()


class GivingBack(Tagged, frozen=True):
    """The banker gives cards back to each seat of ``owed`` in turn, and then takes the bottom (GZ-8.7).

    ``owed`` contains pairs of a seat and a number of cards.
    """

    owed: tuple[tuple[Seat, int], ...] = ()


class Burying(Tagged, frozen=True):
    """The banker has taken the bottom and buries six cards (GZ-5.2)."""


class BuryingJokers(Tagged, frozen=True):
    """A player other than the banker is asked whether to bury jokers (GZ-5.4)."""

    seat: Seat


class TakingBack(Tagged, frozen=True):
    """A seat that buried ``cards`` jokers takes the same number of cards from the bottom.

    It must take the lowest ones, so it can choose only among cards of equal rank (GZ-5.4).
    """

    seat: Seat
    cards: int


class Playing(Tagged, frozen=True):
    """A trick is played (GZ-6).

    ``plays`` are the plays so far, from the leader on; ``best`` is the index of the highest one.
    """

    leader: Seat
    plays: tuple[Cards, ...] = ()
    best: int = 0


class Over(Tagged, frozen=True):
    """The hand is over. ``taker`` took the last trick (GZ-5.6)."""

    taker: Seat


Phase = (
    Cutting | Dealing | Closing | Turning | Paying | GivingBack | Burying | BuryingJokers | TakingBack | Playing | Over
)


P = TypeVar("P", bound=Struct)


class Trick(Struct, frozen=True):
    """A finished trick. ``plays`` begins with the play of the leader."""

    leader: Seat
    plays: tuple[Cards, ...]
    taker: Seat


class Cut(Struct, frozen=True):
    """A round of cutting (GZ-3.1).

    ``seats`` are the seats that cut. ``cards`` are the cards that they cut, in the same order. ``best`` are the
    seats with the highest card.
    """

    seats: tuple[Seat, ...]
    cards: tuple[Cards, ...]
    best: tuple[Seat, ...]


class Shown(Struct, frozen=True, omit_defaults=True):
    """A declaration (GZ-4). ``call`` is the trump call; None if a later card determines the trumps."""

    seat: Seat
    cards: Cards
    call: Call | None = None


class TurnedCard(Struct, frozen=True):
    """A bottom card, and the seat that turned it (GZ-4.2)."""

    seat: Seat
    card: Cards


class Tribute(Struct, frozen=True):
    """The tribute of a hand: the payers, and the cards that each of them paid (GZ-8.1)."""

    seats: tuple[Seat, ...]
    cards: tuple[Cards, ...]


class Secret(Struct, frozen=True, gc=False):
    """The secret part of the state. In a view, a value that the viewer does not know is None.

    ``deck`` are the kinds of the cards not dealt yet, the next card first; the last six are the bottom, until the
    banker takes it. ``cuts`` are the kinds of the cards that will be cut. ``bottom`` are the buried cards. ``sealed``
    are the payers' tributes before they are opened.
    """

    hands: tuple[Cards | None, ...]
    deck: tuple[int, ...] | None
    cuts: tuple[int, ...] | None
    bottom: Cards | None = NONE
    sealed: tuple[Cards | None, ...] = ()


class State(Struct, frozen=True, kw_only=True, gc=False):
    """The state of a hand. Everything except ``secret`` is public."""

    match: GunziMatch
    level: int
    """The level rank of the hand."""
    phase: Phase
    secret: Secret
    cut: tuple[Cut, ...] = ()
    """The rounds of cutting."""
    first: Seat | None = None
    """The seat that receives the first card."""
    banker: Seat | None = None
    call: Call | None = None
    """The trump call; None if the trumps are not known yet."""
    shown: Shown | None = None
    """The highest declaration so far."""
    awaited: Seat | None = None
    """In a first hand: the seat whose next suited card determines the trump suit (GZ-4.1)."""
    turned: tuple[TurnedCard, ...] = ()
    """The bottom cards that were turned up, in order."""
    seen: Cards = NONE
    """The cards of the dealt bottom that all seats have seen, because they were turned up or shown."""
    paid: Tribute | None = None
    """The tribute of this hand."""
    counts: tuple[int, ...] = (0,) * SEATS
    known: tuple[Cards, ...] = (NONE,) * SEATS
    """For each seat, the cards that all seats know to be in its hand.

    The banker's entry is an exception: if the bottom is hidden, the banker may have buried some of these cards.
    """
    lacks: tuple[int, ...] = (0,) * SEATS
    """For each seat, a mask of the suits of which the seat is known to have no card.

    Bits 0 to 3 stand for the side suits, and bit 4 for trumps.
    """
    played: Cards = NONE
    bottom_open: bool = False
    takeable: int = 0
    """The number of cards of the bottom that may be taken back for jokers (GZ-5.3)."""
    points: tuple[int, ...] = (0,) * TEAMS
    scored: int | None = None
    """The team, other than the banker's, that took points last (GZ-7.5)."""
    last: Trick | None = None
    history: tuple[PastAction[HistoryAction], ...] = ()
    """All actions of the hand that everybody saw, in order. What the banker buries is not included.

    These are declarations and passes, tributes once they are opened, cards given back, jokers buried or not,
    cards taken back, and plays.
    """

    @property
    def banker_seat(self) -> Seat:
        """The banker's seat. Use this property only if there is a banker."""
        return cast("Seat", self.banker)

    @property
    def trumps(self) -> Trumps:
        """The trumps and the order of the cards. Until a trump suit is determined, no suit counts as trumps."""
        return make_trumps(self.level, self.call or "none")

    def hand(self, seat: Seat) -> Cards:
        """Return the hand of a seat. Raises IllegalAction if the state is a view in which the hand is hidden."""
        held = self.secret.hands[seat]
        if held is None:
            raise IllegalAction("hidden_hand", seat=seat)
        return held


def cast_phase(state: State, kind: type[P]) -> P:
    """Return the phase of a state, typed as ``kind``. The caller must know that the phase is of this kind."""
    return cast("P", state.phase)


def payers_to(match: GunziMatch, banker: Seat) -> tuple[Seat, ...]:
    """Return the seats that pay tribute to a banker. The seat just before the banker comes first (GZ-8.1)."""
    before = ((banker - 1) % SEATS, (banker - 2) % SEATS)
    return tuple(seat for seat in before if match.tribute[seat])
