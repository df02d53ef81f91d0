"""The state of a match and of a hand. In a view, None stands for what the viewer may not know."""

from __future__ import annotations

from typing import Final, TypeVar, cast

from msgspec import Struct

from paiju.core import game
from paiju.core.codec import Tagged
from paiju.core.errors import IllegalAction
from paiju.core.seats import Seat
from paiju.games.gunzi.cards import NONE, Cards
from paiju.games.gunzi.trumps import Call, Trumps, trumps

SEATS: Final = 6
TEAMS: Final = 3
HAND: Final = 35
BOTTOM: Final = 6


def team_of(seat: Seat) -> int:
    """The team of a seat, 0 to 2: opposite seats are partners."""
    return seat % TEAMS


class GunziMatch(game.Match, frozen=True, kw_only=True):
    """The state between hands (GZ-2): by team the levels, half levels and matches won; by seat the tribute due.

    ``banker`` is None before the first hand of a match.
    """

    points: tuple[int, ...] = (0,) * SEATS
    levels: tuple[int, ...]
    halves: tuple[int, ...] = (0,) * TEAMS
    banker: Seat | None = None
    tribute: tuple[int, ...] = (0,) * SEATS
    won: tuple[int, ...] = (0,) * TEAMS

    @property
    def level(self) -> int:
        """The level rank of the next hand: that of the banker's team; in a first hand all are the same (GZ-2.1, 4.1)."""
        return self.levels[0 if self.banker is None else team_of(self.banker)]


class Cutting(Tagged, frozen=True):
    """Cards are cut for who receives the first card; ``tied`` seats have yet to cut (GZ-3.1)."""

    tied: tuple[Seat, ...]


class Dealing(Tagged, frozen=True):
    """Cards are dealt one by one, and anybody may declare (GZ-3.1, 3.2)."""

    dealt: int = 0


class Closing(Tagged, frozen=True):
    """All cards are dealt: every seat is asked until all have passed since the last declaration (GZ-4.4)."""

    passed: tuple[Seat, ...] = ()


class Turning(Tagged, frozen=True):
    """Bottom cards are turned (GZ-4.1, 4.2, 4.5)."""


class Paying(Tagged, frozen=True):
    """Tribute: the payers, the one just before the banker first, and those that have chosen (GZ-8.1)."""

    payers: tuple[Seat, ...]
    chosen: tuple[Seat, ...] = ()


class GivingBack(Tagged, frozen=True):
    """The banker gives back to the first seat of ``owed``, then to the next (GZ-8.7); then the bottom is taken."""

    owed: tuple[tuple[Seat, int], ...] = ()


class Burying(Tagged, frozen=True):
    """The banker has taken the bottom and buries six cards (GZ-5.2)."""


class BuryingJokers(Tagged, frozen=True):
    """Another player is asked whether to bury jokers (GZ-5.4)."""

    seat: Seat


class TakingBack(Tagged, frozen=True):
    """A seat that buried jokers takes back as many cards, and chooses among equal ones (GZ-5.4)."""

    seat: Seat
    cards: int


class Playing(Tagged, frozen=True):
    """A trick: its leader, the cards played so far from the leader on, and the seat that is winning it (GZ-6)."""

    leader: Seat
    plays: tuple[Cards, ...] = ()
    best: int = 0


class Over(Tagged, frozen=True):
    """All cards are played; ``taker`` took the last trick (GZ-5.6)."""

    taker: Seat


Phase = (
    Cutting | Dealing | Closing | Turning | Paying | GivingBack | Burying | BuryingJokers | TakingBack | Playing | Over
)


P = TypeVar("P", bound=Struct)


class Trick(Struct, frozen=True):
    """A finished trick."""

    leader: Seat
    plays: tuple[Cards, ...]
    taker: Seat


class Cut(Struct, frozen=True):
    """A round of cutting: who cut what, and who had the highest (GZ-3.1)."""

    seats: tuple[Seat, ...]
    cards: tuple[Cards, ...]
    best: tuple[Seat, ...]


