"""Determines which seats have enough coins to double (DDZ-9.4)."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.core.seats import Seat


def may_double(seat: Seat, landlord: Seat, purses: Sequence[int] | None, above: int) -> bool:
    """Return whether a seat has enough coins to double (DDZ-9.4)."""
    if purses is None:
        return True
    return (sum(purses) if seat == landlord else purses[seat] + purses[landlord]) > above
