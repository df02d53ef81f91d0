"""Takes tries of puzzles. The first try of a player is a game between player and puzzle; later ones only count as solved."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from paiju.core.errors import UnknownName
from paiju.puzzles import Puzzle
from paiju.server.app.puzzle_store import PuzzleStanding, PuzzleStore, StoredTry
from paiju.server.app.puzzles.puzzle_rating import NEW_PLAYER, PROVISIONAL, GlickoRating, new_puzzle, rate_try
from paiju.server.app.puzzles.puzzle_set import RoomPuzzle
from paiju.server.app.puzzles.puzzle_types import MadeTry, PuzzleRating, PuzzleTry, TryOutcome, TryOutcomes

ATTEMPTS: Final = 20
"""How often a rating that changes in the meantime is read again."""

Find = Callable[[str, str], Awaitable[tuple[RoomPuzzle, bool]]]


class PuzzleTryTaker:
    """Takes tries. ``find`` returns a puzzle that a player may see, ``day_tried`` the day whose puzzle it was at a time."""

    def __init__(
        self, store: PuzzleStore, find: Find, day_tried: Callable[[Puzzle, int], str], clock: Callable[[], int]
    ) -> None:
        self._store, self._find, self._day_tried, self._clock = store, find, day_tried, clock

    async def take(self, player: str, tries: tuple[PuzzleTry, ...]) -> TryOutcomes:
        """Take tries of a player, the oldest first; one that was taken before changes nothing."""
        outcomes = [await self._take(player, one) for one in tries]
        ratings = await self._store.player_puzzle_standings(player)
        return TryOutcomes(
            tuple(outcomes), {family: to_puzzle_rating(standing) for family, standing in ratings.items()}
        )

    async def made_by(self, player: str) -> list[MadeTry]:
        """Return a player's first tries, the oldest first."""
        return [
            MadeTry(
                puzzle=one.puzzle,
                family=one.family,
                at=one.at,
                result=one.result,  # type: ignore[arg-type]  # it was one when it was stored
                first=one.first,
                ms=one.ms,
                solved=bool(one.solved),
                rating_before=round(one.before),
                rating_after=round(one.after),
            )
            for one in await self._store.puzzle_tries(player)
        ]

    async def _take(self, player: str, made: PuzzleTry) -> TryOutcome:
        try:
            one, _ = await self._find(made.puzzle, player)
        except UnknownName:
            return TryOutcome(id=made.id, problem="unknown_puzzle")
        if not _is_possible(one.puzzle, made):
            return TryOutcome(id=made.id, problem="impossible_try")
        for _ in range(ATTEMPTS):
            known = await self._first_try(player, made.puzzle)
            if known is not None:
                return await self._take_again(player, made, known)
            stored = await self._put(player, one, made)
            if stored is not None:
                return _outcome(made.id, stored)
        raise RuntimeError("the ratings of a puzzle try change all the time")

    async def _first_try(self, player: str, puzzle: str) -> StoredTry | None:
        return next((one for one in await self._store.puzzle_tries(player) if one.puzzle == puzzle), None)

    async def _take_again(self, player: str, made: PuzzleTry, known: StoredTry) -> TryOutcome:
        if made.id == known.try_id:
            return _outcome(made.id, known)
        if made.result == "solved" and not known.solved:
            await self._store.mark_solved(player, made.puzzle)
        return TryOutcome(id=made.id)

    async def _put(self, player: str, one: RoomPuzzle, made: PuzzleTry) -> StoredTry | None:
        """Store a first try; returns None if a rating has changed in the meantime."""
        puzzle, at, solved = one.puzzle, min(made.at, self._clock()), made.result == "solved"
        theirs = (await self._store.puzzle_standings([player], puzzle.family)).get(player)
        its = (await self._store.puzzle_standings([puzzle.id])).get(puzzle.id)
        before, worth = _glicko(theirs) or NEW_PLAYER, _glicko(its) or new_puzzle(puzzle.grade.rating)
        after, worth_after = rate_try(before, worth, solved=solved)
        stored = StoredTry(
            player=player,
            puzzle=puzzle.id,
            family=puzzle.family,
            try_id=made.id,
            at=at,
            day=self._day_tried(puzzle, at),
            result=made.result,
            first=made.first,
            ms=made.ms,
            solved=int(solved),
            before=before.rating,
            after=after.rating,
        )
        standing = _next_standing(theirs, player, puzzle.family, after, at, solved=solved)
        puzzle_standing = _next_standing(its, puzzle.id, "", worth_after, at, solved=solved)
        return stored if await self._store.put_try(stored, standing, puzzle_standing) else None


def _is_possible(puzzle: Puzzle, made: PuzzleTry) -> bool:
    """Whether who claims to have solved a puzzle began with a right action."""
    return made.result != "solved" or made.first in puzzle.turns[0].right


def _outcome(name: str, stored: StoredTry) -> TryOutcome:
    return TryOutcome(id=name, counted=True, rating_before=round(stored.before), rating_after=round(stored.after))


def _glicko(standing: PuzzleStanding | None) -> GlickoRating | None:
    return None if standing is None else GlickoRating(standing.rating, standing.deviation, standing.volatility)


def _next_standing(
    before: PuzzleStanding | None, subject: str, family: str, after: GlickoRating, at: int, *, solved: bool
) -> PuzzleStanding:
    return PuzzleStanding(
        subject=subject,
        family=family,
        rating=after.rating,
        deviation=after.deviation,
        volatility=after.volatility,
        tries=1 + (0 if before is None else before.tries),
        solved=solved + (0 if before is None else before.solved),
        at=at,
    )


def to_puzzle_rating(standing: PuzzleStanding) -> PuzzleRating:
    """Return a player's rating as it is shown."""
    return PuzzleRating(
        number=round(standing.rating),
        deviation=round(standing.deviation),
        tries=standing.tries,
        provisional=standing.deviation > PROVISIONAL,
    )
