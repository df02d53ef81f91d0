"""The room's puzzles by family, and the puzzle of the day for each day.

A day is a date in the room's time zone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import date, timedelta, tzinfo

from paiju.core.errors import UnknownName
from paiju.puzzles import Puzzle
from paiju.server.app.puzzles.room_puzzles import (
    PuzzleSet,
    RoomPuzzle,
    is_puzzle_with_id,
    local_date,
    puzzle_families,
    week_until,
)
from paiju.server.domain.ruleset_registry import RulesetRegistry


class PuzzleCatalogue:
    """The room's puzzles by family.

    ``clock`` returns Unix milliseconds. ``zone`` is the room's time zone.
    """

    def __init__(self, library: RulesetRegistry, clock: Callable[[], int], zone: tzinfo) -> None:
        self._library = library
        self.clock, self.zone = clock, zone
        self._sets: dict[str, PuzzleSet] = {}

    @property
    def families(self) -> tuple[str, ...]:
        """The families that the room offers and that have puzzles, in display order."""
        offered = {offer.ruleset.family for offer in self._library.list_entries()}
        return tuple(name for name in puzzle_families() if name in offered)

    def set_of(self, family: str) -> PuzzleSet:
        """Return the puzzles of a family. Raises UnknownName if ``families`` does not contain it."""
        if family not in self.families:
            raise UnknownName("unknown_family", name=family, known=", ".join(self.families))
        if (found := self._sets.get(family)) is None:
            found = self._sets[family] = PuzzleSet(family)
        return found

    def update_made_puzzles(self, made: Sequence[RoomPuzzle], withdrawn: Collection[str]) -> None:
        """Add puzzles made from hands of the room that everybody may see, and remove the puzzles ``withdrawn``.

        ``withdrawn`` has the ids of the puzzles from hands whose public link a player has withdrawn.
        """
        for family in self.families:
            known = self.set_of(family)
            known.remove(withdrawn)
            known.add(one for one in made if one.puzzle.family == family)

    @property
    def today(self) -> date:
        """Today's date in the room's time zone."""
        return local_date(self.clock(), self.zone)

    def daily(self, family: str, day: date | None = None) -> RoomPuzzle | None:
        """Return a family's puzzle of the day ``day``, by default today; None if the family has no puzzles."""
        return self.set_of(family).daily(day or self.today, self.zone)

    def find_daily_day(self, name: str, family: str) -> str:
        """Return the day on which the puzzle with the id ``name`` was the puzzle of the day; "" if there is none.

        The day is an ISO date. Only the last seven days, including today, are considered. If the puzzle was chosen on
        several of these days, the latest is returned.
        """
        days = (day for day in reversed(week_until(self.today)) if is_puzzle_with_id(self.daily(family, day), name))
        return next((day.isoformat() for day in days), "")

    def daily_day_at(self, puzzle: Puzzle, at: int) -> str:
        """Return the day that contains the time ``at`` if ``puzzle`` was the puzzle of that day; otherwise "".

        ``at`` is in Unix milliseconds, and the result is an ISO date. The result is also "" if that day is not one of
        the last seven days.
        """
        day = local_date(at, self.zone)
        is_daily = day in week_until(self.today) and is_puzzle_with_id(self.daily(puzzle.family, day), puzzle.id)
        return day.isoformat() if is_daily else ""

    def is_tomorrows_daily(self, one: RoomPuzzle) -> bool:
        """Whether a puzzle is tomorrow's puzzle of the day, and has not been one in the last seven days.

        Nobody may see such a puzzle today.
        """
        family = one.puzzle.family
        return is_puzzle_with_id(
            self.daily(family, self.today + timedelta(days=1)), one.puzzle.id
        ) and not self.find_daily_day(one.puzzle.id, family)

    def find_shipped(self, name: str) -> RoomPuzzle | None:
        """Return the puzzle with the id ``name`` if it is shipped with paiju; otherwise None."""
        found = (self.set_of(family).get(name) for family in self.families)
        return next((one for one in found if one is not None and not one.hand), None)
