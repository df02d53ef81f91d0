"""The state of a game table at one version of its log. It is immutable; ``evolve`` returns the next state."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from paiju.core.coins import DailyPairLimit, Settled
from paiju.core.fair_deal import commitment
from paiju.core.game import AnyGame, Match
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.server.domain.ranking_eligibility import Uncounted, why_uncounted
from paiju.server.domain.recorded_position import RecordedPosition
from paiju.server.domain.table_events import ActedBy
from paiju.server.domain.table_setup import Setup
from paiju.server.errors import Refusal

Phase = Literal["waiting", "revealing", "playing", "over", "closed"]
"""The phase of a table.

- ``waiting``: between hands
- ``revealing``: all players are ready, and reveal their contributions to the deal
- ``playing``: a hand is running
- ``over``: the match is over
- ``closed``: the table is closed for good
"""


class Chair(Struct, frozen=True):
    """A seat of the table with its occupant: a player (by id), a bot (by name), or nobody.

    ``pledge`` is the commitment to the player's contribution to the deal; "" if there is none. ``auto`` means
    that the server plays the seat (托管). ``leaving`` means that the player has left, and that the seat becomes
    empty after the hand.
    """

    player: str | None = None
    name: str = ""
    bot: str | None = None
    ready: bool = False
    pledge: str = ""
    contribution: str = ""
    """The player's contribution to the deal (hexadecimal); empty until the player reveals it."""
    early: Any = None
    """The player's answer to the question before the deal; None means the game's fallback."""
    auto: bool = False
    leaving: bool = False
    missed: int = 0
    """Number of consecutive timeouts."""
    purse: int | None = None
    """The player's coins when the server last read them; None if they are unknown.

    For a bot, it is the number of coins that the bot can lose in the hand.
    """
    program: bool = False
    """Whether the player is a bot account."""

    @property
    def is_vacant(self) -> bool:
        """Whether neither a player nor a bot sits here."""
        return self.player is None and self.bot is None

    @property
    def has_person(self) -> bool:
        """Whether a person sits here and has not left the hand. A bot account is not a person."""
        return self.player is not None and not self.program and not self.leaving

    @property
    def is_ready_or_bot(self) -> bool:
        """Whether the next hand need not wait for this seat, because its player is ready or a bot sits there."""
        return self.bot is not None or self.ready

    @property
    def is_house_controlled(self) -> bool:
        """Whether the server plays this seat, for a bot or for an absent player."""
        return self.bot is not None or self.auto

    @property
    def is_contribution_revealed(self) -> bool:
        """Whether the player has revealed the contribution to the deal, or has pledged none."""
        return not self.pledge or bool(self.contribution)


class WindowAnswer(Struct, frozen=True):
    """A seat's answer within a window: the action, and who chose it."""

    by: ActedBy
    action: Any


class Ask(Struct, frozen=True):
    """A decision that a seat is asked for.

    - ``decision``: the number of the decision; each seat's decisions are numbered from 1
    - ``must``: whether the game waits for the decision; if not, the seat may act, but need not
    - ``since``: the time at which the seat was asked (Unix milliseconds)
    - ``choice``: within a window, whether the seat has more than one action; outside windows always true
    - ``answer``: the seat's answer in a window, which is kept here until the window closes
    """

    decision: int
    must: bool
    since: int
    choice: bool = True
    answer: WindowAnswer | None = None


class Seal(Struct, frozen=True):
    """The server's secret for the deal of hand ``number``, fixed before any player pledges a contribution to the deal.

    ``id`` is the hand's public id; "" in logs from before format 4.
    """

    number: int
    secret: str
    id: str = ""

    @property
    def commitment(self) -> str:
        """The commitment to the secret, which the server publishes as soon as the secret is fixed; "" for a practice hand."""
        return _cached_commitment(self.secret) if self.secret else ""


@lru_cache(maxsize=1 << 14)
def _cached_commitment(secret: str) -> str:
    return commitment(bytes.fromhex(secret))


