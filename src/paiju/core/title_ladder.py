"""Titles: a ladder of names. A player holds a name from its number of points on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct


class Level(NamedTuple):
    """A step of the ladder, held from ``points`` points on. Its name is the text ``title.<code>`` of the family."""

    points: int
    code: str


class Ladder(Struct, frozen=True):
    """A family's titles, the lowest first, and the rulesets whose points count for them."""

    levels: tuple[Level, ...]
    counts: Callable[[Any], bool]

    def level_of(self, points: int) -> int:
        """Return the index of the level for this many points: 0 below the second level."""
        return max(0, bisect_right(self.levels, points, key=lambda level: level.points) - 1)
