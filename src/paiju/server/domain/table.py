"""The state of a table at one version. It is immutable; ``evolve`` returns the next state."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from paiju.core.coins import PairCap, Settled
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
"""``revealing``: all players are ready, and reveal their contributions to the deal."""


class Chair(Struct, frozen=True):
    """A seat of the table with its occupant: a player, a bot (by name), or nobody."""

    player: str | None = None
    name: str = ""
    bot: str | None = None
    ready: bool = False
    pledge: str = ""
    contribution: str = ""
    """The player's contribution to the deal (hexadecimal); empty until the player reveals it."""
    early: Any = None
    """The player's answer to the question before the deal; None means the fallback."""
    auto: bool = False
    leaving: bool = False
    missed: int = 0
    """Number of consecutive timeouts."""
    purse: int | None = None
    """The player's coins when the server last read them; None if it never did."""
    program: bool = False
    """Whether the player is a bot account."""

    @property
    def is_empty(self) -> bool:
        """Whether neither a player nor a bot sits here."""
        return self.player is None and self.bot is None

    @property
    def is_person(self) -> bool:
        """Whether a person sits here and has not left the hand. A bot account is not a person."""
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
    """A pending decision of a seat since the time ``since`` (Unix milliseconds). ``must``: the game waits for it.

    Within a window, ``choice`` says whether the seat has more than one action, and ``answer`` keeps the seat's answer until
    the window closes.
    """

    decision: int
    must: bool
    since: int
    choice: bool = True
    answer: WindowAnswer | None = None


class Seal(Struct, frozen=True):
    """The secret of a hand, fixed before any player pledges a contribution to the deal.

    ``id`` is the hand's public id; "" before format 4.
    """

    number: int
    secret: str
    id: str = ""

    @property
    def commitment(self) -> str:
        """The commitment to the secret, which is published as soon as the secret is fixed; "" for a practice hand."""
        return _commitment_of(self.secret) if self.secret else ""


@lru_cache(maxsize=1 << 14)
def _commitment_of(secret: str) -> str:
    return commitment(bytes.fromhex(secret))


class TableMove(Struct, frozen=True):
    """An action of the hand with its events, made at time ``at`` (Unix milliseconds)."""

    seat: Seat
    by: ActedBy
    action: Any
    events: tuple[Any, ...]
    at: int


class TableHandState(Struct, frozen=True):
    """The running hand of a table, or the last one."""

    seal: Seal
    contributions: tuple[str, ...]
    pledges: tuple[str, ...]
    began: int
    match: Match
    """The match before this hand."""
    state: Any
    asks: tuple[Ask | None, ...]
    reserves: tuple[int, ...]
    """Milliseconds that each seat may still use beyond its turns."""
    dealing: int | None = None
    """The time at which the dealer's pause before the next packet began; None if the dealer is not pausing."""
    moves: tuple[TableMove, ...] = ()
    names: tuple[str, ...] = ()
    """Names by seat of those who played when the hand began, even if they have left."""
    outcome: Outcome | None = None
    purses: tuple[int, ...] | None = None
    """The coins that each seat can lose; None without coins."""
    coins: Settled | None = None
    cap: PairCap | None = None
    """The limit on coins that pairs of players may move, if a player leaves the hand or the table is private; None: no limit."""
    position: RecordedPosition | None = None
    """The position from which a practice hand began; None for a hand that was dealt here."""
    choices: tuple[int, ...] = ()
    """For each choice that the player may take back, the number of moves before it; empty where nobody may take back."""
    uncounted: Uncounted = ""
    """The reason why the finished hand does not count for titles, ratings and rankings; empty if it counts."""

    @property
    def number(self) -> int:
        """Number of the hand at its table, from 1."""
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
    """Number of finished hands of the match, without hands that were dealt again."""
    phase: Phase
    seal: Seal
    """The seal of the next hand."""
    hand: TableHandState | None
    decisions: tuple[int, ...]
    """For each seat, the number of decisions it was ever asked for."""
    since: int
    """The time at which the seats last changed or a hand ended, in Unix milliseconds.

    The players who are not ready delay the next hand since then.
    """
    cap: PairCap | None = None
    """``TableHandState.cap`` of the next hand, recorded when all players are ready."""
    removed: frozenset[str] = frozenset()
    """Players whom the present host has removed."""
    hushed: frozenset[str] = frozenset()
    """Players whom the present host has muted."""
    edition: int = 0
    """The version visible to clients.

    It does not count silent entries (``table_events.is_silent``): a gap in the numbers would reveal that a seat has answered.
    """
    released: bool = True
    """Whether the rules are a released version of the ruleset. This follows from ``setup`` and is not stored."""
    revised: int = 0
    """The version of the last change outside the running hand.

    Data that do not depend on the running hand can be cached until this number changes.
    """

    @property
    def has_single_human(self) -> bool:
        """Whether at most one player (person or bot account) sits here, so that nothing needs to be hidden."""
        return sum(chair.player is not None for chair in self.chairs) < 2

    @property
    def is_bots_only(self) -> bool:
        """Whether at least one bot account sits here, and no person."""
        players = [chair.program for chair in self.chairs if chair.player is not None]
        return bool(players) and all(players)

    @property
    def position(self) -> RecordedPosition | None:
        """The position from which the practice hand of this table began; None at a table that is not for practice."""
        return self.hand.position if self.hand is not None else None

    @property
    def is_demo(self) -> bool:
        """Whether only bots sit at this table, which the room opened for visitors to watch. A player may take a bot's seat."""
        return self.setup.demo and all(chair.player is None for chair in self.chairs)

    @property
    def allows_take_back(self) -> bool:
        """Whether a player may take moves back, because that harms nobody.

        This is so if one person plays with house bots, not for coins, and not a duplicate deal, whose results are compared.
        """
        others = [chair for chair in self.chairs if chair.bot is None]
        alone = len(others) == 1 and others[0].is_person
        return alone and self.setup.stakes is None and not self.is_duplicate

    @property
    def is_duplicate(self) -> bool:
        """Whether the table plays a duplicate deal, which other tables play too."""
        return bool(self.setup.duplicate)

    @property
    def is_single_hand(self) -> bool:
        """Whether the table was opened for one given hand, and has begun it. Its seats and rules can no longer change."""
        return self.position is not None or (self.is_duplicate and self.hand is not None)

    @property
    def uncounted_reason(self) -> Uncounted:
        """Why a hand with the present players does not count for titles, ratings and rankings; "" if it counts."""
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
        """Whether the running hand waits for the player, who has more than one action."""
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
        """Return the running hand, or None."""
        return self.hand if self.phase == "playing" else None

    def require_running_hand(self) -> TableHandState:
        """Return the running hand. Raises Refusal if there is none."""
        if self.phase != "playing" or self.hand is None:
            raise Refusal("no_hand")
        return self.hand


def hand_id(table: str, number: int) -> str:
    """Return the id of a hand within the server.

    It contains the table's id, so the server shows it only to the players of the hand.
    """
    return f"{table}-{number}"


def hand_number(hand: str) -> int:
    """Return the number of a hand at its table, from 1, given the hand's id."""
    return int(hand.rpartition("-")[2])


def table_id_of(hand: str) -> str:
    """Return the id of a hand's table, given the hand's id."""
    return hand.rpartition("-")[0]


def deal_context(table: str, seal: Seal) -> str:
    """Return the text that binds a deal to its hand, in addition to the secret, number and contributions (``hand_seed``).

    The text is empty: each hand has its own secret, and the text must not identify the table. Before format 4 it was the
    table's id.
    """
    return "" if seal.id else table
