"""The events of a table. The state of a table is the fold of its events; the first event is ``TableOpened``.

Events are stored as JSON. Some values have a type that belongs to the game (``Any``). Such values are first
decoded as dicts and lists, and then converted to their types by the table's game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from paiju.core.coins import DailyPairLimit, Settled
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.server.domain.recorded_position import RecordedPosition
from paiju.server.domain.table_setup import Setup

ActedBy = Literal["player", "bot", "auto", "timeout", "window", "dealer"]
"""Who chose an action.

``auto``: the server, for a player who is away. ``timeout``: the server, when the player's time ran out. ``window``: the
server, when a window ended, for a seat that had no choice or gave no answer.
"""


class TableEvent(Struct, frozen=True, tag_field="t", tag=True, omit_defaults=True):
    """Base class of the events of a table."""


class TableOpened(TableEvent, frozen=True, tag="Opened"):
    """The table was opened with this setup. ``host`` is the id of the player who opened it; "" for the server."""

    host: str
    setup: Setup
    private: bool


class SetupChanged(TableEvent, frozen=True, tag="Changed"):
    """The host changed the ruleset or the settings. A new match begins."""

    setup: Setup


class MatchBegun(TableEvent, frozen=True):
    """A new match began; all points are 0."""


class PlayerSat(TableEvent, frozen=True, tag="Sat"):
    """A player took an empty seat, or a seated player changed the display name.

    ``program``: the player is a bot account. ``purse``: the player's coins, if the table has stakes.
    """

    seat: Seat
    player: str
    name: str
    purse: int | None = None
    program: bool = False


class BotSat(TableEvent, frozen=True):
    """A bot took an empty seat. ``name`` is its display name; "" in old logs."""

    seat: Seat
    bot: str
    name: str = ""


class SeatVacated(TableEvent, frozen=True, tag="Left"):
    """A seat became empty.

    If players were revealing their contributions to the deal of a hand, this hand is not dealt.
    """

    seat: Seat


class LeavingSet(TableEvent, frozen=True):
    """A player left during a hand. A bot plays the seat to the end of the hand, and then the seat becomes empty."""

    seat: Seat


class PlayerRemoved(TableEvent, frozen=True, tag="Removed"):
    """The host removed a player, who cannot sit here again under this host."""

    player: str


class PlayerMuted(TableEvent, frozen=True, tag="Hushed"):
    """The host muted a player or, if ``on`` is false, unmuted a player.

    When the table gets a new host, nobody is muted any more.
    """

    player: str
    on: bool = True


class HostPassed(TableEvent, frozen=True):
    """Another player became the host. Players whom the last host removed or muted may sit and speak again."""

    player: str


class ReadySet(TableEvent, frozen=True):
    """A player is ready for the next hand, or no longer ready if ``on`` is false.

    ``pledge`` is the commitment to the player's contribution to the deal. ``early`` is the player's answer to a
    question before the deal, which only some games ask: whether to play with an open hand (明牌开始). None chooses
    the game's fallback.
    """

    seat: Seat
    on: bool
    pledge: str = ""
    early: Any = None


class RevealBegun(TableEvent, frozen=True):
    """All players are ready. Those who pledged a contribution to the deal must now reveal it.

    ``purses`` contains the coins that each seat can lose in this hand; None if the table plays without coins.

    ``cap`` is the daily limit on the coins that one player can lose to another; None if there is no limit, or in an
    old log. The limit applies to all hands at private tables. At other tables, it applies only if a player leaves
    the hand.
    """

    purses: tuple[int, ...] | None = None
    cap: DailyPairLimit | None = None


class ContributionRevealed(TableEvent, frozen=True, tag="Revealed"):
    """A player revealed the pledged contribution (hexadecimal)."""

    seat: Seat
    contribution: str


class AutoSet(TableEvent, frozen=True):
    """The server began to play for a seat (托管). If ``on`` is false, the player took the seat back."""

    seat: Seat
    on: bool


class SecretSealed(TableEvent, frozen=True, tag="Sealed"):
    """The server fixed its secret (hexadecimal) for the deal of the next hand, which has the number ``number``.

    When that hand is over, the server publishes the secret and the hand's public ``id``. Logs before format 4
    have no ``id``.
    """

    number: int
    secret: str
    id: str = ""


class HandBegun(TableEvent, frozen=True):
    """A hand began. Its deal follows from the server's secret and the contributions, one for each seat.

    If a seat's contribution does not match its pledge, it is a substitute that the server chose
    (``paiju.core.fair_deal.substitute_contribution``).

    ``first`` matters only in the first hand of a match. It is the host's seat, which begins this hand in some
    games.
    """

    number: int
    contributions: tuple[str, ...]
    first: Seat = 0
    pledges: tuple[str, ...] = ()


class PracticeHandBegun(TableEvent, frozen=True):
    """A practice hand began at a position of a recorded hand. It is not recorded itself and does not count.

    Its deal is that of the recorded hand, so it has no secret and no proof of a fair deal.
    """

    position: RecordedPosition


class MoveMade(TableEvent, frozen=True, tag="Moved"):
    """A seat or the dealer (-1) acted.

    ``events`` are the events that resulted from the action. In old logs, ``events`` is None, and they are
    recomputed.
    """

    seat: Seat
    by: ActedBy
    action: Any
    events: Any = None


class MovesTakenBack(TableEvent, frozen=True, tag="TakenBack"):
    """The player of ``seat`` took back a choice. The first ``kept`` moves of the hand remain."""

    seat: Seat
    kept: int


class WindowAnswered(TableEvent, frozen=True, tag="Answered"):
    """A seat answered within a window (``Game.window_duration``). The answer is applied and published when the window closes."""

    seat: Seat
    by: ActedBy
    action: Any


class TableHandEnded(TableEvent, frozen=True, tag="HandEnded"):
    """The hand ended, by its rules or because a seat left it.

    ``coins`` is the settlement in coins; it is None if the hand was not played for coins.
    """

    outcome: Outcome
    coins: Settled | None = None


class ClocksResumed(TableEvent, frozen=True, tag="Resumed"):
    """The table's deadlines were shifted by ``down`` milliseconds.

    ``down`` is the time for which the server was down, or the time by which its clock was wrong.
    """

    down: int


class TableClosed(TableEvent, frozen=True, tag="ClosedDown"):
    """The table was closed for good."""


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
    """Whether the events of a log entry have changed only the running hand.

    That is the case if all of them are moves, or answers in a window.
    """
    return all(isinstance(fact, MoveMade | WindowAnswered) for fact in happened)


def is_silent(happened: Iterable[AnyTableEvent]) -> bool:
    """Whether clients must not notice a log entry.

    Such an entry consists of answers in a window, which are hidden until the window closes.
    """
    return all(isinstance(fact, WindowAnswered) for fact in happened)
