"""Puzzles 残局: positions in which one action is proved to be the only right one, with solution, grade and themes.

::

    from paiju.puzzles import judge_action, shipped_puzzles

    puzzle = shipped_puzzles("doudizhu")[0]
    puzzle.position, puzzle.side, puzzle.line
    judge_action(puzzle, (), puzzle.answer).is_right

A puzzle is plain data. When a person solves it, ``paiju.solve`` judges each action that this person takes. Any
legal action gets a verdict and the moves with which the other seats reply, even if it is not in the main line.
"""

from paiju.puzzles.bundled_puzzles import shipped_generation_specs, shipped_puzzles
from paiju.puzzles.generation import (
    GenerationSpec,
    HandPuzzles,
    cut_hand_at_puzzle,
    find_in_hand,
    make_puzzles,
    recreate_source_record,
)
from paiju.puzzles.model import (
    THEMES,
    Puzzle,
    PuzzleError,
    PuzzleGrade,
    PuzzleSource,
    PuzzleTask,
    PuzzleTurn,
    decode_puzzle,
    encode_puzzle,
)
from paiju.puzzles.play_data import PlayClass, PlayData, PlayRow
from paiju.puzzles.puzzle_hooks import PuzzleStep, PuzzleVerdict, WinningCard, puzzles_of
from paiju.puzzles.verification import (
    LineResult,
    PuzzleFault,
    check_puzzle,
    find_right_action,
    judge_action,
    judge_line,
    replay_puzzle,
)

__all__ = [
    "THEMES",
    "GenerationSpec",
    "HandPuzzles",
    "LineResult",
    "PlayClass",
    "PlayData",
    "PlayRow",
    "Puzzle",
    "PuzzleError",
    "PuzzleFault",
    "PuzzleGrade",
    "PuzzleSource",
    "PuzzleStep",
    "PuzzleTask",
    "PuzzleTurn",
    "PuzzleVerdict",
    "WinningCard",
    "check_puzzle",
    "cut_hand_at_puzzle",
    "decode_puzzle",
    "encode_puzzle",
    "find_in_hand",
    "find_right_action",
    "judge_action",
    "judge_line",
    "make_puzzles",
    "puzzles_of",
    "recreate_source_record",
    "replay_puzzle",
    "shipped_generation_specs",
    "shipped_puzzles",
]
