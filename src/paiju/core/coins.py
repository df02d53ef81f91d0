"""Play for coins: what one point is worth at a table, and the coins that a hand moves between wallets (DDZ-9.1, 9.5).

Coins keep score. They are never bought and never sold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from paiju.core.breakdown import Outcome

Amount = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Stakes(Struct, frozen=True, kw_only=True):
    """Stakes of a table: one point is worth ``coefficient`` coins (N), and every seat pays ``rake`` a hand (A).

    A player needs ``enter`` coins to sit down and ``stay`` coins to start a hand. ``double_above`` is the threshold for
    doubling (DDZ-9.4).
    """

    coefficient: Annotated[int, Meta(ge=1, le=1_000_000)]
    rake: Amount = 0
    enter: Amount = 0
    stay: Amount = 0
    double_above: Amount = 0


class Transfer(Struct, frozen=True):
    """The coins that each seat gains or loses, and those that the server keeps (``house``). They sum to zero."""

    seats: tuple[int, ...]
    house: int


class Settled(Struct, frozen=True):
    """The settlement of a hand: its stakes, the wallets before it, and the transfer."""

    stakes: Stakes
    purses: tuple[int, ...]
    transfer: Transfer


def make_settled(stakes: Stakes, outcome: Outcome, purses: tuple[int, ...]) -> Settled:
    """Return the settlement of a finished hand."""
    return Settled(stakes, purses, compute_transfer(stakes, outcome, purses))


def compute_transfer(stakes: Stakes, outcome: Outcome, purses: Sequence[int]) -> Transfer:
    """Return the transfer: a loser pays X·N + A and a winner gets X·N - A, where X are the points (DDZ-9.1).

    A loser pays no more than there is; the rake goes first, and winners share what comes in proportion (DDZ-9.5, R19).
    A hand that nobody won moves no coins, but that who left it pays what that costs, as far as it goes.
    """
    if not outcome.winners:
        due = amounts_due(stakes, outcome)
        paid = tuple(max(amount, -purse) for amount, purse in zip(due, purses, strict=True))
        return Transfer(paid, -sum(paid))
    rakes = [min(stakes.rake, purse) for purse in purses]
    lost = [
        min(max(-points, 0) * stakes.coefficient, purse - rake)
        for points, purse, rake in zip(outcome.points, purses, rakes, strict=True)
    ]
    won = split_proportionally(sum(lost), [max(points, 0) for points in outcome.points])
    rakes = [min(stakes.rake, purse + gain) for purse, gain in zip(purses, won, strict=True)]
    seats = tuple(gain - loss - rake for gain, loss, rake in zip(won, lost, rakes, strict=True))
    return Transfer(seats, -sum(seats))


def amounts_due(stakes: Stakes, outcome: Outcome) -> tuple[int, ...]:
    """What each seat would gain or lose if everybody could pay all: X·N - A (DDZ-9.1), or what leaving costs (DDZ-9.5)."""
    if not outcome.winners:
        return tuple(
            -outcome.cost * stakes.coefficient if seat == outcome.left else 0 for seat in range(len(outcome.points))
        )
    return tuple(points * stakes.coefficient - stakes.rake for points in outcome.points)


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