class TableMove(Struct, frozen=True):
    """An action of the hand with its events, made at time ``at`` (Unix milliseconds)."""

    seat: Seat
    by: ActedBy
    action: Any
    events: tuple[Any, ...]
    at: int


class TableHandState(Struct, frozen=True):
    """The running hand of a table, or the last hand if none is running."""

    seal: Seal
    contributions: tuple[str, ...]
    pledges: tuple[str, ...]
    began: int
    match: Match
    """What this hand carried over from earlier hands of the match, such as the points of the seats."""
    state: Any
    asks: tuple[Ask | None, ...]
    reserves: tuple[int, ...]
    """Milliseconds that each seat may still use in this hand beyond the time for a turn."""
    dealing: int | None = None
    """The time at which the dealer's pause before the next packet began; None if the dealer is not pausing."""
    moves: tuple[TableMove, ...] = ()
    names: tuple[str, ...] = ()
    """The display names that the players and bots had when the hand began, by seat.

    A player who has left since still has a name here.
    """
    outcome: Outcome | None = None
    purses: tuple[int, ...] | None = None
    """The coins that each seat can lose in the hand; None if it is played without coins."""
    coins: Settled | None = None
    cap: DailyPairLimit | None = None
    """The daily limit on the coins that one player can lose to another; None: no limit.

    The limit applies at a private table. At any other table, it applies only if a player leaves the hand.
    """
    position: RecordedPosition | None = None
    """The position from which a practice hand began; None for a hand that began with a deal at this table."""
    choices: tuple[int, ...] = ()
    """The choices that the player may take back, the oldest first. Empty if there are none.

    Each choice is given by the number of moves that were made before it.
    """
    uncounted: Uncounted = ""
    """The reason why the finished hand does not count for titles, ratings and rankings; empty if it counts."""

    @property
    def number(self) -> int:
        """Number of the hand at its table, from 1."""
        return self.seal.number

    def pending_ask(self, seat: Seat) -> Ask | None:
        """Return the decision that a seat is asked for and has not answered; None if there is none."""
        ask = self.asks[seat]
        return ask if ask is not None and ask.answer is None else None


