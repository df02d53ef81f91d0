"""Chooses the sentence that says why an action of a puzzle is right or wrong.

Each reason follows from the solver's proof. If no reason applies to an action, no sentence is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from paiju.core.messages import SeatRef, TranslatableText
from paiju.puzzles import PuzzleVerdict

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


def explain_verdict(
    display: PuzzleDisplay, own: PlayedAction, answers: Sequence[PlayedAction], found: PuzzleVerdict
) -> TranslatableText | None:
    """Return why the action ``own`` is right or wrong; None if no reason applies.

    ``answers`` are the others' moves after it, and ``found`` is the solver's verdict.
    """
    puzzle = display.puzzle
    if puzzle.is_one_action:
        return _explain_wait(display.text(own.action), found)
    if puzzle.goal != "win":
        return _explain_points(display, own, found)
    if not found.is_right:
        return _explain_refutation(display, own, answers)
    first = puzzle.turns[0] if own.before is display.first else None
    return _explain_right(display, own) or (None if first is None else _explain_only(display, own, first))


def explain_own_move(display: PuzzleDisplay, line: Sequence[PlayedAction], at: int) -> TranslatableText | None:
    """Return why the solver's action ``line[at]`` of the main line is right; None if no reason applies."""
    puzzle, own = display.puzzle, line[at]
    turn = next((turn for turn in puzzle.turns if turn.at == at), None)
    if puzzle.is_one_action:
        return None  # the values of the actions, which the client shows, say why
    if puzzle.goal == "win":
        return _explain_right(display, own) or (_explain_only(display, own, turn) if turn else None)
    return _explain_only(display, own, turn) if turn else None


def _reason_text(code: str, **args: Any) -> TranslatableText:
    assert code in REASONS
    return TranslatableText(f"puzzle.reason.{code}", args)


def _explain_only(display: PuzzleDisplay, own: PlayedAction, turn: Any) -> TranslatableText | None:
    others = len(display.game.legal(own.before, own.seat)) - len(turn.right)
    if len(turn.right) != 1 or not others:
        return None
    return _reason_text("all_others_fail", others=others) if others > 1 else _reason_text("other_fails")


def _explain_right(display: PuzzleDisplay, own: PlayedAction) -> TranslatableText | None:
    if display.game.outcome(own.after) is not None:
        return _reason_text("goes_out")
    return _reason_text("nobody_beats") if display.cards(own) and not display.can_be_beaten(own) else None


def _explain_refutation(
    display: PuzzleDisplay, own: PlayedAction, answers: Sequence[PlayedAction]
) -> TranslatableText | None:
    """Return how the other side wins after a wrong action: with its first play, with two plays of one seat, or later."""
    sides = display.sides
    plays = [one for one in answers if sides[one.seat] != sides[own.seat] and display.cards(one)]
    if not plays:
        return None
    first, last = plays[0], plays[-1]
    if len(plays) == 1:
        return _reason_text("out_at_once", who=SeatRef(first.seat), play=display.label(first))
    if len(plays) == 2 and first.seat == last.seat:
        labels = {"play": display.label(first), "last": display.label(last)}
        return _reason_text("beats_and_goes_out", who=SeatRef(first.seat), **labels)
    return _reason_text("goes_out_later", who=SeatRef(last.seat), play=display.label(first), by=SeatRef(first.seat))


def _explain_points(display: PuzzleDisplay, own: PlayedAction, found: PuzzleVerdict) -> TranslatableText | None:
    value = found.values.get(display.text(own.action))
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
