"""The outcome of a hand, and its score breakdown: the lines from which the stake is computed."""

from __future__ import annotations

from math import prod
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.apportionment import pay_others_equally, split_proportionally
from paiju.core.seats import Seat


class ScoreLine(Struct, frozen=True, omit_defaults=True):
    """One line of a score breakdown.

    - ``code`` identifies the line for translation (``bid``, ``bomb``, ``spring``, ``meld.dragon`` …).
    - ``how`` says what ``value`` means: the initial amount (``base``), a factor (``times``), an amount to add
      (``plus``), a factor that applies only to the settlements of one seat (``personal``), or a number for
      information (``note``).
    - ``seat`` is the seat to which the line belongs, if any.
    - ``args`` are placeholder values of the translated line, such as cards and counts.
    """

    code: str
    value: int
    how: Literal["base", "times", "plus", "personal", "note"] = "times"
    seat: Seat | None = None
    args: tuple[str, ...] = ()


class Settlement(Struct, frozen=True):
    """The points that a seat wins from, or loses to, each seat of a group of other seats.

    ``others`` is the number of seats in the group. For each of them, the points are the stake times the values of
    all ``lines``.
    """

    lines: tuple[ScoreLine, ...] = ()
    others: int = 1

    def points_for_stake(self, stake: int) -> int:
        """Return the points that the seat wins or loses in total if the stake is ``stake``.

        The result has no sign: it is positive for a loss, too.
        """
        return stake * self.others * prod(line.value for line in self.lines)


LEFT: Final = "left"
"""``Outcome.reason`` of a hand that ended because a player left."""
FORFEITED: Final = "forfeited"
"""The code of the score line that names a gain which a player forfeits.

The player left the hand, and a bot then won in the player's seat. The value of the line is the forfeited
gain. The line is a note (``ScoreLine.how``): it is not part of the stake.
"""


class Outcome(Struct, frozen=True):
    """The outcome of a hand.

    ``reason`` is a code. ``winners`` are the seats that won; a void hand has none. ``points`` are the points of
    each seat, and their sum is zero. ``account`` is the breakdown of the stake: it says how the stake was
    computed.

    If the hand ended because a player left, ``left`` is that player's seat, and ``winners`` is empty. ``cost`` is
    then what the player pays for leaving, and ``account`` is the breakdown of this cost. The other seats receive
    the cost as points. If all ``points`` are zero, no seat receives it.
    """

    reason: str
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    account: tuple[ScoreLine, ...] = ()
    left: Seat | None = None
    cost: int = 0

    @property
    def forfeiters(self) -> tuple[Seat, ...]:
        """The seats whose gain was cancelled because their players had left before the hand ended."""
        return tuple(line.seat for line in self.account if line.code == FORFEITED and line.seat is not None)


def outcome_of_leaving(
    seat: Seat, seats: int, account: tuple[ScoreLine, ...] = (), *, to_others: bool = False
) -> Outcome:  # fmt: skip
    """Return the outcome of a hand that ends because the player of ``seat`` leaves.

    ``seats`` is the number of seats of the hand. ``account`` is a breakdown whose final amount is the cost of
    leaving. If ``to_others`` is true, the other seats receive the cost in equal parts. If the cost is 0, the hand
    is void.
    """
    cost = stake_of(account)
    points = pay_others_equally(cost, seat, seats) if to_others else (0,) * seats
    return Outcome(LEFT, (), points, account, seat, cost)


def forfeit_gains(outcome: Outcome, seats: tuple[Seat, ...]) -> Outcome:
    """Return the outcome without the gains of ``seats``, whose players had left before bots finished the hand.

    The losers pay proportionally less.
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
    """The lowest and the highest possible cost of leaving a hand.

    They are computed from what the leaving seat can know.
    """

    least: int
    most: int


def stake_of(account: tuple[ScoreLine, ...]) -> int:
    """Return the final amount of a breakdown.

    The lines are applied in order, starting from 0: a line ``base`` or ``plus`` adds its value, and a line ``times``
    multiplies the amount by it. Lines ``personal`` and ``note`` are ignored.
    """
    amount = 0
    for line in account:
        if line.how == "times":
            amount *= line.value
        elif line.how in ("base", "plus"):
            amount += line.value
    return amount
