"""Titles of players: a ladder of levels. A player reaches each level with a certain number of points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct


class Level(NamedTuple):
    """A level of a ladder, which a player has from ``points`` points on.

    The level's name is in the family's locale, under the key ``title.<code>``.
    """

    points: int
    code: str


class Ladder(Struct, frozen=True):
    """A family's titles from the lowest to the highest.

    ``counts(rules)`` says whether points that are won under these rules count for the titles.
    """

    levels: tuple[Level, ...]
    counts: Callable[[Any], bool]

    def level_of(self, points: int) -> int:
        """Return the index of the level that a player with this many points has; at least 0."""
        return max(0, bisect_right(self.levels, points, key=lambda level: level.points) - 1)
