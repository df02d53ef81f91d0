"""Seats round a table, numbered in playing order (anticlockwise): the next to play after *s* is *s + 1* mod *n*."""

from __future__ import annotations

from typing import Final, TypeVar

T = TypeVar("T")

Seat = int
"""A place at the table, 0 to n - 1."""

Viewer = Seat | None
"""Who looks: a seat, or None for a spectator, who sees only what is public."""

Teams = tuple[tuple[Seat, ...], ...]
"""Seats that belong together."""

DEALER: Final[Seat] = -1
"""Nobody's seat: it acts where the game goes on by itself (cards are dealt). What it does is never a choice."""


def next_seat(seat: Seat, seats: int) -> Seat:
    """The next seat in playing order."""
    return (seat + 1) % seats


def seats_from(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in playing order, beginning with ``first``."""
    return tuple((first + step) % seats for step in range(seats))


def replace_at(values: tuple[T, ...], at: Seat, value: T) -> tuple[T, ...]:
    """A tuple with one entry a seat, with one entry changed."""
    return (*values[:at], value, *values[at + 1 :])
