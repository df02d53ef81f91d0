"""What can happen at a table. A table is the fold of its facts, from ``Opened`` on.

They are stored as JSON. Where a family's own values stand (``Any``), they come back plain and are read again with the
types of the game that the table plays by then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from paiju.core.account import Outcome
from paiju.core.coins import Settled
from paiju.core.seats import Seat
from paiju.server.domain.setup import Setup

By = Literal["player", "bot", "auto", "timeout", "window", "dealer"]
"""Who chose an action. ``auto``: the house, for a player who is away. ``timeout``: the house, when time ran out. ``window``: the
end of a window, for a seat that had no choice or did not use it."""


class Fact(Struct, frozen=True, tag_field="t", tag=True, omit_defaults=True):
    """Something that has happened at a table."""


class Opened(Fact, frozen=True):
    """The table was set up by ``host`` (a player's id)."""

    host: str
    setup: Setup
    private: bool


class Changed(Fact, frozen=True):
    """The host chose another game or other options. The match begins anew."""

    setup: Setup


class MatchBegun(Fact, frozen=True):
    """All points are 0 again."""


class Sat(Fact, frozen=True):
    """A player, or a ``program`` as one, took an empty seat; ``purse``: with so many coins, at a table that plays for them."""

    seat: Seat
    player: str
    name: str
    purse: int | None = None
    program: bool = False


class BotSat(Fact, frozen=True):
    """A program was put on an empty seat. In old logs it has no name but the program's."""

    seat: Seat
    bot: str
    name: str = ""


class Left(Fact, frozen=True):
    """The seat is empty now. While parts of a deal are opened, that hand is not dealt."""

    seat: Seat


class LeavingSet(Fact, frozen=True):
    """The seat's player has gone in the middle of a hand. The house plays it to the end; then the seat is empty."""

    seat: Seat


class Removed(Fact, frozen=True):
    """The host sent a player away. Under this host that player may not sit here again."""

    player: str


class Hushed(Fact, frozen=True):
    """The host lets nobody hear a player here, as long as this one is the host; or again (``on``: false)."""

    player: str
    on: bool = True


class HostPassed(Fact, frozen=True):
    """Another player is the host. Players whom the last host sent away may come back."""

    player: str


class ReadySet(Fact, frozen=True):
    """A player is ready for the next hand, or no longer (``on``). ``pledge`` is the commitment to its part of the deal.

    ``early`` answers what the hand asks before anything is dealt (明牌开始); None: with the fallback.
    """

    seat: Seat
    on: bool
    pledge: str = ""
    early: Any = None


class RevealBegun(Fact, frozen=True):
    """All are ready and all pledges are known. Now the players open what they pledged.

    ``purses`` are the coins that each seat can lose in this hand; None: it is not played for coins.
    """

    purses: tuple[int, ...] | None = None


class Revealed(Fact, frozen=True):
    """A player has opened its part of the deal (hex), which is the one that it pledged."""

    seat: Seat
    contribution: str


class AutoSet(Fact, frozen=True):
    """The house plays a seat from now on (托管), or its player plays it again."""

    seat: Seat
    on: bool


class Sealed(Fact, frozen=True):
    """The secret of the next hand is fixed (hex). It leaves the server when that hand is over, and so does its public ``id``.

    In logs before format 4 there is no ``id``.
    """

    number: int
    secret: str
    id: str = ""


class HandBegun(Fact, frozen=True):
    """The deal follows from the secret and these contributions, one a seat. A match begins from ``first``, the host's seat.

    Where a contribution is not what its seat pledged, it is the house's (``paiju.core.deal.stand_in``).
    """

    number: int
    contributions: tuple[str, ...]
    first: Seat = 0
    pledges: tuple[str, ...] = ()


class Moved(Fact, frozen=True):
    """A seat (or the dealer) acted, and this is what happened in the game; None in old logs: what follows from the action."""

    seat: Seat
    by: By
    action: Any
    events: Any = None


class Answered(Fact, frozen=True):
    """A seat has answered within a window (``Game.window``); its move is made when the window closes, and told then."""

    seat: Seat
    by: By
    action: Any


class HandEnded(Fact, frozen=True):
    """The hand is over, by what was played or because somebody left it.

    ``coins``: how it was settled, where it was played for coins.
    """

    outcome: Outcome
    coins: Settled | None = None


class Resumed(Fact, frozen=True):
    """The server was down for so many milliseconds, in which no clock ran."""

    down: int


class ClosedDown(Fact, frozen=True):
    """Nobody can play here any more."""


AnyFact = (
    Opened | Changed | MatchBegun | Sat | BotSat | Left | LeavingSet | Removed | Hushed | HostPassed | ReadySet
    | RevealBegun | Revealed | AutoSet | Sealed | HandBegun | Moved | Answered | HandEnded | Resumed | ClosedDown
)  # fmt: skip


def is_within_hand(happened: Iterable[AnyFact]) -> bool:
    """Whether this has changed nothing but the hand in play."""
    return all(isinstance(fact, Moved | Answered) for fact in happened)


def is_silent(happened: Iterable[AnyFact]) -> bool:
    """Whether nobody may notice that this has happened. Answers are kept until their window closes."""
    return all(isinstance(fact, Answered) for fact in happened)
