"""The puzzles of a room by family: those that come with paiju, and those made from its hands. Chooses the puzzle of each day."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from paiju.games.registry import families
from paiju.puzzles import Puzzle, shipped_puzzles

WEEK: Final = 7
"""A try of a puzzle of the day counts on that day and the days after it, this many days in all."""

HARDEST: Final = 0.8
"""The puzzle of the day is drawn from this share of the puzzles, the easiest ones."""


class RoomPuzzle(NamedTuple):
    """A puzzle of the room. ``hand`` is the internal id of the hand that it comes from; "" if it comes with paiju.

    ``private``: only players of the hand may see it.
    """

    puzzle: Puzzle
    hand: str = ""
    public_id: str = ""
    private: bool = False
    made: int = 0
    """When the puzzle was made, in Unix milliseconds."""


def puzzle_families() -> tuple[str, ...]:
    """Return the families that have puzzles, in display order."""
    return tuple(name for name, family in families().items() if family.puzzles)


def local_date(now: int, zone: tzinfo) -> date:
    """Return the date in the room's time zone ``zone`` at a time in Unix milliseconds."""
    return datetime.fromtimestamp(now / 1000, zone).date()


def start_of_day(day: date, zone: tzinfo) -> int:
    """Return when a day begins in the room's time zone ``zone``, in Unix milliseconds."""
    return int(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp() * 1000)


def week_until(day: date) -> tuple[date, ...]:
    """Return the seven days that end with this one."""
    return tuple(day - timedelta(days=back) for back in reversed(range(WEEK)))


class PuzzleSet:
    """The puzzles of a family, by id and by rating."""

    def __init__(self, family: str) -> None:
        self._puzzles: dict[str, RoomPuzzle] = {one.id: RoomPuzzle(one) for one in shipped_puzzles(family)}
        self.by_rating = tuple(self._puzzles.values())
        self._daily: dict[date, str] = {}

    def get(self, name: str) -> RoomPuzzle | None:
        """Return a puzzle by id; None if there is none."""
        return self._puzzles.get(name)

    def add(self, made: Iterable[RoomPuzzle]) -> None:
        """Add puzzles made in this room. A puzzle that is already in the set stays unchanged."""
        for one in made:
            self._puzzles.setdefault(one.puzzle.id, one)
        self.by_rating = tuple(sorted(self._puzzles.values(), key=lambda one: (one.puzzle.grade.rating, one.puzzle.id)))

    def remove(self, names: Iterable[str]) -> None:
        """Remove puzzles, for instance those from a hand whose link was withdrawn."""
        for name in names:
            self._puzzles.pop(name, None)
        self.by_rating = tuple(one for one in self.by_rating if one.puzzle.id in self._puzzles)

    def daily(self, day: date, zone: tzinfo) -> RoomPuzzle | None:
        """Return the puzzle of a day, which is the same in every process and at any time; None if there is none.

        It is drawn from the puzzles that everybody may see and that existed when the day began.
        """
        if (known := self._puzzles.get(self._daily.get(day, ""))) is not None:
            return known
        start = start_of_day(day, zone)
        there = [one for one in self.by_rating if not one.private and one.made < start]
        few = there[: max(1, round(len(there) * HARDEST))]
        found = min(few, key=lambda one: _daily_draw_key(day, one.puzzle.id), default=None)
        if found is not None:
            self._daily = {day: found.puzzle.id, **dict(list(self._daily.items())[: 2 * WEEK])}
        return found

    def iter_themes(self) -> Iterator[tuple[str, RoomPuzzle]]:
        """Yield a pair for each theme of each puzzle: the theme, and the puzzle that has it."""
        for one in self.by_rating:
            for theme in one.puzzle.themes:
                yield theme, one


def _daily_draw_key(day: date, name: str) -> bytes:
    return hashlib.sha256(f"{day.isoformat()} {name}".encode()).digest()


def has_puzzle_id(one: RoomPuzzle | None, name: str) -> bool:
    """Whether ``one`` is the puzzle with the id ``name``; False if ``one`` is None."""
    return one is not None and one.puzzle.id == name
