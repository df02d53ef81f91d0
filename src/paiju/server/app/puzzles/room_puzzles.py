"""The room's puzzles of a family: those that are shipped with paiju, and those made from the room's hands.

Also chooses the puzzle of each day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from paiju.games.registry import families
from paiju.puzzles import Puzzle, shipped_puzzles

WEEK: Final = 7
"""Number of days, including today, for which the room remembers the puzzle of the day.

A try that was made on one of these days counts for that day, even if the client sends the try later.
"""

EASIEST_FRACTION: Final = 0.8
"""The puzzle of the day is drawn from this fraction of the puzzles: the easiest ones."""


class RoomPuzzle(NamedTuple):
    """A puzzle of the room.

    ``hand`` is the internal id of the hand from which the puzzle comes, and ``public_id`` is the public id of
    that hand. Both are empty if the puzzle is shipped with paiju. If ``private`` is true, only the players of the
    hand may see the puzzle.
    """

    puzzle: Puzzle
    hand: str = ""
    public_id: str = ""
    private: bool = False
    made: int = 0
    """When the puzzle was made, in Unix milliseconds; 0 if it is shipped with paiju."""


def puzzle_families() -> tuple[str, ...]:
    """Return the families that have puzzles, in display order."""
    return tuple(name for name, family in families().items() if family.puzzles)


def local_date(now: int, zone: tzinfo) -> date:
    """Return the date in the time zone ``zone`` at the time ``now``, in Unix milliseconds."""
    return datetime.fromtimestamp(now / 1000, zone).date()


def start_of_day(day: date, zone: tzinfo) -> int:
    """Return the time at which a day begins in the time zone ``zone``, in Unix milliseconds."""
    return int(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp() * 1000)


def week_until(day: date) -> tuple[date, ...]:
    """Return ``day`` and the six days before it, the earliest first."""
    return tuple(day - timedelta(days=back) for back in reversed(range(WEEK)))


class PuzzleSet:
    """The room's puzzles of one family. ``by_rating`` has them from the easiest to the hardest."""

    def __init__(self, family: str) -> None:
        self._puzzles: dict[str, RoomPuzzle] = {one.id: RoomPuzzle(one) for one in shipped_puzzles(family)}
        self.by_rating = tuple(self._puzzles.values())
        self._daily: dict[date, str] = {}

    def get(self, name: str) -> RoomPuzzle | None:
        """Return the puzzle with the id ``name``; None if there is none."""
        return self._puzzles.get(name)

    def add(self, made: Iterable[RoomPuzzle]) -> None:
        """Add puzzles made in this room. A puzzle that is already in the set stays unchanged."""
        for one in made:
            self._puzzles.setdefault(one.puzzle.id, one)
        self.by_rating = tuple(sorted(self._puzzles.values(), key=lambda one: (one.puzzle.grade.rating, one.puzzle.id)))

    def remove(self, names: Iterable[str]) -> None:
        """Remove the puzzles with these ids, such as those from a hand whose public link was withdrawn."""
        for name in names:
            self._puzzles.pop(name, None)
        self.by_rating = tuple(one for one in self.by_rating if one.puzzle.id in self._puzzles)

    def daily(self, day: date, zone: tzinfo) -> RoomPuzzle | None:
        """Return the puzzle of a day; None if there is none. The day begins at midnight in the time zone ``zone``.

        The puzzle is drawn from the easiest (``EASIEST_FRACTION``) of the puzzles that everybody may see and that
        existed when the day began. Every process therefore draws the same puzzle, at any time of the day.
        """
        if (known := self._puzzles.get(self._daily.get(day, ""))) is not None:
            return known
        start = start_of_day(day, zone)
        there = [one for one in self.by_rating if not one.private and one.made < start]
        few = there[: max(1, round(len(there) * EASIEST_FRACTION))]
        found = min(few, key=lambda one: _daily_draw_key(day, one.puzzle.id), default=None)
        if found is not None:
            self._daily = {day: found.puzzle.id, **dict(list(self._daily.items())[: 2 * WEEK])}
        return found

    def iter_theme_puzzle_pairs(self) -> Iterator[tuple[str, RoomPuzzle]]:
        """Yield a pair for each theme of each puzzle: the theme, and the puzzle."""
        for one in self.by_rating:
            for theme in one.puzzle.themes:
                yield theme, one


def _daily_draw_key(day: date, name: str) -> bytes:
    return hashlib.sha256(f"{day.isoformat()} {name}".encode()).digest()


def is_puzzle_with_id(one: RoomPuzzle | None, name: str) -> bool:
    """Whether ``one`` is the puzzle with the id ``name``; False if ``one`` is None."""
    return one is not None and one.puzzle.id == name