class Shown(Struct, frozen=True, omit_defaults=True):
    """A declaration, and the trumps if they are known yet (GZ-4)."""

    seat: Seat
    cards: Cards
    call: Call | None = None


class TurnedCard(Struct, frozen=True):
    """A bottom card, and the seat that turned it (GZ-4.2)."""

    seat: Seat
    card: Cards


class Tribute(Struct, frozen=True):
    """The tribute of a hand, by payer (GZ-8.1)."""

    seats: tuple[Seat, ...]
    cards: tuple[Cards, ...]


class Secret(Struct, frozen=True):
    """The secret part of the state. In a view, None stands for what the viewer does not know.

    ``deck`` are the cards not dealt yet, the next one first: at last the six bottom cards, until they are taken. ``cuts`` are
    the kinds to be cut. ``bottom`` are the cards buried. ``sealed`` are the payers' tributes before they are opened.
    """

    hands: tuple[Cards | None, ...]
    deck: tuple[int, ...] | None
    cuts: tuple[int, ...] | None
    bottom: Cards | None = NONE
    sealed: tuple[Cards | None, ...] = ()


class State(Struct, frozen=True, kw_only=True):
    """The state of a hand. Everything except ``secret`` is public."""

    match: GunziMatch
    level: int
    """The level rank of the hand."""
    phase: Phase
    secret: Secret
    cut: tuple[Cut, ...] = ()
    """The cards cut for the first place, round by round."""
    first: Seat | None = None
    """The seat that gets the first card."""
    banker: Seat | None = None
    call: Call | None = None
    """The trumps, if they are known."""
    shown: Shown | None = None
    """The current declaration."""
    awaited: Seat | None = None
    """In a first hand: the seat whose next suited card determines the trump suit (GZ-4.1)."""
    turned: tuple[TurnedCard, ...] = ()
    """Bottom cards turned, in order."""
    seen: Cards = NONE
    """The cards of the bottom dealt that everybody has seen: turned, or shown before the banker took them."""
    paid: Tribute | None = None
    """The tribute of this hand."""
    counts: tuple[int, ...] = (0,) * SEATS
    known: tuple[Cards, ...] = (NONE,) * SEATS
    """By seat: cards that everybody knows to be in its hand. The banker may have buried some of them in a hidden bottom."""
    lacks: tuple[int, ...] = (0,) * SEATS
    """By seat: the suits in which it is known to be void, as bits 0 to 4 (trumps)."""
    played: Cards = NONE
    bottom_open: bool = False
    takeable: int = 0
    """Number of cards of the bottom that may be taken back for jokers (GZ-5.3)."""
    points: tuple[int, ...] = (0,) * TEAMS
    scored: int | None = None
    """The team, of those not banker, that last took points (GZ-7.5)."""
    last: Trick | None = None

    @property
    def bank(self) -> Seat:
        """Return the banker's seat. Use it only where there is a banker."""
        return cast("Seat", self.banker)

    @property
    def trumps(self) -> Trumps:
        """The order of the cards. Until a trump suit is determined, no suit counts as trumps."""
        return trumps(self.level, self.call or "none")

    def hand(self, seat: Seat) -> Cards:
        """The hand of a seat in a whole state, or the viewer's own in a view. Raises IllegalAction for another's."""
        held = self.secret.hands[seat]
        if held is None:
            raise IllegalAction("hidden_hand", seat=seat)
        return held


def phase_of(state: State, kind: type[P]) -> P:
    """Return the phase as a value of this kind, which it must be."""
    return cast("P", state.phase)


def payers_to(match: GunziMatch, banker: Seat) -> tuple[Seat, ...]:
    """The seats that pay tribute to a banker, the one just before it first (GZ-8.1)."""
    before = ((banker - 1) % SEATS, (banker - 2) % SEATS)
    return tuple(seat for seat in before if match.tribute[seat])
