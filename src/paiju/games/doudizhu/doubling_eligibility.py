"""Determines which seats have enough coins to double (DDZ-9.4)."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.core.seats import Seat


def may_double(seat: Seat, landlord: Seat, purses: Sequence[int] | None, above: int) -> bool:
    """Return whether a seat may double (DDZ-9.4).

    A farmer may double if it and the landlord together have more than ``above`` coins. The landlord may double if all seats
    together have more than ``above`` coins. If ``purses`` is None, the hand is not played for coins and every seat may double.
    """
    if purses is None:
        return True
    return (sum(purses) if seat == landlord else purses[seat] + purses[landlord]) > above
