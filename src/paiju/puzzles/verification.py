"""Checks puzzles, replays their main lines and judges actions, whatever their family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from paiju.core.errors import PaijuError
from paiju.extras import MissingExtra
from paiju.games.registry import ruleset
from paiju.puzzles.difficulty import grade_as_rating
from paiju.puzzles.family_puzzles import FamilyPuzzles, PuzzleStep, PuzzleVerdict, puzzles_of
from paiju.puzzles.model import Puzzle, PuzzleError, puzzle_id
from paiju.solve.budget import OutOfBudget

FAULTS: Final = (
    "no_line",
    "wrong_family",
    "wrong_id",
    "wrong_grade",
    "not_proved",
    "wrong_side",
    "line_loses",
    "line_not_to_the_end",
    "wrong_turns",
    "not_one_answer",
    "obvious",
    "too_easy",
    "wrong_themes",
    "wrong_table",
    "wrong_target",
)
"""The codes of faults; the text ``puzzle.CODE`` says what each means."""


class PuzzleFault(NamedTuple):
    """What is wrong with a puzzle: one of ``FAULTS``, or the error of a puzzle that makes no sense."""

    code: str
    error: PaijuError | None = None


def check_puzzle(puzzle: Puzzle) -> tuple[PuzzleFault, ...]:
    """Solve a puzzle again and return what is wrong with it; empty if it is right. Raises MissingExtra."""
    try:
        codes = [*_general_faults(puzzle)] or list(dict.fromkeys(_family_faults(puzzle)))
    except MissingExtra:
        raise
    except PaijuError as error:
        return (PuzzleFault(error.code, error),)
    return tuple(map(PuzzleFault, codes))


def _general_faults(puzzle: Puzzle) -> Iterator[str]:
    if not puzzle.line or not puzzle.turns or puzzle.turns[0].at != 0:
        yield "no_line"
    if ruleset(puzzle.rules).family != puzzle.family or puzzle.position.get("rules") != puzzle.rules:
        yield "wrong_family"
    if puzzle.id != puzzle_id(puzzle.rules, puzzle.position, puzzle.goal):
        yield "wrong_id"
    grade = puzzle.grade
    expected = grade_as_rating(grade.chances, grade.work, len(puzzle.turns)) if grade.chances else None
    if (grade.rating, grade.length) != (expected, len(puzzle.line)):
        yield "wrong_grade"


def _family_faults(puzzle: Puzzle) -> Iterator[str]:
    checker: FamilyPuzzles = puzzles_of(puzzle.rules)
    try:
        yield from checker.faults(puzzle)
    except OutOfBudget:
        yield "not_proved"


def replay_puzzle(puzzle: Puzzle) -> tuple[PuzzleStep, ...]:
    """Return the main line of a puzzle step by step. Raises PaijuError for a line that is not legal."""
    replayer: FamilyPuzzles = puzzles_of(puzzle.rules)
    return replayer.replay(puzzle)


def judge_action(puzzle: Puzzle, played: Sequence[str], action: str) -> PuzzleVerdict:
    """Judge an action of the puzzle's seat after the actions ``played``, by all seats, since the puzzle's position.

    Every legal action has a verdict, on the main line or not. Raises PaijuError for one that is not legal, PuzzleError if it
    cannot be settled.
    """
    judging: FamilyPuzzles = puzzles_of(puzzle.rules)
    try:
        return judging.judge(puzzle, played, action)
    except OutOfBudget as error:
        raise PuzzleError("not_proved") from error


def find_right_action(puzzle: Puzzle, played: Sequence[str]) -> str:
    """Return a right action after the actions ``played`` by all seats, none of which lost the puzzle.

    Raises PaijuError: IllegalAction if nothing is to be found there, PuzzleError if it cannot be settled.
    """
    if tuple(played) == puzzle.line[: len(played)] and any(turn.at == len(played) for turn in puzzle.turns):
        return puzzle.line[len(played)]
    finder: FamilyPuzzles = puzzles_of(puzzle.rules)
    try:
        return finder.find_right(puzzle, played)
    except OutOfBudget as error:
        raise PuzzleError("not_proved") from error
