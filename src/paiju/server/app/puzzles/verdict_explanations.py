"""Chooses the text that says why an action of a puzzle is right or wrong (the reason).

Every reason follows from the solver's proof. If no reason applies to an action, clients show none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from paiju.core.messages import SeatRef, TranslatableText
from paiju.puzzles import PuzzleVerdict
from paiju.server.app.puzzles.puzzle_wire import LineReason

if TYPE_CHECKING:
    from paiju.server.app.puzzles.puzzle_display import PlayedAction, PuzzleDisplay

REASONS: Final = (
    "goes_out",
    "nobody_beats",
    "all_others_fail",
    "other_fails",
    "keeps_points",
    "keeps_others_to",
    "keeps_last_trick",
    "waits_most",
    "out_at_once",
    "beats_and_goes_out",
    "goes_out_later",
    "fewer_points",
    "loses_last_trick",
    "waits_fewer",
    "not_ready",
)
"""The codes of all reasons; the text of each is ``puzzle.reason.<code>``."""

LINE_REASONS: Final = (
    LineReason("puzzle.reason.goes_out", {"right": True, "ends": True}),
    LineReason("puzzle.reason.nobody_beats", {"right": True, "unbeatable": True}),
    LineReason("puzzle.reason.out_at_once", {"right": False, "plays": 1}),
    LineReason("puzzle.reason.beats_and_goes_out", {"right": False, "plays": 2, "seats": 1}),
    LineReason("puzzle.reason.goes_out_later", {"right": False}),
)
"""The reasons that follow from the moves alone, for puzzles with the goal ``win``.

The first reason that holds is used.
"""


def explain_verdict(
    display: PuzzleDisplay, line: Sequence[PlayedAction], at: int, found: PuzzleVerdict
) -> TranslatableText | None:
    """Return why the action ``line[at]`` of the puzzle's seat is right or wrong; None if no reason applies.

    ``found`` is the verdict on ``line[at]``. The later actions in ``line`` are the answers to ``line[at]``.
    """
    puzzle, own = display.puzzle, line[at]
    if puzzle.is_one_action:
        return _explain_wait(display.format_action(own.action), found)
    if puzzle.goal != "win":
        return _explain_points(display, own, found)
    if puzzle.line[: at + 1] == tuple(display.format_action(one.action) for one in line[: at + 1]):
        return explain_solution_move(display, line, at)
    return _find_line_reason(display, own, line[at + 1 :], is_right=found.is_right)


def explain_solution_move(display: PuzzleDisplay, line: Sequence[PlayedAction], at: int) -> TranslatableText | None:
    """Return why the action ``line[at]`` of the puzzle's seat is right; None if no reason applies.

    The action must be an action of the main line.
    """
    puzzle, own = display.puzzle, line[at]
    turn = next((turn for turn in puzzle.turns if turn.at == at), None)
    if puzzle.is_one_action:
        return None  # the values of the actions, which the client shows, say why
    by_line = _find_line_reason(display, own, (), is_right=True) if puzzle.goal == "win" else None
    return by_line or (_explain_only_right(display, own, turn) if turn else None)


def _reason_text(code: str, **args: Any) -> TranslatableText:
    assert code in REASONS
    return TranslatableText(f"puzzle.reason.{code}", args)


def _explain_only_right(display: PuzzleDisplay, own: PlayedAction, turn: Any) -> TranslatableText | None:
    others = len(display.game.legal(own.before, own.seat)) - len(turn.right)
    if len(turn.right) != 1 or not others:
        return None
    return _reason_text("all_others_fail", others=others) if others > 1 else _reason_text("other_fails")


def _find_line_reason(
    display: PuzzleDisplay, own: PlayedAction, answers: Sequence[PlayedAction], *, is_right: bool
) -> TranslatableText | None:
    """Return the text of the first of ``LINE_REASONS`` that holds for the action ``own``; None if none holds.

    ``answers`` are the actions that follow ``own``.
    """
    sides = display.sides
    plays = [one for one in answers if sides[one.seat] != sides[own.seat] and display.cards_of_move(one)]
    facts = {
        "right": is_right,
        "ends": display.game.outcome(own.after) is not None,
        "unbeatable": bool(display.cards_of_move(own)) and not display.can_be_beaten(own),
        "plays": len(plays),
        "seats": len({one.seat for one in plays}),
    }
    found = next((one for one in LINE_REASONS if one.when.items() <= facts.items()), None)
    if found is None or is_right:
        return None if found is None else TranslatableText(found.key)
    first, last = plays[0], plays[-1]
    seats = {"by": SeatRef(first.seat), "who": SeatRef(last.seat)}
    return TranslatableText(
        found.key, {**seats, "play": display.label_of_move(first), "last": display.label_of_move(last)}
    )


def _explain_points(display: PuzzleDisplay, own: PlayedAction, found: PuzzleVerdict) -> TranslatableText | None:
    value = found.values.get(display.format_action(own.action))
    if display.puzzle.goal == "last_trick":
        return _reason_text("keeps_last_trick" if found.is_right else "loses_last_trick")
    if value is None:
        return None
    if found.is_right:
        return _reason_text("keeps_points" if value > 0 else "keeps_others_to", points=abs(value))
    return _reason_text("fewer_points", points=max(found.values.values()) - value)


def _explain_wait(text: str, found: PuzzleVerdict) -> TranslatableText:
    if text not in found.values:
        return _reason_text("not_ready")
    kinds, cards = len(found.waits.get(text, ())), found.values[text]
    return _reason_text("waits_most" if found.is_right else "waits_fewer", kinds=kinds, cards=cards)
