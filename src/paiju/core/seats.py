"""Seats of a table. They are numbered in playing order (anticlockwise).

The seat that plays after seat *s* is seat *s + 1* modulo *n*, where *n* is the number of seats.
"""

from __future__ import annotations

from typing import Final, TypeVar

T = TypeVar("T")

Seat = int
"""The number of a seat, from 0 to n - 1."""

Viewer = Seat | None
"""A seat, or None for a spectator, who sees only public information."""

Teams = tuple[tuple[Seat, ...], ...]
"""Seats grouped by team."""

DEALER: Final[Seat] = -1
"""The seat number of the dealer, which is not a player.

The dealer acts when the game continues without a choice, as in a deal.
"""


def next_seat(seat: Seat, seats: int) -> Seat:
    """Return the next seat in playing order."""
    return (seat + 1) % seats


def seats_from(first: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats in playing order, beginning with ``first``."""
    return tuple((first + step) % seats for step in range(seats))


def replace_at(values: tuple[T, ...], at: Seat, value: T) -> tuple[T, ...]:
    """Return a tuple with one entry replaced."""
    return (*values[:at], value, *values[at + 1 :])
