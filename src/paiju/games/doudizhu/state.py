"""The state of a hand: its match, phase, public part and secret part.

A view is a state whose secret part has None for everything that the viewer may not know.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from paiju.core.codec import Tagged
from paiju.core.fair_deal import Deal
from paiju.core.game import Match
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action
from paiju.games.doudizhu.cards import NO_CARDS, Cards, WildRanks
from paiju.games.doudizhu.combinations import Combination


class DouMatch(Match, frozen=True, kw_only=True):
    """The state between hands.

    The seat ``first`` speaks first in the next hand (and is landlord by DDZ-3.9); None if the next hand draws the
    first bidder (DDZ-2.7). In a room for coins, ``purses`` are the coins of the seats and ``double_above`` is the
    room's threshold for doubling (DDZ-9.4).
    """

    first: Seat | None = None
    purses: tuple[int, ...] | None = None
    double_above: int = 0


# ---- phases, all of them public


class Dealing(Tagged, frozen=True):
    """DEALER deals packet 0 or 1 next (DDZ-2, R10)."""

    packet: int


class Opening(Tagged, frozen=True):
    """The seats in ``waiting`` choose in secret whether to open their hands, for a factor (DDZ-7.7)."""

    factor: int
    waiting: tuple[Seat, ...]


class Bidding(Tagged, frozen=True):
    """An auction for points (DDZ-3.1, 3.2): the standing bid, its bidder, the passes in a row, and how many seats have spoken."""

    turn: Seat
    once: bool
    high: int = 0
    bidder: Seat | None = None
    passes: int = 0
    spoken: int = 0
    said: tuple[int | None, ...] = ()


class Robbing(Tagged, frozen=True):
    """Call and rob: the seats ``left`` are still to be asked, the first of them now (DDZ-3.7, 3.8)."""

    left: tuple[Seat, ...]
    caller: Seat | None = None
    last: Seat | None = None
    robs: int = 0
    said: tuple[str, ...] = ()


class Kicking(Tagged, frozen=True):
    """The seats in ``left`` are asked in turn whether they kick, the landlord last whether to kick back (DDZ-3.6)."""

    left: tuple[Seat, ...]


class Asking(Tagged, frozen=True):
    """The seats in ``left`` are asked in turn the question ``what`` (``yes_no_questions.PHASE_QUESTIONS``).

    ``said`` has the answers so far, by seat.
    """

    what: str
    left: tuple[Seat, ...]
    said: tuple[bool | None, ...]


class Automatic(Tagged, frozen=True):
    """An automatic step: the landlord takes the bottom or draws a card, or a rank becomes wild."""

    what: str


class Throwing(Tagged, frozen=True):
    """The seats in ``waiting`` throw cards away in secret (DDZ-7.10)."""

    waiting: tuple[Seat, ...]


class Doubling(Tagged, frozen=True, omit_defaults=True):
    """The seats in ``waiting`` choose in secret whether to double (DDZ-7.8).

    The seats in ``barred`` have too few coins (DDZ-9.4).

    ``above`` is the room's threshold if a seat is barred.
    """

    waiting: tuple[Seat, ...]
    barred: tuple[Seat, ...] = ()
    above: int = 0


class Playing(Tagged, frozen=True):
    """Cards are being played. The fields are whose turn it is, the combination to beat and its owner, and the passes since then.

    ``last`` is what each seat last played in this trick: its cards, no cards for a pass, None for nothing yet.
    ``made`` is the combination that those cards formed.
    """

    turn: Seat
    standing: Combination | None
    by: Seat | None
    passes: int
    last: tuple[Cards | None, ...]
    made: tuple[Combination | None, ...] = ()


class Over(Tagged, frozen=True):
    """The hand has ended. ``lay`` is the play that was on the table, if the hand reached play."""

    outcome: Outcome
    lay: Playing | None = None


AUCTION: Final = (Bidding, Robbing, Kicking)
"""The phases of the auction. In the last one there is a landlord already, and the stake is not settled (DDZ-9.3)."""

Phase = Dealing | Opening | Bidding | Robbing | Kicking | Automatic | Throwing | Doubling | Asking | Playing | Over


# ---- the state


class PublicState(Struct, frozen=True):
    """The public part of the state. Unless stated otherwise, tuples have one entry per seat."""

    counts: tuple[int, ...]
    """Cards in hand (DDZ-6.3)."""
    opened: tuple[int, ...]
    """The factor of an open hand, 0 if it is closed."""
    kicked: tuple[bool, ...]
    doubled: tuple[bool, ...]
    thrown: tuple[int, ...]
    """How many cards were thrown away …"""
    throws_seen: tuple[bool, ...]
    """… whether from a hand that was open …"""
    throw_factors: tuple[int, ...]
    """… and what that multiplies."""
    plays: tuple[int, ...]
    """The number of plays of each seat."""
    played: tuple[Cards, ...]
    bombs: tuple[Combination, ...] = ()
    """The bombs and rockets that were played, in order."""
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
    """The bottom, once everybody has seen it."""
    gifts_seen: tuple[Seat, ...] = ()
    """The seats that gave the landlord a card that everybody saw."""
    wild: int | None = None
    """The wild rank; 3 is 0."""
    double_factors: tuple[int, ...] = ()
    """The factor of each double, 1 for none, if a double is higher than ×2; otherwise empty."""
    agreed: tuple[tuple[str, tuple[Seat, ...]], ...] = ()
    """The questions with a phase of their own to which a seat said yes, each with these seats, in the order of the phases."""
    second_wild: int | None = None
    """The second wild rank, if two are drawn (DDZ-8.10)."""

    @property
    def wilds(self) -> WildRanks:
        """The wild ranks so far, in the order in which they were drawn."""
        return tuple(rank for rank in (self.wild, self.second_wild) if rank is not None)


class SecretState(Struct, frozen=True):
    """The secret part of the state. In a view, None stands for what the viewer does not know.

    ``deal`` contains all random values; no seat ever sees it as a whole. ``bottom`` is what the landlord took,
    ``sealed`` the secret choices that are not revealed yet, ``threw`` the cards thrown away, and ``gave`` the card
    that each seat had to give (DDZ-2.5).
    """

    deal: Deal | None
    hands: tuple[Cards | None, ...]
    sealed: tuple[Action | None, ...]
    threw: tuple[Cards | None, ...]
    gave: tuple[Cards | None, ...]
    bottom: Cards | None = None


class State(Struct, frozen=True):
    """A hand, or a view of it. ``stage`` counts the phases of the ruleset."""

    match: DouMatch
    stage: int
    phase: Phase
    public: PublicState
    secret: SecretState

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.public.counts)


def initial_state(match: DouMatch, deal: Deal, seats: int) -> State:
    """The state at the beginning of a hand."""
    none, zero, no = (None,) * seats, (0,) * seats, (False,) * seats
    public = PublicState(zero, zero, no, no, zero, no, (1,) * seats, zero, (NO_CARDS,) * seats)
    secret = SecretState(deal, (NO_CARDS,) * seats, none, none, none)
    return State(match, -1, Automatic("start"), public, secret)


def farmers(state: State) -> tuple[Seat, ...]:
    """All seats except the landlord's."""
    return tuple(seat for seat in range(state.seats) if seat != state.public.landlord)
