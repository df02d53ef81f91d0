"""Titles: a ladder of names, each held from a number of points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct


class Level(NamedTuple):
    """A title is held from ``points`` on. It is called ``title.<code>`` in the family's words."""

    points: int
    code: str


class Ladder(Struct, frozen=True):
    """A family's titles, the lowest first, and by which rules a hand's points count for them."""

    levels: tuple[Level, ...]
    counts: Callable[[Any], bool]

    def level_of(self, points: int) -> int:
        """The level at this many points, from 0. With fewer points than the second level needs it is 0."""
        return max(0, bisect_right(self.levels, points, key=lambda level: level.points) - 1)
