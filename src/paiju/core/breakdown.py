"""The itemised account of a hand: how its points came about, line by line, and the outcome that carries it."""

from __future__ import annotations

from math import prod
from typing import Final, Literal

from msgspec import Struct

from paiju.core.seats import Seat


class ScoreLine(Struct, frozen=True, omit_defaults=True):
    """One line of an account.

    ``code`` names it (``bid``, ``bomb``, ``spring``, ``meld.dragon`` …) for translation. ``value`` is what it is worth: the
    amount to begin with (``base``), a factor (``times``), an amount to add (``plus``), a factor of what this seat settles only
    (``personal``), or a number that is only told (``note``). ``seat`` says whose it is, where it is somebody's; ``args`` hold
    what a translated line needs (cards, counts).
    """

    code: str
    value: int
    how: Literal["base", "times", "plus", "personal", "note"] = "times"
    seat: Seat | None = None
    args: tuple[str, ...] = ()


class Settlement(Struct, frozen=True):
    """What a seat settles with so many ``others`` alike: with each the stake, times the ``lines`` that count between them."""

    lines: tuple[ScoreLine, ...] = ()
    others: int = 1

    def points(self, stake: int) -> int:
        """The points of it, whoever gets them."""
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
    """How a hand of so many seats ends when one of them leaves it. The account comes to what that costs."""
    return Outcome(LEFT, (), (0,) * seats, account, seat, stake_of(account))


class LeaveCostBounds(Struct, frozen=True):
    """What leaving a hand costs, as far as one can know before: the least and the most."""

    least: int
    most: int


def stake_of(account: tuple[ScoreLine, ...]) -> int:
    """The amount at the end of an account: its lines in order, ``base`` and ``plus`` added, ``times`` multiplied.

    ``personal`` factors and notes are left out.
    """
    amount = 0
    for line in account:
        if line.how == "times":
            amount *= line.value
        elif line.how in ("base", "plus"):
            amount += line.value
    return amount
