"""Questions about puzzles that only a solver or bots can answer.

The module contains the interface through which the server asks, and the functions with which a worker process answers.
"""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from paiju.core.errors import PaijuError
from paiju.core.hand_runner import PlayedMove
from paiju.games.registry import family_of
from paiju.puzzles import (
    LineResult,
    Puzzle,
    PuzzleSource,
    PuzzleVerdict,
    cut_hand_at_puzzle,
    find_in_hand,
    find_right_action,
    judge_action,
    judge_line,
    recreate_source_record,
)
from paiju.records import Record, RecordedHand, replay_hand
from paiju.server.app.ranking.player_hand_results import recorded_ruleset
from paiju.server.domain.ruleset_registry import RulesetRegistry


class PuzzleQuestion(Struct, frozen=True, tag="puzzle", omit_defaults=True, kw_only=True):
    """A question about a puzzle or, with the kind ``find``, about a finished hand.

    ``actions`` has the actions of all seats from the puzzle's position on. ``kind`` says what is asked for:

    - ``judge``: a verdict on the last of ``actions``
    - ``line``: the result of all ``actions`` (``judge_line``)
    - ``right``: a right action after ``actions``
    - ``source``: the record of the hand of house players that the puzzle comes from
    - ``position``: the record of the puzzle's hand, up to the position
    - ``find``: the puzzles of the hand in ``record``
    """

    kind: Literal["judge", "line", "right", "source", "position", "find"]
    puzzle: Puzzle | None = None
    actions: tuple[str, ...] = ()
    record: Record | None = None
    """The record of the finished hand, for questions of the kinds ``find`` and ``position``.

    For ``position``, the record is None if house players played the hand. The worker then plays the hand again.
    """


class PuzzleAnswer(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The answer to a question.

    The kind of the question decides which field has the answer: ``verdict``, ``line``, ``right``, ``record`` or
    ``puzzles``. If an error prevented the answer, ``refused`` is the code of the error instead.
    """

    verdict: PuzzleVerdict | None = None
    line: LineResult | None = None
    right: str = ""
    record: Record | None = None
    puzzles: tuple[Puzzle, ...] = ()
    refused: str = ""


class PuzzleSolver(Protocol):
    """Answers questions about puzzles in another process."""

    async def answer_puzzle_question(self, question: PuzzleQuestion) -> PuzzleAnswer:
        """Return the answer to a question. Raises Quarantined, and Refusal if analyses do not work at present."""


def answer_puzzle_question(library: RulesetRegistry, question: PuzzleQuestion) -> PuzzleAnswer:
    """Answer a question in a worker process.

    If a PaijuError is raised, its code becomes the answer (``refused``). Any other exception is raised.
    """
    try:
        return _ANSWERS[question.kind](library, question)
    except PaijuError as error:
        return PuzzleAnswer(refused=error.code)


def _judge_action(_library: RulesetRegistry, question: PuzzleQuestion) -> PuzzleAnswer:
    *played, action = question.actions
    return PuzzleAnswer(verdict=judge_action(_require_puzzle(question), played, action))


def _judge_line(_library: RulesetRegistry, question: PuzzleQuestion) -> PuzzleAnswer:
    return PuzzleAnswer(line=judge_line(_require_puzzle(question), question.actions))


def _find_right_action(_library: RulesetRegistry, question: PuzzleQuestion) -> PuzzleAnswer:
    return PuzzleAnswer(right=find_right_action(_require_puzzle(question), question.actions))


def _recreate_source_record(_library: RulesetRegistry, question: PuzzleQuestion) -> PuzzleAnswer:
    return PuzzleAnswer(record=recreate_source_record(_require_puzzle(question)))


def _recreate_record_until_position(_library: RulesetRegistry, question: PuzzleQuestion) -> PuzzleAnswer:
    """Return the record of the puzzle's hand, up to the puzzle's position."""
    puzzle = _require_puzzle(question)
    record = question.record or recreate_source_record(puzzle)
    found = cut_hand_at_puzzle(puzzle, record.hands[0])
    return PuzzleAnswer(record=Record(record.paiju, record.ruleset, record.players, (found,)))


def _find_puzzles(library: RulesetRegistry, question: PuzzleQuestion) -> PuzzleAnswer:
    """Return the puzzles of a finished hand.

    The hand has none if its family has no puzzles. It also has none if the rules of the ruleset have changed
    since the hand was played.
    """
    record = question.record
    assert record is not None
    ruleset = recorded_ruleset(library, record.ruleset)
    if not family_of(ruleset.family).puzzles or library.ruleset(ruleset.id).digest != ruleset.digest:
        return PuzzleAnswer()
    moves = played_moves(library, record, record.hands[0])
    source = PuzzleSource(levels=(), seed=0, hand=0, move=0)
    return PuzzleAnswer(puzzles=find_in_hand(ruleset.id, moves, source))


def played_moves(library: RulesetRegistry, record: Record, hand: RecordedHand) -> list[PlayedMove]:
    """Return the moves of a recorded hand, each with the state before it. Raises any error of the replay."""
    game = library.game(recorded_ruleset(library, record.ruleset))
    points = list(replay_hand(game, hand))
    return [
        PlayedMove(before.state, move.seat, action, game.step(before.state, move.seat, action))
        for before, move in zip(points, hand.moves, strict=False)
        for action in (game.parse_action(move.action),)
    ]


def _require_puzzle(question: PuzzleQuestion) -> Puzzle:
    assert question.puzzle is not None
    return question.puzzle


_ANSWERS = {
    "judge": _judge_action,
    "line": _judge_line,
    "right": _find_right_action,
    "source": _recreate_source_record,
    "position": _recreate_record_until_position,
    "find": _find_puzzles,
}
