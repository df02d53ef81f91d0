"""The score breakdown of a hand, line by line, and the outcome that contains it."""

from __future__ import annotations

from math import prod
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.apportionment import pay_others, split_proportionally
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
        """The absolute number of points, whichever side receives them."""
        return stake * self.others * prod(line.value for line in self.lines)


LEFT: Final = "left"
"""Why a hand ended that somebody left."""
FORFEITED: Final = "forfeited"
"""The line of a seat whose player had left a hand that was played to its end, and so gained nothing; its value is the gain."""


class Outcome(Struct, frozen=True):
    """How a hand ended.

    ``reason`` is a code. ``winners`` are the seats that won; it is empty if the hand is void. ``points`` has one
    amount for each seat; the amounts sum to zero. ``account`` lists how the stake was computed.

    If a player left the hand, ``left`` is that player's seat, ``winners`` is empty, and ``account`` lists how the
    ``cost`` was computed. The other seats receive the cost in points; if all ``points`` are zero, no seat receives
    it.
    """

    reason: str
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    account: tuple[ScoreLine, ...] = ()
    left: Seat | None = None
    cost: int = 0

    @property
    def forfeiters(self) -> tuple[Seat, ...]:
        """Return the seats whose gain was cancelled, because their players had left before the hand ended."""
        return tuple(line.seat for line in self.account if line.code == FORFEITED and line.seat is not None)


def outcome_of_leaving(
    seat: Seat, seats: int, account: tuple[ScoreLine, ...] = (), *, to_others: bool = False
) -> Outcome:  # fmt: skip
    """Return the outcome of a hand of ``seats`` seats that ``seat`` leaves.

    The sum of the breakdown is the cost of leaving. If ``to_others`` is true, the other seats receive it in equal
    parts. With a cost of 0 the hand is void.
    """
    cost = stake_of(account)
    points = pay_others(cost, seat, seats) if to_others else (0,) * seats
    return Outcome(LEFT, (), points, account, seat, cost)


def without_gains(outcome: Outcome, seats: tuple[Seat, ...]) -> Outcome:
    """Return the outcome without the gains of these seats.

    Their players had left, and bots played the hand to its end. The losers pay proportionally less, so nobody pays
    more than before.
    """
    gained = {seat: outcome.points[seat] for seat in seats if outcome.points[seat] > 0}
    if not gained:
        return outcome
    won = [0 if seat in gained else max(points, 0) for seat, points in enumerate(outcome.points)]
    paid = split_proportionally(sum(won), [max(-points, 0) for points in outcome.points])
    points = tuple(gain - loss for gain, loss in zip(won, paid, strict=True))
    lines = tuple(ScoreLine(FORFEITED, amount, "note", seat) for seat, amount in gained.items())
    return replace(outcome, points=points, account=(*outcome.account, *lines))


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
