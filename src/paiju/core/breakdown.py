"""The score breakdown of a hand, line by line, and the outcome that contains it."""

from __future__ import annotations

from math import prod
from typing import Final, Literal

from msgspec import Struct

from paiju.core.seats import Seat


class ScoreLine(Struct, frozen=True, omit_defaults=True):
    """One line of a score breakdown.

    ``code`` names it (``bid``, ``bomb``, ``spring``, ``meld.dragon`` …) for translation. ``value`` is its amount: the amount to
    begin with (``base``), a factor (``times``), an amount to add (``plus``), a factor that applies to this seat's settlements
    only (``personal``), or a number for information (``note``). ``seat`` is the seat it belongs to, if any; ``args`` fill the
    placeholders of the translated line (cards, counts).
    """

    code: str
    value: int
    how: Literal["base", "times", "plus", "personal", "note"] = "times"
    seat: Seat | None = None
    args: tuple[str, ...] = ()


class Settlement(Struct, frozen=True):
    """A seat's settlement with each of ``others`` seats: the stake times the ``lines`` that count between them."""

    lines: tuple[ScoreLine, ...] = ()
    others: int = 1

    def points(self, stake: int) -> int:
        """Number of points, whichever seat gets them."""
        return stake * self.others * prod(line.value for line in self.lines)


class Outcome(Struct, frozen=True):
    """How a hand ended.

    ``reason`` is a code; ``winners`` are the seats that won (none when the hand is void); ``points`` has one amount a
    seat and sums to zero; ``account`` tells how the stake came about. A hand that a seat has ``left`` is void for all: nobody
    wins or loses a point in it, and the account tells how its ``cost`` came about, points that nobody gets.
    """

    reason: str
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    account: tuple[ScoreLine, ...] = ()
    left: Seat | None = None
    cost: int = 0


LEFT: Final = "left"
"""Why a hand ended that somebody left."""


def outcome_of_leaving(seat: Seat, seats: int, account: tuple[ScoreLine, ...] = ()) -> Outcome:
    """How a hand of ``seats`` seats ends when one of them leaves it. The breakdown sums to the cost of leaving."""
    return Outcome(LEFT, (), (0,) * seats, account, seat, stake_of(account))


class LeaveCostBounds(Struct, frozen=True):
    """Bounds of the cost of leaving a hand, as far as the seat can know them."""

    least: int
    most: int


def stake_of(account: tuple[ScoreLine, ...]) -> int:
    """Return the final amount of a breakdown: adds ``base`` and ``plus``, multiplies by ``times``, in order.

    Ignores ``personal`` factors and notes.
    """
    amount = 0
    for line in account:
        if line.how == "times":
            amount *= line.value
        elif line.how in ("base", "plus"):
            amount += line.value
    return amount
