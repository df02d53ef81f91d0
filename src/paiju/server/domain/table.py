"""The state of a table at one version. Immutable: ``evolve`` returns the next one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from paiju.core.coins import PairCap, Settled
from paiju.core.fair_deal import commitment
from paiju.core.game import AnyGame, Match
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.server.domain.position import RecordedPosition
from paiju.server.domain.ranking_eligibility import Uncounted, why_uncounted
from paiju.server.domain.table_events import ActedBy
from paiju.server.domain.table_setup import Setup
from paiju.server.errors import Refusal

Phase = Literal["waiting", "revealing", "playing", "over", "closed"]
"""``revealing``: all are ready, and open their parts of the deal."""


class Chair(Struct, frozen=True):
    """A seat of the table with its occupant: a player, a bot (by name), or nobody."""

    player: str | None = None
    name: str = ""
    bot: str | None = None
    ready: bool = False
    pledge: str = ""
    contribution: str = ""
    """Empty until it is revealed."""
    early: Any = None
    """The answer to the hand's first question."""
    auto: bool = False
    leaving: bool = False
    missed: int = 0
    """Number of consecutive timeouts."""
    purse: int | None = None
    """The player's coins when last read; None if never."""
    program: bool = False
    """Whether the player is a bot account."""

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits here."""
        return self.player is None and self.bot is None

    @property
    def is_person(self) -> bool:
        """Whether a person sits here who has not left the hand, and whom no bot replaces."""
        return self.player is not None and not self.program and not self.leaving

    @property
    def is_ready_or_bot(self) -> bool:
        """Whether the next hand need not wait for this seat."""
        return self.bot is not None or self.ready

    @property
    def is_house_controlled(self) -> bool:
        """Whether the server plays this seat, for a bot or for an absent player."""
        return self.bot is not None or self.auto

    @property
    def is_contribution_revealed(self) -> bool:
        """Whether the contribution to the deal is revealed, or there is none."""
        return not self.pledge or bool(self.contribution)


class WindowAnswer(Struct, frozen=True):
    """A seat's answer within a window."""

    by: ActedBy
    action: Any


class Ask(Struct, frozen=True):
    """A pending decision of a seat since the time ``since`` (milliseconds). ``must``: the game waits for it.

    Within a window, ``choice`` says whether there is more than one action, and ``answer`` is kept until the window
    closes.
    """

    decision: int
    must: bool
    since: int
    choice: bool = True
    answer: WindowAnswer | None = None


class Seal(Struct, frozen=True):
    """The secret of a hand, fixed before any pledge. ``id`` is the hand's public id; "" before format 4."""

    number: int
    secret: str
    id: str = ""

    @property
    def commitment(self) -> str:
        """The commitment, which is published at once. A practice hand has no secret, and so none."""
        return _commitment_of(self.secret) if self.secret else ""


@lru_cache(maxsize=1 << 14)
def _commitment_of(secret: str) -> str:
    return commitment(bytes.fromhex(secret))


class TableMove(Struct, frozen=True):
    """An action of the hand with its events, for the record."""

    seat: Seat
    by: ActedBy
    action: Any
    events: tuple[Any, ...]
    at: int


class TableHandState(Struct, frozen=True):
    """The running hand, or the last one."""

    seal: Seal
    contributions: tuple[str, ...]
    pledges: tuple[str, ...]
    began: int
    match: Match
    """The match before this hand."""
    state: Any
    asks: tuple[Ask | None, ...]
    reserves: tuple[int, ...]
    """Milliseconds left to each seat beyond its turns."""
    dealing: int | None = None
    """When the dealer's pause before the next packet began."""
    moves: tuple[TableMove, ...] = ()
    names: tuple[str, ...] = ()
    """Names of the players by seat, even of those who left."""
    outcome: Outcome | None = None
    purses: tuple[int, ...] | None = None
    """What each seat can lose; None without coins."""
    coins: Settled | None = None
    cap: PairCap | None = None
    """What the players may move between them by leaving it, or at a private table; None: any amount."""
    position: RecordedPosition | None = None
    """The position from which a practice hand began; None for a hand that was dealt here."""
    choices: tuple[int, ...] = ()
    """For each choice that its player may take back, the number of moves before it; empty at a table of several people."""
    uncounted: Uncounted = ""
    """The reason why the finished hand does not count for titles, ratings and rankings; empty if it counts."""

    @property
    def number(self) -> int:
        """Number of the table's hand, from 1."""
        return self.seal.number

    def pending_ask(self, seat: Seat) -> Ask | None:
        """Return the seat's unanswered decision, if any."""
        ask = self.asks[seat]
        return ask if ask is not None and ask.answer is None else None


