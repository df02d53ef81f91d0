"""Puzzles to test with: shipped ones, and others that were altered."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

import paiju
from paiju.puzzles import Puzzle, shipped_puzzles
from paiju.puzzles.difficulty import grade_as_rating
from paiju.puzzles.model import puzzle_id

FAMILIES = ("doudizhu", "zipai", "gunzi")


def sample(family: str, number: int) -> list[Puzzle]:
    """So many shipped puzzles of a family, from the easiest to the hardest."""
    puzzles = shipped_puzzles(family)
    return list(puzzles[:: max(1, len(puzzles) // number)])


@cache
def small(family: str) -> Puzzle:
    """The shipped puzzle of a family with the shortest position."""
    return min(shipped_puzzles(family), key=lambda puzzle: (len(str(puzzle.position)), puzzle.id))


def changed(puzzle: Puzzle, **fields: Any) -> Puzzle:
    """A puzzle with other fields, whose id and grade follow from them."""
    other = replace(puzzle, **fields)
    grade = other.grade
    rating = grade_as_rating(grade.chances, grade.work, len(other.turns))
    return replace(
        other,
        id=puzzle_id(other.rules, other.position, other.goal),
        grade=replace(grade, length=len(other.line), rating=rating),
    )


def game_of(puzzle: Puzzle) -> Any:
    """The game of a puzzle."""
    return paiju.game(puzzle.rules)
