"""A table at one version. Frozen: ``evolve`` makes the next one from a fact."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from paiju.core.breakdown import Outcome
from paiju.core.coins import PairCap, Settled
from paiju.core.fair_deal import commitment
from paiju.core.game import AnyGame, Match
from paiju.core.seats import Seat
from paiju.server.domain.setup import Setup
from paiju.server.domain.table_events import ActedBy
from paiju.server.errors import Refusal

Phase = Literal["waiting", "revealing", "playing", "over", "closed"]
"""``revealing``: all are ready, and open their parts of the deal."""


class Chair(Struct, frozen=True):
    """A seat of the table and who is in it: a player, a bot (by name), or nobody."""

    player: str | None = None
    name: str = ""
    bot: str | None = None
    ready: bool = False
    pledge: str = ""
    contribution: str = ""
    """Empty until it is opened."""
    early: Any = None
    """What it answers as soon as the hand begins (``early``)."""
    auto: bool = False
    leaving: bool = False
    missed: int = 0
    """Turns in a row that ran out of time."""
    purse: int | None = None
    """Its coins, as they were when they were last looked at; None: they never were."""
    program: bool = False
    """A program plays as this player."""

    @property
    def is_empty(self) -> bool:
        """Nobody sits here."""
        return self.player is None and self.bot is None

    @property
    def is_person(self) -> bool:
        """A person plays here, who has not left and for whom no program plays."""
        return self.player is not None and not self.program and not self.leaving

    @property
    def is_ready_or_bot(self) -> bool:
        """The next hand does not wait for this seat."""
        return self.bot is not None or self.ready

    @property
    def is_house_controlled(self) -> bool:
        """Whether a bot plays this seat, for itself or for its player."""
        return self.bot is not None or self.auto

    @property
    def is_contribution_revealed(self) -> bool:
        """Its part of the deal is open, or it has none."""
        return not self.pledge or bool(self.contribution)


class WindowAnswer(Struct, frozen=True):
    """What a seat has answered within a window."""

    by: ActedBy
    action: Any


class Ask(Struct, frozen=True):
    """A seat is asked to act since ``since`` (milliseconds); ``must``: the game waits for it.

    In a window ``choice`` says whether there is more than one thing to do, and ``answer`` is kept until it closes.
    """

    decision: int
    must: bool
    since: int
    choice: bool = True
    answer: WindowAnswer | None = None


class Seal(Struct, frozen=True):
    """The secret of a hand, fixed before anyone pledges. ``id`` is the hand's public one; empty: there were none yet."""

    number: int
    secret: str
    id: str = ""

    @property
    def commitment(self) -> str:
        """What is published at once."""
        return _commitment_of(self.secret)


@lru_cache(maxsize=1 << 14)
def _commitment_of(secret: str) -> str:
    return commitment(bytes.fromhex(secret))


class TableMove(Struct, frozen=True):
    """An action of the hand and the events that it led to, for its record."""

    seat: Seat
    by: ActedBy
    action: Any
    events: tuple[Any, ...]
    at: int


class TableHandState(Struct, frozen=True):
    """A hand in play, or the last one that was."""

    seal: Seal
    contributions: tuple[str, ...]
    pledges: tuple[str, ...]
    began: int
    match: Match
    """As it stood before this hand."""
    state: Any
    asks: tuple[Ask | None, ...]
    reserves: tuple[int, ...]
    """Milliseconds left to each seat beyond its turns."""
    dealing: int | None = None
    """When the dealer began to pause before the next packet."""
    moves: tuple[TableMove, ...] = ()
    names: tuple[str, ...] = ()
    """Who plays it, by seat. Who has left is called so still."""
    outcome: Outcome | None = None
    purses: tuple[int, ...] | None = None
    """What each seat could lose; None: it is not played for coins."""
    coins: Settled | None = None
    cap: PairCap | None = None
    """What the players may move between them by leaving it, or at a private table; None: any amount."""

    @property
    def number(self) -> int:
        """Counts the table's hands, from 1."""
        return self.seal.number

    def pending_ask(self, seat: Seat) -> Ask | None:
        """What the seat is asked and has not answered yet."""
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
    """Hands of the match that are over; one that was dealt again is not counted."""
    phase: Phase
    seal: Seal
    """For the hand to come."""
    hand: TableHandState | None
    decisions: tuple[int, ...]
    """How many decisions each seat has been asked for, ever."""
    since: int
    """When the seats last changed or a hand ended. Since then the table waits for those who are not ready."""
    cap: PairCap | None = None
    """``TableHandState.cap`` of the hand to come, while parts of its deal are opened."""
    removed: frozenset[str] = frozenset()
    """Players whom the host sent away."""
    hushed: frozenset[str] = frozenset()
    """Players whom the host has muted."""
    edition: int = 0
    """The number that clients know. It counts entries, but no silent ones (``facts.is_silent``): they would be noticed by it."""
    revised: int = 0
    """The version at which anything but the hand in play last changed. Until then, what is made of the rest can be kept."""

    @property
    def has_single_human(self) -> bool:
        """No two players sit here, from whom anything could be hidden."""
        return sum(chair.player is not None for chair in self.chairs) < 2

    @property
    def is_bots_only(self) -> bool:
        """Whether only bots play here, of players or of the server, and no person."""
        players = [chair.program for chair in self.chairs if chair.player is not None]
        return bool(players) and all(players)

    def seat_of(self, player: str) -> Seat | None:
        """Where a player sits, if at all."""
        for seat, chair in enumerate(self.chairs):
            if chair.player == player:
                return seat
        return None

    def is_waiting_for(self, player: str) -> bool:
        """Whether the hand in play waits for what a player chooses."""
        seat = self.seat_of(player)
        ask = self.running_hand.pending_ask(seat) if self.running_hand and seat is not None else None
        return ask is not None and ask.must and ask.choice

    def require_seat(self, player: str) -> Seat:
        """Where a player sits. Raises Refusal."""
        seat = self.seat_of(player)
        if seat is None:
            raise Refusal("not_seated")
        return seat

    def require_not_removed(self, player: str | None) -> None:
        """The host has not sent this player away. Raises Refusal."""
        if player in self.removed:
            raise Refusal("removed")

    @property
    def running_hand(self) -> TableHandState | None:
        """The hand in play."""
        return self.hand if self.phase == "playing" else None

    def require_running_hand(self) -> TableHandState:
        """The hand in play. Raises Refusal."""
        if self.phase != "playing" or self.hand is None:
            raise Refusal("no_hand")
        return self.hand


def hand_id(table: str, number: int) -> str:
    """The id of a hand within the server. It has the table's in it, which opens the table: only who played there may know it."""
    return f"{table}-{number}"


def hand_number(hand: str) -> int:
    """The number that is in such an id; it counts the table's hands, from 1."""
    return int(hand.rpartition("-")[2])


def table_of(hand: str) -> str:
    """The table in such an id."""
    return hand.rpartition("-")[0]


def deal_context(table: str, seal: Seal) -> str:
    """What the deal is bound to beside secret, number and contributions (``hand_seed``): nothing that leads to the table.

    The secret is the hand's own, so that nothing more is needed. Before format 4 it was the table's id.
    """
    return "" if seal.id else table
