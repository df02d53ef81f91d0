"""Puzzles to test with: shipped ones, and others that were altered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

import paiju
from paiju.puzzles import Puzzle, puzzles_of, replay_puzzle, shipped_puzzles
from paiju.puzzles.difficulty import grade_as_rating
from paiju.puzzles.model import format_puzzle_action, puzzle_id

FAMILIES = ("doudizhu", "zipai", "gunzi")


def sample(family: str, number: int) -> list[Puzzle]:
    """So many shipped puzzles of a family, from the easiest to the hardest."""
    puzzles = shipped_puzzles(family)
    return list(puzzles[:: max(1, len(puzzles) // number)])


@cache
def small(family: str) -> Puzzle:
    """The shipped puzzle of a family with the shortest position."""
    return min(shipped_puzzles(family), key=lambda puzzle: (len(str(puzzle.position)), puzzle.id))


@cache
def claim() -> Puzzle:
    """The shipped puzzle about a claim with the shortest position."""
    claims = (puzzle for puzzle in shipped_puzzles("zipai") if puzzle.goal == "claim")
    return min(claims, key=lambda puzzle: (len(str(puzzle.position)), puzzle.id))


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


def legal_after(puzzle: Puzzle, line: Sequence[str] = ()) -> list[str]:
    """The texts of the actions of the seat that is to act after a line, in the order of the rules."""
    game, state = game_of(puzzle), puzzles_of(puzzle.rules).first_state(puzzle)
    for text in line:
        state = game.step(state, game.to_act(state)[0], actions_at(game, state)[text]).state
    return list(actions_at(game, state))


def actions_at(game: Any, state: Any) -> dict[str, Any]:
    """The legal actions of the seat that is to act, by text."""
    seat = game.to_act(state)[0]
    return {format_puzzle_action(game, action): action for action in game.legal(state, seat)}


def wrong_actions(puzzle: Puzzle) -> list[str]:
    """The first actions that are legal and not right."""
    return [text for text in legal_after(puzzle) if text not in puzzle.turns[0].right]


def helped_line(puzzle: Puzzle) -> list[str]:
    """The main line up to the first choice of another seat, which takes another action; empty if there is no such choice."""
    for at, step in enumerate(replay_puzzle(puzzle)):
        if step.seat != puzzle.seat and len(legal := legal_after(puzzle, puzzle.line[:at])) > 1:
            return [*puzzle.line[:at], next(text for text in legal if text != step.action)]
    return []
