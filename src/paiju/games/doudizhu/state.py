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

    ``first`` is the seat that speaks first in the next hand or, in rulesets where the landlord rotates, the
    landlord of that hand (DDZ-3.9). It is None if the first bidder of the next hand is determined at random or
    by the upcard (DDZ-2.7).

    At a table for coins, ``purses`` are the coins of the seats. A farmer may double only if the farmer and the
    landlord together have more than ``double_above`` coins. The landlord may double only if all seats together
    have more than that (DDZ-9.4).
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

    ``turn`` is the seat that must bid or pass. ``high`` is the standing bid, and ``bidder`` the seat that made it.
    ``passes`` is the number of passes after the standing bid, and ``spoken`` the number of all bids and passes. If
    ``once`` is true, each seat speaks only once. ``said`` is the last bid of each seat: 0 for a pass, None if the seat
    has not spoken.
    """

    turn: Seat
    once: bool
    high: int = 0
    bidder: Seat | None = None
    passes: int = 0
    spoken: int = 0
    said: tuple[int | None, ...] = ()


class Robbing(Tagged, frozen=True):
    """Calling and robbing the landlord (DDZ-3.7, 3.8).

    The first seat of ``left`` is asked now, and the others after it. ``caller`` is the seat that called, ``last`` the
    seat that called or robbed last, and ``robs`` the number of robberies. ``said`` contains the last answer of each
    seat in the notation of actions, or "" if the seat has not answered.
    """

    left: tuple[Seat, ...]
    caller: Seat | None = None
    last: Seat | None = None
    robs: int = 0
    said: tuple[str, ...] = ()


class Kicking(Tagged, frozen=True):
    """The phase in which seats are asked in turn whether they kick (DDZ-3.6).

    ``left`` are the seats that are still to be asked. The landlord is asked last, whether to kick back.
    """

    left: tuple[Seat, ...]


class Asking(Tagged, frozen=True):
    """The phase in which the seats in ``left`` answer the question ``what`` one after another.

    The question is one of ``yes_no_questions.PHASE_QUESTIONS``. ``said`` contains the answer of each seat; None if the
    seat has not answered.
    """

    what: str
    left: tuple[Seat, ...]
    said: tuple[bool | None, ...]


class Automatic(Tagged, frozen=True):
    """A step in which no player chooses. ``what`` is the code of what happens (``phases.automatic_stages``).

    For example, the landlord takes the bottom, the landlord takes a random card from each farmer, or a wild rank is
    drawn.
    """

    what: str


class Throwing(Tagged, frozen=True):
    """The seats in ``waiting`` throw cards away in secret (DDZ-7.10)."""

    waiting: tuple[Seat, ...]


class Doubling(Tagged, frozen=True, omit_defaults=True):
    """The phase in which the seats in ``waiting`` choose in secret whether to double (DDZ-7.8).

    The seats in ``barred`` may not double, because they have too few coins. To double, they would need more than
    ``above`` coins. DDZ-9.4 says how these coins are counted. ``above`` is 0 if no seat is barred.
    """

    waiting: tuple[Seat, ...]
    barred: tuple[Seat, ...] = ()
    above: int = 0


class Playing(Tagged, frozen=True):
    """The phase in which the seats play cards.

    ``standing`` is the combination to beat, or None if the seat ``turn`` leads. ``by`` is the seat that played
    ``standing``. ``passes`` is the number of passes after it. ``last`` contains, for each seat, the cards of the
    seat's last play in this trick: no cards if the seat passed, None if it has not acted. ``made`` contains the
    combinations that these cards form.
    """

    turn: Seat
    standing: Combination | None
    by: Seat | None
    passes: int
    last: tuple[Cards | None, ...]
    made: tuple[Combination | None, ...] = ()


class Over(Tagged, frozen=True):
    """The hand has ended. ``lay`` is the last ``Playing`` phase; None if the hand did not reach the play."""

    outcome: Outcome
    lay: Playing | None = None


AUCTION: Final = (Bidding, Robbing, Kicking)
"""The phases of the auction. During ``Kicking`` there is a landlord, but the stake is not final yet (DDZ-9.3)."""

Phase = Dealing | Opening | Bidding | Robbing | Kicking | Automatic | Throwing | Doubling | Asking | Playing | Over


# ---- the state


class PublicState(Struct, frozen=True, gc=False):
    """The public part of the state. The tuples have one entry for each seat unless stated otherwise."""

    counts: tuple[int, ...]
    """The number of cards in each hand (DDZ-6.3)."""
    opened: tuple[int, ...]
    """The factor for which each seat opened its hand; 0 if the hand is not open."""
    kicked: tuple[bool, ...]
    doubled: tuple[bool, ...]
    thrown: tuple[int, ...]
    """The number of cards that each seat threw away."""
    throws_seen: tuple[bool, ...]
    """Whether all seats saw the cards that a seat threw away, because its hand was open."""
    throw_factors: tuple[int, ...]
    """The factor of each seat for throwing cards away; 1 before the seats do so."""
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
    """The seats that had neither bid nor passed when the auction ended."""
    kicked_back: bool = False
    bottom: Cards | None = None
    """The bottom; None unless all seats have seen it."""
    gifts_seen: tuple[Seat, ...] = ()
    """The seats that gave the landlord a card that everybody saw."""
    wild: int | None = None
    """The index of the wild rank: 0 is the 3. None before it is drawn."""
    double_factors: tuple[int, ...] = ()
    """The factor of each seat's double; 1 for a seat that has not doubled.

    The tuple is empty while no factor is above 2. ``doubled`` alone then gives the factors: 2 for each seat that
    has doubled.
    """
    agreed: tuple[tuple[str, tuple[Seat, ...]], ...] = ()
    """The seats that said yes to each question with its own phase.

    Each item is a pair: the code of the question, and the seats that said yes to it. The pairs are in the order
    of the phases. A question to which no seat said yes is left out.
    """
    second_wild: int | None = None
    """The index of the second wild rank, if two are drawn (DDZ-8.10). None before it is drawn."""

    @property
    def wilds(self) -> WildRanks:
        """The wild ranks so far, in the order in which they were drawn."""
        return tuple(rank for rank in (self.wild, self.second_wild) if rank is not None)


class SecretState(Struct, frozen=True, gc=False):
    """The secret part of the state. In a view, a value that the viewer does not know is None.

    ``deal`` contains all random values, and no seat ever sees it. ``hands`` are the cards in hand. ``sealed`` are
    the secret choices that are not revealed yet. ``threw`` are the cards that each seat threw away. ``gave`` is
    the card that the landlord took from each seat (DDZ-2.5). ``bottom`` are the cards that the landlord took from
    the table.
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

    A secret answer appears only when it is revealed, and only if the answer is yes. Answers that are revealed
    together are ordered by seat.
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
