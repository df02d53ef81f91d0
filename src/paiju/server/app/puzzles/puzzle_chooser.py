"""Chooses the next puzzle for a player: one that fits the player's filter and is near the player's rating."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, NamedTuple

from paiju.server.app.puzzle_store import PuzzleStore, StoredTry
from paiju.server.app.puzzles.puzzle_catalogue import PuzzleCatalogue
from paiju.server.app.puzzles.puzzle_maker import to_room_puzzle
from paiju.server.app.puzzles.puzzle_progress import PuzzleProgress, read_progress
from paiju.server.app.puzzles.puzzle_rating import NEW_PLAYER
from paiju.server.app.puzzles.room_puzzles import RoomPuzzle, is_puzzle_with_id
from paiju.server.domain.ruleset_registry import RulesetRegistry

NEAREST: Final = 12
"""The number of puzzles from which the next puzzle is drawn at random.

They are the puzzles whose ratings are nearest to the player's rating.
"""
BEGINNER: Final = 5
"""A player with fewer tries than this in a family is a beginner there.

A beginner gets puzzles with as few players as possible.
"""
VISITOR: Final = 1350.0
"""The player rating that is assumed for a visitor without a session when a puzzle is chosen."""


class PuzzleFilter(NamedTuple):
    """The conditions that a player sets for the next puzzle.

    - ``family``: the family of the puzzle; empty for any
    - ``theme``: a theme that the puzzle has; empty for any
    - ``hands``: the number of players in the ruleset of the puzzle; 0 for any
    - ``pick``: the group of puzzles to choose from
    - ``excluded``: the ids of puzzles that the player does not want

    These are the groups:

    - ``new``: puzzles that the player has not tried
    - ``missed``: puzzles that the player has tried, but has not solved, neither at the first try nor later
    - ``own``: puzzles from the player's hands that the player has not tried
    """

    family: str = ""
    theme: str = ""
    hands: int = 0
    pick: Literal["new", "missed", "own"] = "new"
    excluded: Collection[str] = ()


class PuzzleChooser:
    """Chooses the next puzzle for each player from the room's puzzles."""

    def __init__(self, store: PuzzleStore, library: RulesetRegistry, catalogue: PuzzleCatalogue) -> None:
        self._store, self._library, self._catalogue = store, library, catalogue

    async def choose(self, player: str, wanted: PuzzleFilter) -> RoomPuzzle | None:
        """Return the next puzzle for a player; None if no puzzle fits the filter.

        If the player wants a missed puzzle, it is the one whose first try was the earliest. Otherwise it is a puzzle
        with a rating near the player's.
        """
        progress = await read_progress(self._store, player)
        there = await self._find_candidates(player, wanted, progress.tries)
        fitting = [one for one in there if self._fits_filter(one, wanted)]
        if not fitting:
            return None
        if wanted.pick == "missed":
            return min(fitting, key=lambda one: progress.tries[one.puzzle.id].at)
        return self._draw_near_rating(player, self._limit_for_beginner(fitting, wanted, progress), progress)

    async def _find_candidates(
        self, player: str, wanted: PuzzleFilter, tries: Mapping[str, StoredTry]
    ) -> Iterable[RoomPuzzle]:
        families = (wanted.family,) if wanted.family else self._catalogue.families
        known = {name: self._catalogue.set_of(name) for name in families}
        if wanted.pick == "missed":
            missed = [one for one in tries.values() if not one.solved and one.family in known]
            found = [
                known[one.family].get(one.puzzle) or await self._find_visible_puzzle(one.puzzle, player)
                for one in missed
            ]
            return [one for one in found if one is not None]
        pool: Iterable[RoomPuzzle] = (one for each in known.values() for one in each.by_rating)
        if wanted.pick == "own":
            pool = [to_room_puzzle(one) for one in await self._store.puzzles_from_hands_of(player)] if player else ()
        return [one for one in pool if one.puzzle.id not in tries and one.puzzle.family in known]

    async def _find_visible_puzzle(self, name: str, player: str) -> RoomPuzzle | None:
        access = await self._store.puzzle_access(name, player)
        return to_room_puzzle(access) if access is not None and access.is_visible else None

    def _fits_filter(self, one: RoomPuzzle, wanted: PuzzleFilter) -> bool:
        puzzle = one.puzzle
        if puzzle.id in wanted.excluded or (wanted.theme and wanted.theme not in puzzle.themes):
            return False
        if wanted.hands and self._count_seats(puzzle.rules) != wanted.hands:
            return False
        return (
            not (
                is_puzzle_with_id(self._catalogue.daily(puzzle.family), puzzle.id)
                or self._catalogue.is_tomorrows_daily(one)
            )
            or wanted.pick == "missed"
        )

    def _count_seats(self, rules: str) -> int:
        return self._library.game(self._library.ruleset(rules)).seats

    def _limit_for_beginner(
        self, fitting: list[RoomPuzzle], wanted: PuzzleFilter, progress: PuzzleProgress
    ) -> list[RoomPuzzle]:
        """Return ``fitting`` without the puzzles that have too many players for a beginner (``BEGINNER``).

        In a family in which the player is a beginner, only the puzzles with the fewest players are kept. All puzzles
        are kept if the filter asks for a number of players, or for puzzles from the player's own hands.
        """
        if wanted.hands or wanted.pick == "own":
            return fitting
        with_hands = [(one, self._count_seats(one.puzzle.rules)) for one in fitting]
        fewest: dict[str, int] = {}
        for one, hands in with_hands:
            standing = progress.ratings.get(one.puzzle.family)
            if standing is None or standing.tries < BEGINNER:
                fewest[one.puzzle.family] = min(fewest.get(one.puzzle.family, hands), hands)
        return [one for one, hands in with_hands if hands == fewest.get(one.puzzle.family, hands)]

    def _draw_near_rating(self, player: str, fitting: list[RoomPuzzle], progress: PuzzleProgress) -> RoomPuzzle:
        """Return one of the ``NEAREST`` puzzles whose ratings are nearest to the player's rating.

        The puzzle is drawn at random. Until the player has tried another puzzle, the same one is drawn again.
        """

        def distance(one: RoomPuzzle) -> float:
            standing = progress.ratings.get(one.puzzle.family)
            new = NEW_PLAYER.rating if player else VISITOR
            return abs(one.puzzle.grade.rating - (new if standing is None else standing.rating))

        seed = f"{player} {len(progress.tries)}"
        near = sorted(fitting, key=distance)[:NEAREST]
        return min(near, key=lambda one: hashlib.sha256(f"{seed} {one.puzzle.id}".encode()).digest())
