"""Apportionment: divides an amount among seats in whole numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from paiju.core.seats import Seat, next_seat


def split_proportionally(pot: int, claims: Sequence[int]) -> list[int]:
    """Return whole shares of ``pot`` in proportion to ``claims``, one share for each claim.

    The shares are rounded down. The units that are left go, one each, to the first claims above 0. If all claims
    are 0, all shares are 0.
    """
    claimed = sum(claims)
    if claimed == 0:
        return [0] * len(claims)
    shares = [pot * claim // claimed for claim in claims]
    left = pot - sum(shares)
    for seat, claim in enumerate(claims):
        if left and claim:
            shares[seat] += 1
            left -= 1
    return shares


def pay_others_equally(amount: int, payer: Seat, seats: int) -> tuple[int, ...]:
    """Return the gain or loss of each seat if ``payer`` pays ``amount`` to the other seats in equal parts.

    ``seats`` is the number of seats. The seat after ``payer`` in playing order also receives the remainder of the
    division.
    """
    each, rest = divmod(amount, seats - 1)
    heir = next_seat(payer, seats)
    return tuple(-amount if seat == payer else each + (rest if seat == heir else 0) for seat in range(seats))


def round_to_sum(amounts: Sequence[float], total: int) -> list[int]:
    """Round amounts to whole numbers that add up to ``total``, and return these numbers.

    The function uses the largest-remainder method. ``total`` must be the sum of the amounts, up to rounding
    errors.
    """
    whole = [math.floor(amount) for amount in amounts]
    by_remainder = sorted(range(len(amounts)), key=lambda at: whole[at] - amounts[at])
    for at in by_remainder[: total - sum(whole)]:
        whole[at] += 1
    return whole
