"""Grades puzzles: computes how likely each bot level is to find the first action, and rates the difficulty."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, Final

from paiju.bots.base import STEADY
from paiju.bots.levels import levels
from paiju.bots.registry import make_bot
from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.puzzles.model import PuzzleGrade, format_puzzle_action
from paiju.puzzles.puzzle_hooks import PuzzleDraft

OBVIOUS: Final = 0.75
"""An action is obvious if the weakest level takes it with a probability above this."""
BASE_RATING: Final = 1100
"""Rating of the easiest puzzle: every level solves it, it has one turn, and it needs no work (``PuzzleGrade.work``)."""
SPREAD: Final = 600
"""The difference in rating points between a puzzle that no level solves and a puzzle that every level solves."""
WORK: Final = 60
"""Rating points that are added each time the work (``PuzzleGrade.work``) becomes ten times as large."""
TURN: Final = 40
"""Rating points for each turn at which the puzzle's seat has a choice, after the first such turn."""


class Grader:
    """Grades the puzzles of one ruleset with the bot levels of its game."""

    def __init__(self, rules: str, game: AnyGame) -> None:
        self._game = game
        self._levels = levels(game)
        self._bots = {name: make_bot(name, rules) for name in self._levels}

    def is_obvious(self, state: Any, seat: Seat, right: Collection[str]) -> bool:
        """Return whether the weakest level takes one of the right actions with a probability above ``OBVIOUS``.

        ``right`` lists the right actions in the notation of puzzles. A position whose answer is obvious in this sense
        does not become a puzzle.
        """
        return self._chance_of_right_action(next(iter(self._levels)), *self._decision_at(state, seat, right)) > OBVIOUS

    def grade(self, draft: PuzzleDraft) -> PuzzleGrade:
        """Return the grade of a puzzle."""
        task = draft.task
        decision = self._decision_at(draft.state, task.seat, task.turns[0].right)
        chances = {name: round(self._chance_of_right_action(name, *decision), 2) for name in self._levels}
        rating = grade_as_rating(chances, draft.work, len(task.turns))
        return PuzzleGrade(chances, draft.work, len(task.line), rating)

    def _decision_at(
        self, state: Any, seat: Seat, right: Collection[str]
    ) -> tuple[Any, Seat, Sequence[Any], list[bool]]:
        """Return the view of ``seat``, the seat, the seat's legal actions, and which of these are right.

        The last value is a list that says for each legal action whether ``right`` contains it.
        """
        view = self._game.view(state, seat)
        legal = self._game.legal(view, seat)
        return view, seat, legal, [self._format_action(action) in right for action in legal]

    def _format_action(self, action: Any) -> str:
        return format_puzzle_action(self._game, action)

    def _chance_of_right_action(
        self, name: str, view: Any, seat: Seat, legal: Sequence[Any], right: Sequence[bool]
    ) -> float:
        """Return the probability that a bot of the level ``name`` takes an action that is right.

        ``right`` says of each action in ``legal`` whether it is right.
        """
        level = self._levels[name]
        if level.temperature is not None:
            return self._sampled_chance(level.temperature, view, seat, legal, right)
        slip = level.slip or 0.0
        bot = self._bots[STEADY if slip else name]
        found = right[list(legal).index(bot(self._game, view, seat, legal, Random(0)))]  # noqa: S311 -- repeatable
        return (1 - slip) * found + slip * sum(right) / len(right)

    def _sampled_chance(
        self, temperature: float, view: Any, seat: Seat, legal: Sequence[Any], right: Sequence[bool]
    ) -> float:
        evaluate_actions, sampling_odds = (
            load_object(f"paiju.nets.policy:{name}") for name in ("evaluate_actions", "sampling_odds")
        )
        weighed = evaluate_actions("", self._game, view, seat, legal)
        odds = sampling_odds(weighed, temperature)
        is_right = dict(zip(legal, right, strict=True))
        share = sum(float(odd) for action, odd in zip(weighed.actions, odds, strict=True) if is_right[action])
        return share / float(odds.sum())


def grade_as_rating(chances: Mapping[str, float], work: int, turns: int) -> int:
    """Return the difficulty of a puzzle as one number on the scale of player ratings, at least ``BASE_RATING``.

    ``chances`` has, for each bot level, the probability that the level takes the right first action. ``work`` is
    ``PuzzleGrade.work``. ``turns`` is the number of turns in ``PuzzleTask.turns``.
    """
    missed = 1 - sum(chances.values()) / len(chances)
    return round(BASE_RATING + SPREAD * missed + WORK * math.log10(work + 1) + TURN * (turns - 1))
