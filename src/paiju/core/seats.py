"""Seats round a table, numbered in playing order (anticlockwise): the next to play after *s* is *s + 1* mod *n*."""

from __future__ import annotations

from typing import Final, TypeVar

T = TypeVar("T")

Seat = int
"""A place at the table, 0 to n - 1."""

Viewer = Seat | None
"""A seat, or None for a spectator, who sees only public information."""

Teams = tuple[tuple[Seat, ...], ...]
"""Seats grouped by team."""

DEALER: Final[Seat] = -1
"""The number of the dealer, who is no player: it acts when the game continues without a choice (dealing cards)."""


def next_seat(seat: Seat, seats: int) -> Seat:
    """Return the next seat in playing order."""
    return (seat + 1) % seats


def seats_from(first: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats in playing order, beginning with ``first``."""
    return tuple((first + step) % seats for step in range(seats))


def replace_at(values: tuple[T, ...], at: Seat, value: T) -> tuple[T, ...]:
    """Return a tuple with one entry replaced."""
    return (*values[:at], value, *values[at + 1 :])
