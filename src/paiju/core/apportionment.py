"""Apportionment: divide an amount among seats in whole numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from paiju.core.seats import Seat, next_seat


def split_proportionally(pot: int, claims: Sequence[int]) -> list[int]:
    """Divide a pot in proportion to claims; the remainder goes to the first claimants, one each."""
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


def pay_others(amount: int, payer: Seat, seats: int) -> tuple[int, ...]:
    """Return the change of each seat if one pays the others in equal parts; the remainder goes to the next in turn."""
    each, rest = divmod(amount, seats - 1)
    heir = next_seat(payer, seats)
    return tuple(-amount if seat == payer else each + (rest if seat == heir else 0) for seat in range(seats))


def round_to_sum(amounts: Sequence[float], total: int) -> list[int]:
    """Round amounts whose sum is ``total`` to whole numbers with the same sum, by largest remainder."""
    whole = [math.floor(amount) for amount in amounts]
    by_remainder = sorted(range(len(amounts)), key=lambda at: whole[at] - amounts[at])
    for at in by_remainder[: total - sum(whole)]:
        whole[at] += 1
    return whole
