"""The events of a table. A table is the fold of its events, starting with ``TableOpened``.

Events are stored as JSON. The family's own values (``Any``) are decoded as plain values, and typed later by the table's game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from paiju.core.coins import PairCap, Settled
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.server.domain.position import RecordedPosition
from paiju.server.domain.table_setup import Setup

ActedBy = Literal["player", "bot", "auto", "timeout", "window", "dealer"]
"""Who chose an action. ``auto``: the server, for a player who is away. ``timeout``: the server, when time ran out.
``window``: the end of a window, for a seat that had no choice or did not use it.
"""


class TableEvent(Struct, frozen=True, tag_field="t", tag=True, omit_defaults=True):
    """Base of table events."""


class TableOpened(TableEvent, frozen=True, tag="Opened"):
    """The table was set up by ``host`` (a player's id)."""

    host: str
    setup: Setup
    private: bool


class SetupChanged(TableEvent, frozen=True, tag="Changed"):
    """The host changed the ruleset or settings, which starts a new match."""

    setup: Setup


class MatchBegun(TableEvent, frozen=True):
    """A new match: all points are 0."""


class PlayerSat(TableEvent, frozen=True, tag="Sat"):
    """A player, or a bot account (``program``), took an empty seat; ``purse``: with this many coins, if the table has stakes."""

    seat: Seat
    player: str
    name: str
    purse: int | None = None
    program: bool = False


class BotSat(TableEvent, frozen=True):
    """A bot took an empty seat. In old logs it has no display name."""

    seat: Seat
    bot: str
    name: str = ""


class SeatVacated(TableEvent, frozen=True, tag="Left"):
    """A seat became empty. If contributions were being revealed, that hand is not dealt."""

    seat: Seat


class LeavingSet(TableEvent, frozen=True):
    """A player left during a hand. A bot plays the seat to the end, and then the seat is empty."""

    seat: Seat


class PlayerRemoved(TableEvent, frozen=True, tag="Removed"):
    """The host sent a player away. Under this host that player may not sit here again."""

    player: str


class PlayerMuted(TableEvent, frozen=True, tag="Hushed"):
    """The host muted a player (or unmuted them: ``on`` is false), for as long as this host stays host."""

    player: str
    on: bool = True


class HostPassed(TableEvent, frozen=True):
    """Another player is the host. Players whom the last host sent away may come back."""

    player: str


class ReadySet(TableEvent, frozen=True):
    """A player is ready for the next hand, or no longer (``on``). ``pledge`` is the commitment to the player's contribution.

    ``early`` is the answer to the question before the deal (明牌开始); None means the fallback.
    """

    seat: Seat
    on: bool
    pledge: str = ""
    early: Any = None


class RevealBegun(TableEvent, frozen=True):
    """All players are ready and all pledges are known; now the players reveal their contributions.

    ``purses`` are the coins that each seat can lose in this hand; None without coins. ``cap`` limits what the players may move
    between them by leaving the hand, or at a private table; None in old logs.
    """

    purses: tuple[int, ...] | None = None
    cap: PairCap | None = None


class ContributionRevealed(TableEvent, frozen=True, tag="Revealed"):
    """A player revealed the pledged contribution (hexadecimal)."""

    seat: Seat
    contribution: str


class AutoSet(TableEvent, frozen=True):
    """The server now plays a seat (托管), or its player plays again."""

    seat: Seat
    on: bool


class SecretSealed(TableEvent, frozen=True, tag="Sealed"):
    """The secret of the next hand was fixed (hex). It and the public ``id`` of the hand are published when the hand is over.

    In logs before format 4 there is no ``id``.
    """

    number: int
    secret: str
    id: str = ""


class HandBegun(TableEvent, frozen=True):
    """A hand begins. Its deal follows from the secret and these contributions, one for each seat.

    A match begins from ``first``, the host's seat. A contribution that does not match its seat's pledge is the
    server's (``paiju.core.fair_deal.substitute_contribution``).
    """

    number: int
    contributions: tuple[str, ...]
    first: Seat = 0
    pledges: tuple[str, ...] = ()


class PracticeHandBegun(TableEvent, frozen=True):
    """A hand went on from a position of a recorded one, for practice: it is neither recorded nor counted.

    Its deal is the recorded one, so it has no secret and no proof.
    """

    position: RecordedPosition


class MoveMade(TableEvent, frozen=True, tag="Moved"):
    """A seat (or the dealer) acted; ``events`` are None in old logs, where they follow from the action."""

    seat: Seat
    by: ActedBy
    action: Any
    events: Any = None


class MovesTakenBack(TableEvent, frozen=True, tag="TakenBack"):
    """The only person among bots took back a choice. The first ``kept`` moves of the hand remain."""

    seat: Seat
    kept: int


class WindowAnswered(TableEvent, frozen=True, tag="Answered"):
    """A seat has answered within a window (``Game.window_beats``). Its move is applied and published when the window closes."""

    seat: Seat
    by: ActedBy
    action: Any


class TableHandEnded(TableEvent, frozen=True, tag="HandEnded"):
    """The hand ended regularly, or because a seat left it.

    ``coins`` is the settlement, if played for coins.
    """

    outcome: Outcome
    coins: Settled | None = None


class ClocksResumed(TableEvent, frozen=True, tag="Resumed"):
    """The server was down for this many milliseconds, during which no clock ran."""

    down: int


class TableClosed(TableEvent, frozen=True, tag="ClosedDown"):
    """The table is closed for good."""


AnyTableEvent = (
    TableOpened
    | SetupChanged
    | MatchBegun
    | PlayerSat
    | BotSat
    | SeatVacated
    | LeavingSet
    | PlayerRemoved
    | PlayerMuted
    | HostPassed
    | ReadySet
    | RevealBegun
    | ContributionRevealed
    | AutoSet
    | SecretSealed
    | HandBegun
    | PracticeHandBegun
    | MoveMade
    | MovesTakenBack
    | WindowAnswered
    | TableHandEnded
    | ClocksResumed
    | TableClosed
)


def is_within_hand(happened: Iterable[AnyTableEvent]) -> bool:
    """Whether an entry changed only the running hand."""
    return all(isinstance(fact, MoveMade | WindowAnswered) for fact in happened)


def is_silent(happened: Iterable[AnyTableEvent]) -> bool:
    """Whether an entry must stay unnoticed: answers are hidden until their window closes."""
    return all(isinstance(fact, WindowAnswered) for fact in happened)