class Table(Struct, frozen=True):
    """The state of a table.

    ``version`` is the number of entries of the table's log. ``host`` is the player id of the host; "" for none.
    """

    id: str
    version: int
    setup: Setup
    game: AnyGame
    private: bool
    host: str
    chairs: tuple[Chair, ...]
    match: Match
    played: int
    """Number of finished hands of the match. Hands for which nobody bid, so that they were dealt again, are not counted."""
    phase: Phase
    seal: Seal
    """The seal of the next hand."""
    hand: TableHandState | None
    decisions: tuple[int, ...]
    """For each seat, the number of decisions that it has been asked for, in all hands at the table.

    The numbering of new decisions (``Ask.decision``) continues from this number.
    """
    since: int
    """The time from which the deadlines between hands are counted (``Deadline``), in Unix milliseconds.

    It is the time of the latest of these events: a seat changed, a match began, the reveal of contributions
    began, or a hand ended.
    """
    cap: DailyPairLimit | None = None
    """The daily limit on the coins that one player can lose to another in the next hand; None: no limit.

    It is recorded when all players are ready (``TableHandState.cap``).
    """
    removed: frozenset[str] = frozenset()
    """Players whom the present host has removed."""
    hushed: frozenset[str] = frozenset()
    """Players whom the present host has muted."""
    edition: int = 0
    """The number of the version of the table that clients see.

    A log entry that clients must not notice (``table_events.is_silent``) does not increase it. Otherwise the gap
    between two numbers would reveal that a seat has answered.
    """
    released: bool = True
    """Whether the rules are a released version of the ruleset. This follows from ``setup`` and is not stored."""
    revised: int = 0
    """The version of the table at which something outside the running hand last changed.

    Data that do not depend on the running hand can be cached until this number changes.
    """

    @property
    def has_at_most_one_player(self) -> bool:
        """Whether at most one player (person or bot account) sits here, so that nothing needs to be hidden."""
        return sum(chair.player is not None for chair in self.chairs) < 2

    @property
    def has_only_bot_accounts(self) -> bool:
        """Whether at least one bot account sits here, and no person."""
        players = [chair.program for chair in self.chairs if chair.player is not None]
        return bool(players) and all(players)

    @property
    def practice_position(self) -> RecordedPosition | None:
        """The position from which the practice hand of this table began; None at a table that is not for practice."""
        return self.hand.position if self.hand is not None else None

    @property
    def is_demo(self) -> bool:
        """Whether the room opened this table so that visitors can watch bots, and no player sits here."""
        return self.setup.demo and all(chair.player is None for chair in self.chairs)

    @property
    def allows_take_back(self) -> bool:
        """Whether players may take back moves at this table.

        They may if this harms nobody: a single person plays with house bots, and without coins. The table of a
        duplicate deal does not allow it, because the results of the deal are compared.
        """
        others = [chair for chair in self.chairs if chair.bot is None]
        alone = len(others) == 1 and others[0].has_person
        return alone and self.setup.stakes is None and not self.is_duplicate

    @property
    def is_duplicate(self) -> bool:
        """Whether the table plays a duplicate deal, which other tables play too."""
        return bool(self.setup.duplicate)

    @property
    def is_single_hand(self) -> bool:
        """Whether the table was opened for a single given hand (practice or duplicate), and that hand has begun.

        The seats and the rules of such a table can no longer change.
        """
        return self.practice_position is not None or (self.is_duplicate and self.hand is not None)

    @property
    def uncounted_reason(self) -> Uncounted:
        """Why a hand with the present players does not count for titles, ratings and rankings; "" if it counts."""
        if self.practice_position is not None:
            return "practice"
        if self.is_duplicate:
            return "duplicate"
        taken = [chair for chair in self.chairs if not chair.is_vacant]
        mixed = any(chair.bot is not None for chair in taken) or len({chair.program for chair in taken}) > 1
        return why_uncounted(private=self.private, released=self.released, mixed=mixed)

    def seat_of(self, player: str) -> Seat | None:
        """Return a player's seat; None if the player has none."""
        for seat, chair in enumerate(self.chairs):
            if chair.player == player:
                return seat
        return None

    def awaits_choice_of(self, player: str) -> bool:
        """Whether the running hand waits for the player to act.

        The hand does not wait for a player who has only one legal action in a window.
        """
        seat = self.seat_of(player)
        ask = self.running_hand.pending_ask(seat) if self.running_hand and seat is not None else None
        return ask is not None and ask.must and ask.choice

    def require_seat(self, player: str) -> Seat:
        """Return a player's seat. Raises Refusal if the player has none."""
        seat = self.seat_of(player)
        if seat is None:
            raise Refusal("not_seated")
        return seat

    def require_not_removed(self, player: str | None) -> None:
        """Raise Refusal if the host has removed this player."""
        if player in self.removed:
            raise Refusal("removed")

    @property
    def running_hand(self) -> TableHandState | None:
        """The running hand; None if no hand is running."""
        return self.hand if self.phase == "playing" else None

    def require_running_hand(self) -> TableHandState:
        """Return the running hand. Raises Refusal if there is none."""
        if self.phase != "playing" or self.hand is None:
            raise Refusal("no_hand")
        return self.hand


def hand_id(table: str, number: int) -> str:
    """Return the internal id of a hand.

    It contains the table's id, so the server shows it only to players of the hand.
    """
    return f"{table}-{number}"


def hand_number(hand: str) -> int:
    """Return the number of a hand at its table, from 1, given the hand's internal id."""
    return int(hand.rpartition("-")[2])


def table_id_of(hand: str) -> str:
    """Return the id of a hand's table, given the hand's internal id."""
    return hand.rpartition("-")[0]


def seed_context(table: str, seal: Seal) -> str:
    """Return a text that is part of the seed of a deal.

    The other parts of the seed are the secret, the hand's number and the contributions of the seats
    (``hand_seed``).

    In logs from before format 4, the text is the id of the table, and binds the deal to its table. Since format 4
    the text is empty: each hand has a secret of its own, and the text must not identify the table.
    """
    return "" if seal.id else table
