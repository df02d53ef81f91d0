"""Whole amounts, divided among seats."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.core.seats import Seat, next_seat


def split_proportionally(pot: int, claims: Sequence[int]) -> list[int]:
    """A pot shared in proportion to claims, in whole coins; what does not divide goes to the first claimants."""
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
    """What each seat gains when one pays the others in equal parts; what does not divide goes to the next in turn."""
    each, rest = divmod(amount, seats - 1)
    heir = next_seat(payer, seats)
    return tuple(-amount if seat == payer else each + (rest if seat == heir else 0) for seat in range(seats))