class Table(Struct, frozen=True):
    """A table. ``version`` counts the entries of its log."""

    id: str
    version: int
    setup: Setup
    game: AnyGame
    private: bool
    host: str
    chairs: tuple[Chair, ...]
    match: Match
    played: int
    """Number of finished hands of the match, without redealt ones."""
    phase: Phase
    seal: Seal
    """The seal of the next hand."""
    hand: TableHandState | None
    decisions: tuple[int, ...]
    """Number of decisions that each seat has ever been asked for."""
    since: int
    """When the seats last changed or a hand ended. Since then the table waits for those who are not ready."""
    cap: PairCap | None = None
    """``TableHandState.cap`` of the hand to come, while parts of its deal are opened."""
    removed: frozenset[str] = frozenset()
    """Players removed by the host."""
    hushed: frozenset[str] = frozenset()
    """Players whom the host has muted."""
    edition: int = 0
    """The version visible to clients.

    It does not count silent entries (``table_events.is_silent``), which would reveal hidden answers.
    """
    released: bool = True
    """Whether these are the rules of a released version of the ruleset. It follows from ``setup`` and is not stored."""
    revised: int = 0
    """The version of the last change outside the running hand. Data derived from the rest can be cached until then."""

    @property
    def has_single_human(self) -> bool:
        """Whether at most one player sits here, so that nothing needs to be hidden."""
        return sum(chair.player is not None for chair in self.chairs) < 2

    @property
    def is_bots_only(self) -> bool:
        """Whether only bots play here, without any person."""
        players = [chair.program for chair in self.chairs if chair.player is not None]
        return bool(players) and all(players)

    @property
    def position(self) -> RecordedPosition | None:
        """The position from which the practice hand of this table began; None if the table deals its hands itself."""
        return self.hand.position if self.hand is not None else None

    @property
    def is_demo(self) -> bool:
        """Whether only bots sit here, at a table that the room opened to be watched. A player takes a bot's seat."""
        return self.setup.demo and all(chair.player is None for chair in self.chairs)

    @property
    def allows_take_back(self) -> bool:
        """Whether taking a move back harms nobody: one person plays with house bots, not for coins, and nothing is compared."""
        others = [chair for chair in self.chairs if chair.bot is None]
        alone = len(others) == 1 and others[0].is_person
        return alone and self.setup.stakes is None and not self.is_duplicate

    @property
    def is_duplicate(self) -> bool:
        """Whether the table plays a duplicate deal, which other tables play too."""
        return bool(self.setup.duplicate)

    @property
    def is_single_hand(self) -> bool:
        """Whether the table was opened for one given hand, and has begun it: its seats and rules stay as they are."""
        return self.position is not None or (self.is_duplicate and self.hand is not None)

    @property
    def uncounted_reason(self) -> Uncounted:
        """The reason why a hand with the present players does not count for titles, ratings and rankings; "" if it does."""
        if self.position is not None:
            return "practice"
        if self.is_duplicate:
            return "duplicate"
        taken = [chair for chair in self.chairs if not chair.is_empty]
        mixed = any(chair.bot is not None for chair in taken) or len({chair.program for chair in taken}) > 1
        return why_uncounted(private=self.private, released=self.released, mixed=mixed)

    def seat_of(self, player: str) -> Seat | None:
        """Return a player's seat, or None."""
        for seat, chair in enumerate(self.chairs):
            if chair.player == player:
                return seat
        return None

    def is_waiting_for(self, player: str) -> bool:
        """Whether the running hand waits for a choice of the player."""
        seat = self.seat_of(player)
        ask = self.running_hand.pending_ask(seat) if self.running_hand and seat is not None else None
        return ask is not None and ask.must and ask.choice

    def require_seat(self, player: str) -> Seat:
        """Return a player's seat. Raises Refusal if there is none."""
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
        """Return the running hand, or None."""
        return self.hand if self.phase == "playing" else None

    def require_running_hand(self) -> TableHandState:
        """Return the running hand. Raises Refusal if there is none."""
        if self.phase != "playing" or self.hand is None:
            raise Refusal("no_hand")
        return self.hand


def hand_id(table: str, number: int) -> str:
    """Return the id of a hand within the server. It contains the table's id, so only players of the hand may know it."""
    return f"{table}-{number}"


def hand_number(hand: str) -> int:
    """Return the hand number in an id, from 1."""
    return int(hand.rpartition("-")[2])


def table_of(hand: str) -> str:
    """Return the table in an id."""
    return hand.rpartition("-")[0]


def deal_context(table: str, seal: Seal) -> str:
    """Return the text that binds a deal to its hand, in addition to secret, number and contributions (``hand_seed``).

    It is empty: each hand has its own secret, and the text must not identify the table. Before format 4 it was the
    table's id.
    """
    return "" if seal.id else table
