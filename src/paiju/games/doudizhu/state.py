"""The state of a hand: its match, its phase, its public part and its secret part.

A view is a state in whose secret part everything that the viewer may not know is None.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from paiju.core.codec import Tagged
from paiju.core.fair_deal import Deal
from paiju.core.game import Match
from paiju.core.history import PastAction
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action, HistoryAction
from paiju.games.doudizhu.cards import NO_CARDS, Cards, WildRanks
from paiju.games.doudizhu.combinations import Combination


class DouMatch(Match, frozen=True, kw_only=True):
    """The state between hands.

    ``first`` is the seat that speaks first in the next hand, or is its landlord by rotation (DDZ-3.9). It is None if the next
    hand determines the first bidder at random (DDZ-2.7). At a table for coins, ``purses`` are the coins of the seats, and a
    seat may double only if it and the seats with which it settles together have more than ``double_above`` coins (DDZ-9.4).
    """

    first: Seat | None = None
    purses: tuple[int, ...] | None = None
    double_above: int = 0


# ---- the phases, which are public


class Dealing(Tagged, frozen=True):
    """DEALER deals packet 0 or 1 next (DDZ-2, R10)."""

    packet: int


class Opening(Tagged, frozen=True):
    """The seats in ``waiting`` choose in secret whether to open their hands, for the factor ``factor`` (DDZ-7.7)."""

    factor: int
    waiting: tuple[Seat, ...]


class Bidding(Tagged, frozen=True):
    """An auction for points (DDZ-3.1, 3.2).

    ``high`` is the standing bid and ``bidder`` the seat that made it. ``passes`` is the number of passes since then, and
    ``spoken`` the number of all bids and passes. With ``once``, each seat speaks only once. ``said`` is the last bid of each
    seat: 0 for a pass, None if it has not spoken.
    """

    turn: Seat
    once: bool
    high: int = 0
    bidder: Seat | None = None
    passes: int = 0
    spoken: int = 0
    said: tuple[int | None, ...] = ()


class Robbing(Tagged, frozen=True):
    """Calling and robbing the landlord (DDZ-3.7, 3.8). The first seat of ``left`` is asked now, the others later.

    ``caller`` is the seat that called, ``last`` the seat that called or robbed last, and ``robs`` the number of robberies.
    ``said`` is the last answer of each seat in the notation of actions, or "".
    """

    left: tuple[Seat, ...]
    caller: Seat | None = None
    last: Seat | None = None
    robs: int = 0
    said: tuple[str, ...] = ()


class Kicking(Tagged, frozen=True):
    """The seats in ``left`` are asked in turn whether they kick; the landlord is asked last whether to kick back (DDZ-3.6)."""

    left: tuple[Seat, ...]


class Asking(Tagged, frozen=True):
    """The phase in which the seats in ``left`` answer the question ``what`` in turn (``yes_no_questions.PHASE_QUESTIONS``).

    ``said`` has the answers so far, by seat.
    """

    what: str
    left: tuple[Seat, ...]
    said: tuple[bool | None, ...]


class Automatic(Tagged, frozen=True):
    """A step in which no player chooses. ``what`` says what happens (``phases.landlord``).

    For example, the landlord takes the bottom, the landlord takes a random card from each farmer, or a wild rank is drawn.
    """

    what: str


class Throwing(Tagged, frozen=True):
    """The seats in ``waiting`` throw cards away in secret (DDZ-7.10)."""

    waiting: tuple[Seat, ...]


class Doubling(Tagged, frozen=True, omit_defaults=True):
    """The seats in ``waiting`` choose in secret whether to double (DDZ-7.8).

    The seats in ``barred`` may not, because they have too few coins (DDZ-9.4). If there are any, more than ``above`` coins
    would have been needed.
    """

    waiting: tuple[Seat, ...]
    barred: tuple[Seat, ...] = ()
    above: int = 0


class Playing(Tagged, frozen=True):
    """The play. ``standing`` is the combination to beat, and ``by`` the seat that played it; both are None for a lead.

    ``passes`` is the number of passes since then. ``last`` contains, for each seat, the cards that it last played in this
    trick; no cards if it passed, and None if it has not acted. ``made`` contains the combinations of these cards.
    """

    turn: Seat
    standing: Combination | None
    by: Seat | None
    passes: int
    last: tuple[Cards | None, ...]
    made: tuple[Combination | None, ...] = ()


class Over(Tagged, frozen=True):
    """The hand has ended. ``lay`` is the last ``Playing`` phase, if the hand reached the play."""

    outcome: Outcome
    lay: Playing | None = None


AUCTION: Final = (Bidding, Robbing, Kicking)
"""The phases of the auction. In the last of them, there is a landlord but the stake is not final (DDZ-9.3)."""

Phase = Dealing | Opening | Bidding | Robbing | Kicking | Automatic | Throwing | Doubling | Asking | Playing | Over


# ---- the state


class PublicState(Struct, frozen=True, gc=False):
    """The public part of the state. The tuples have one entry for each seat unless stated otherwise."""

    counts: tuple[int, ...]
    """The number of cards in each hand (DDZ-6.3)."""
    opened: tuple[int, ...]
    """The factor of each open hand; 0 if it is closed."""
    kicked: tuple[bool, ...]
    doubled: tuple[bool, ...]
    thrown: tuple[int, ...]
    """The number of cards that each seat threw away."""
    throws_seen: tuple[bool, ...]
    """Whether all seats saw the cards that a seat threw away, because its hand was open."""
    throw_factors: tuple[int, ...]
    """The factor of each seat's throw."""
    plays: tuple[int, ...]
    """The number of plays that each seat has made."""
    played: tuple[Cards, ...]
    bombs: tuple[Combination, ...] = ()
    """The bombs and rockets that were played, in order (not by seat)."""
    first: Seat | None = None
    """The first bidder."""
    upcard: Cards | None = None
    landlord: Seat | None = None
    base: int = 0
    robs: int = 0
    silent: tuple[Seat, ...] = ()
    """The seats that had not spoken when the auction ended."""
    kicked_back: bool = False
    bottom: Cards | None = None
    """The bottom; None unless all seats have seen it."""
    gifts_seen: tuple[Seat, ...] = ()
    """The seats that gave the landlord a card that everybody saw."""
    wild: int | None = None
    """The wild rank, counted from 0 for the 3."""
    double_factors: tuple[int, ...] = ()
    """The factor of each seat's double, 1 if it has not doubled. Empty if no factor is higher than 2."""
    agreed: tuple[tuple[str, tuple[Seat, ...]], ...] = ()
    """The questions with a phase of their own to which a seat said yes, each with these seats, in the order of the phases."""
    second_wild: int | None = None
    """The second wild rank, if two are drawn (DDZ-8.10)."""

    @property
    def wilds(self) -> WildRanks:
        """The wild ranks so far, in the order in which they were drawn."""
        return tuple(rank for rank in (self.wild, self.second_wild) if rank is not None)


