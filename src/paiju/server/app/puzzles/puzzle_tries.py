"""Accepts and stores players' tries of puzzles.

Only a player's first try of a puzzle changes the ratings. A later try can only mark the puzzle as solved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, Protocol

from msgspec.structs import replace

from paiju.core.errors import IllegalAction, UnknownName
from paiju.puzzles import LineResult
from paiju.server.app.puzzle_store import PuzzleStanding, PuzzleStore, StoredTry
from paiju.server.app.puzzles.puzzle_catalogue import PuzzleCatalogue
from paiju.server.app.puzzles.puzzle_rating import (
    NEW_PLAYER,
    PROVISIONAL,
    GlickoRating,
    new_puzzle_rating,
    rate_try,
    rating_after_pause,
)
from paiju.server.app.puzzles.puzzle_wire import MadeTry, PuzzleRating, PuzzleTry, TryOutcome, TryOutcomes
from paiju.server.app.puzzles.room_puzzles import RoomPuzzle

ATTEMPTS: Final = 20
"""Maximum number of attempts to store a first try. An attempt fails if a rating changes between reading and writing."""


class PuzzleLookup(Protocol):
    """The part of ``Puzzles`` that ``PuzzleTryService`` uses."""

    async def find(self, name: str, player: str) -> tuple[RoomPuzzle, bool]:
        """Return a puzzle that the player may see, and whether it comes from a hand of this player.

        ``name`` is the id of the puzzle. Raises UnknownName.
        """

    async def judge_line(self, one: RoomPuzzle, line: Sequence[str], asker: str) -> LineResult:
        """Return the result of a line, that is, of the actions of all seats from the puzzle's position on.

        Raises IllegalAction, RateLimited, Refusal.
        """


class PuzzleTryService:
    """Accepts and stores players' tries of puzzles.

    The room itself decides whether a try solves the puzzle, by replaying the actions of the try.
    """

    def __init__(self, store: PuzzleStore, puzzles: PuzzleLookup, catalogue: PuzzleCatalogue) -> None:
        self._store, self._puzzles, self._catalogue, self._clock = store, puzzles, catalogue, catalogue.clock

    async def submit_tries(self, player: str, tries: tuple[PuzzleTry, ...], admit: Callable[[], None]) -> TryOutcomes:
        """Accept and store a player's tries, one after another. Returns their outcomes and the player's ratings.

        A try that is already stored changes nothing. ``admit`` is called before the solver judges a line of moves. It
        raises RateLimited if the player must wait.

        Raises RateLimited if ``admit`` does, and Refusal if the solver does not work at present. The tries before the
        one that raised the error stay stored.
        """
        outcomes = [await self._submit_try(player, one, admit) for one in tries]
        ratings = await self._store.player_puzzle_ratings(player)
        return TryOutcomes(
            tuple(outcomes),
            {family: to_puzzle_rating(standing, self._clock()) for family, standing in ratings.items()},
        )

    async def list_first_tries(self, player: str) -> list[MadeTry]:
        """Return a player's first tries of puzzles, the oldest first."""
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
            for one in await self._store.first_puzzle_tries(player)
        ]

    async def _submit_try(self, player: str, made: PuzzleTry, admit: Callable[[], None]) -> TryOutcome:
        try:
            one, _ = await self._puzzles.find(made.puzzle, player)
        except UnknownName:
            return TryOutcome(id=made.id, problem="unknown_puzzle")
        known = await self._find_first_try(player, made.puzzle)
        if known is not None and made.id == known.try_id:
            return _to_outcome(made.id, known)
        result = made.result
        if result in ("solved", "missed"):
            settled = await self._judge_try(player, one, made.line, admit)
            if settled != "solved" and settled != "missed":  # noqa: PLR1714 -- only so the type checker narrows it
                return TryOutcome(id=made.id, problem=settled)
            result = settled
        return await self._store_try(player, one, replace(made, result=result))

    async def _judge_try(
        self, player: str, one: RoomPuzzle, line: tuple[str, ...], admit: Callable[[], None]
    ) -> Literal["solved", "missed", "impossible_try", "other_defence", "not_proved"]:
        """Return ``solved`` or ``missed`` for the line of a try, or the reason why the try cannot be accepted.

        ``TryOutcome.problem`` lists the reasons. ``admit`` is called unless ``line`` is the stored main line. Raises
        RateLimited, Refusal.
        """
        if line == one.puzzle.line:
            return "solved"
        admit()
        try:
            result = await self._puzzles.judge_line(one, line, player)
        except IllegalAction:
            return "impossible_try"
        return "impossible_try" if result == "unfinished" else result

    async def _store_try(self, player: str, one: RoomPuzzle, made: PuzzleTry) -> TryOutcome:
        for _ in range(ATTEMPTS):
            known = await self._find_first_try(player, made.puzzle)
            if known is not None:
                return await self._store_later_try(player, made, known)
            stored = await self._rate_and_put_first_try(player, one, made)
            if stored is not None:
                return _to_outcome(made.id, stored)
        raise RuntimeError("the ratings of a puzzle try change all the time")

    async def _find_first_try(self, player: str, puzzle: str) -> StoredTry | None:
        return next((one for one in await self._store.first_puzzle_tries(player) if one.puzzle == puzzle), None)

    async def _store_later_try(self, player: str, made: PuzzleTry, known: StoredTry) -> TryOutcome:
        if made.id == known.try_id:
            return _to_outcome(made.id, known)
        if made.result == "solved" and not known.solved:
            await self._store.mark_solved(player, made.puzzle)
        return TryOutcome(id=made.id, result=made.result)

    async def _rate_and_put_first_try(self, player: str, one: RoomPuzzle, made: PuzzleTry) -> StoredTry | None:
        """Store a first try with the new ratings of the player and the puzzle. Returns the stored try.

        If one of the ratings has changed since it was read, nothing is stored and the result is None.
        """
        puzzle, at, solved = one.puzzle, min(made.at, self._clock()), made.result == "solved"
        theirs = (await self._store.puzzle_ratings_by_subject([player], puzzle.family)).get(player)
        its = (await self._store.puzzle_ratings_by_subject([puzzle.id])).get(puzzle.id)
        before = NEW_PLAYER if theirs is None else rating_at(theirs, at)
        worth = new_puzzle_rating(puzzle.grade.rating) if its is None else _to_glicko(its)
        after, worth_after = rate_try(before, worth, solved=solved)
        stored = StoredTry(
            player=player,
            puzzle=puzzle.id,
            family=puzzle.family,
            try_id=made.id,
            at=at,
            day=self._catalogue.daily_day_at(puzzle, at),
            result=made.result,
            first=made.line[0] if made.line else "",
            ms=made.ms,
            solved=int(solved),
            before=before.rating,
            after=after.rating,
        )
        standing = _next_standing(theirs, player, puzzle.family, after, at, solved=solved)
        puzzle_standing = _next_standing(its, puzzle.id, "", worth_after, at, solved=solved)
        return stored if await self._store.put_first_try(stored, standing, puzzle_standing) else None


def _to_outcome(name: str, stored: StoredTry) -> TryOutcome:
    return TryOutcome(
        id=name,
        result=stored.result,  # type: ignore[arg-type]  # it was one when it was stored
        counted=True,
        rating_before=round(stored.before),
        rating_after=round(stored.after),
    )


def _to_glicko(standing: PuzzleStanding) -> GlickoRating:
    return GlickoRating(standing.rating, standing.deviation, standing.volatility)


def rating_at(standing: PuzzleStanding, now: int) -> GlickoRating:
    """Return a player's rating at the time ``now``, in Unix milliseconds.

    The deviation of the rating has grown since the player's last try (``rating_after_pause``).
    """
    return rating_after_pause(_to_glicko(standing), now - standing.at)


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
        at=at if before is None else max(at, before.at),
    )


def to_puzzle_rating(standing: PuzzleStanding, now: int) -> PuzzleRating:
    """Return a player's rating at the time ``now`` (Unix milliseconds), as clients receive it."""
    rating = rating_at(standing, now)
    return PuzzleRating(
        number=round(rating.rating),
        deviation=round(rating.deviation),
        tries=standing.tries,
        provisional=rating.deviation > PROVISIONAL,
    )
