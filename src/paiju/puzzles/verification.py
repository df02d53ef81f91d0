"""Checks puzzles, replays their main lines and judges actions. The functions work for puzzles of every family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from paiju.core.errors import PaijuError
from paiju.extras import MissingExtra
from paiju.games.registry import game_of, ruleset
from paiju.puzzles.difficulty import grade_as_rating
from paiju.puzzles.model import Puzzle, PuzzleError, format_puzzle_action, puzzle_id
from paiju.puzzles.puzzle_hooks import FamilyPuzzles, PuzzleStep, PuzzleVerdict, puzzles_of
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


LineResult = Literal["solved", "missed", "unfinished", "other_defence", "not_proved"]
"""The result of judging a line; ``judge_line`` explains the values."""


class PuzzleFault(NamedTuple):
    """A fault of a puzzle: ``code`` is one of ``FAULTS``.

    If the puzzle cannot be read or replayed, ``error`` is the error that was raised, and ``code`` is its code.
    """

    code: str
    error: PaijuError | None = None


def check_puzzle(puzzle: Puzzle) -> tuple[PuzzleFault, ...]:
    """Solve a puzzle again and return its faults; empty if it has none. Raises MissingExtra."""
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
        yield from checker.find_faults(puzzle)
    except OutOfBudget:
        yield "not_proved"


def replay_puzzle(puzzle: Puzzle) -> tuple[PuzzleStep, ...]:
    """Return the main line of a puzzle step by step. Raises PaijuError if an action of the line is illegal."""
    replayer: FamilyPuzzles = puzzles_of(puzzle.rules)
    return replayer.replay(puzzle)


def judge_action(puzzle: Puzzle, played: Sequence[str], action: str) -> PuzzleVerdict:
    """Judge an action of the puzzle's seat.

    ``played`` are the actions that all seats have taken before this action, from the puzzle's position on. Every
    legal action gets a verdict, even if it is not on the main line. Raises PaijuError if an action is illegal,
    and PuzzleError if the search takes too long.
    """
    judging: FamilyPuzzles = puzzles_of(puzzle.rules)
    line = (*played, action)
    if not puzzle.is_one_action and line == puzzle.line[: len(line)]:
        steps = judging.replay(puzzle)
        if steps[len(played)].seat == puzzle.seat:
            return _verdict_on_main_line(puzzle, steps, len(played))
    try:
        return judging.judge(puzzle, played, action)
    except OutOfBudget as error:
        raise PuzzleError("not_proved") from error


def _verdict_on_main_line(puzzle: Puzzle, steps: Sequence[PuzzleStep], at: int) -> PuzzleVerdict:
    """Return the verdict on the action at index ``at`` of the main line.

    All actions of the main line are right, so no search is needed.
    """
    values = next((turn.values for turn in puzzle.turns if turn.at == at), {})
    answers = tuple(takewhile(lambda step: step.seat != puzzle.seat, steps[at + 1 :]))
    return PuzzleVerdict(True, answers, at + 1 + len(answers) == len(steps), values)


def judge_line(puzzle: Puzzle, line: Sequence[str]) -> LineResult:
    """Judge a line that somebody has played. ``line`` has the actions of all seats from the puzzle's position on.

    * ``solved``: all actions of the puzzle's seat are right, and its side has reached the goal or is sure to
      reach it.
    * ``missed``: an action of the puzzle's seat is wrong.
    * ``unfinished``: all actions of the puzzle's seat are right so far, but the seat still has to act.
    * ``other_defence``: another seat took an action that the program would not have chosen for that seat.
    * ``not_proved``: the line takes too long to judge.

    The program chooses the actions of the other seats. As long as the puzzle's seat follows the main line, the
    other seats must follow it too. Once the puzzle's seat has left the main line, they must take the actions in
    ``PuzzleVerdict.answers``. If the puzzle has ``play_data``, a browser may have chosen for them; they may then
    take any legal action instead. Raises PaijuError for an illegal action.
    """
    judging: FamilyPuzzles = puzzles_of(puzzle.rules)
    line = tuple(line)
    steps = judging.replay(replace(puzzle, line=line))
    followed = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(line, puzzle.line, strict=False)))
    main = judging.replay(puzzle)
    if all(step.seat != puzzle.seat for step in main[followed:]):
        return "solved"
    if followed == len(line):
        return "unfinished"
    if steps[followed].seat != puzzle.seat:
        return "other_defence"
    if not any(turn.at == followed and line[followed] in turn.right for turn in puzzle.turns):
        return "missed"
    try:
        return _judge_departed_line(puzzle, steps, followed)
    except PuzzleError:
        return "not_proved"


def _judge_departed_line(puzzle: Puzzle, steps: Sequence[PuzzleStep], start: int) -> LineResult:
    """Judge a line that leaves the main line by an action of the puzzle's seat, at index ``start``.

    ``steps`` are all actions of the line. Raises PuzzleError if the search takes too long.
    """
    line = tuple(step.action for step in steps)
    has_table = puzzles_of(puzzle.rules).play_data(puzzle) is not None
    answers: dict[int, str] = {}
    for at, step in enumerate(steps[start:], start):
        if step.seat != puzzle.seat:
            if not has_table and answers[at] != step.action:
                return "other_defence"
            continue
        verdict = judge_action(puzzle, line[:at], step.action)
        if not verdict.is_right:
            return "missed"
        if verdict.is_over:
            return "solved"
        answers = {number: answer.action for number, answer in enumerate(verdict.answers, at + 1)}
    return "solved" if has_table and _is_won(puzzle, line) else "unfinished"


def _is_won(puzzle: Puzzle, line: Sequence[str]) -> bool:
    """Whether a line of legal actions ends the hand, with the puzzle's seat among the winners."""
    game, state = game_of(ruleset(puzzle.rules)), puzzles_of(puzzle.rules).first_state(puzzle)
    for text in line:
        seat = game.to_act(state)[0]
        action = next(one for one in game.legal(state, seat) if format_puzzle_action(game, one) == text)
        state = game.step(state, seat, action).state
    outcome = game.outcome(state)
    return outcome is not None and puzzle.seat in outcome.winners


def find_right_action(puzzle: Puzzle, played: Sequence[str]) -> str:
    """Return a right action after ``played``, the actions of all seats from the puzzle's position on.

    Raises IllegalAction if the puzzle is already lost or over, and PuzzleError if the search takes too long.
    """
    if tuple(played) == puzzle.line[: len(played)] and any(turn.at == len(played) for turn in puzzle.turns):
        return puzzle.line[len(played)]
    finder: FamilyPuzzles = puzzles_of(puzzle.rules)
    try:
        return finder.find_right_action(puzzle, played)
    except OutOfBudget as error:
        raise PuzzleError("not_proved") from error