class SecretState(Struct, frozen=True, gc=False):
    """The secret part of the state. In a view, a value that the viewer does not know is None.

    ``deal`` contains all random values; no seat sees it. ``bottom`` are the cards that the landlord took. ``sealed`` are the
    secret choices that are not revealed yet. ``threw`` are the cards that each seat threw away. ``gave`` is the card that
    each seat had to give to the landlord (DDZ-2.5).
    """

    deal: Deal | None
    hands: tuple[Cards | None, ...]
    sealed: tuple[Action | None, ...]
    threw: tuple[Cards | None, ...]
    gave: tuple[Cards | None, ...]
    bottom: Cards | None = None


class State(Struct, frozen=True, gc=False):
    """The state of a hand, or a view of it. ``stage`` is the index of the current stage in the ruleset's list."""

    match: DouMatch
    stage: int
    phase: Phase
    public: PublicState
    secret: SecretState
    history: tuple[PastAction[HistoryAction], ...] = ()
    """All bids, answers, plays and passes of the hand in order, as everybody saw them.

    Answers that are chosen in secret appear when they are revealed: those of the seats that said yes, in the order of seats.
    """

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.public.counts)


def initial_state(match: DouMatch, deal: Deal, seats: int) -> State:
    """Return the state at the beginning of a hand."""
    none, zero, no = (None,) * seats, (0,) * seats, (False,) * seats
    public = PublicState(zero, zero, no, no, zero, no, (1,) * seats, zero, (NO_CARDS,) * seats)
    secret = SecretState(deal, (NO_CARDS,) * seats, none, none, none)
    return State(match, -1, Automatic("start"), public, secret)


def farmers(state: State) -> tuple[Seat, ...]:
    """Return all seats except the landlord's."""
    return tuple(seat for seat in range(state.seats) if seat != state.public.landlord)
