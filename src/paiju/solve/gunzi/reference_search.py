"""A plain search over the exact rules. It is slow, but simple enough to verify by reading.

The tests compare the compiled search with it. Without Numba, it solves small endings.
"""

from __future__ import annotations

from paiju.games.gunzi.actions import Play
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import team_of
from paiju.solve.budget import Budget, OutOfBudget
from paiju.solve.gunzi.position import TrickPosition
from paiju.solve.gunzi.search_objective import Aim


class ExactTrickSearch:
    """Finds what an ending is worth to the team of ``aim``.

    It tries every play, and caches the value of each position.
    """

    def __init__(self, rules: Rules, aim: Aim, budget: Budget | None = None) -> None:
        self._rules, self._aim = rules, aim
        self._values: dict[TrickPosition, int] = {}
        self.budget = budget or Budget()

    def value(self, position: TrickPosition) -> int:
        """Return the value of the current trick and all later tricks if all teams play best. Raises OutOfBudget."""
        if position not in self._values:
            if not self.budget.remaining:
                raise OutOfBudget
            self.budget.nodes += 1
            values = (self.value_after(position, play) for play in position.legal(self._rules))
            self._values[position] = max(values) if team_of(position.turn) == self._aim.team else min(values)
        return self._values[position]

    def value_after(self, position: TrickPosition, play: Play) -> int:
        """Return the value of the current trick and all later tricks after ``play``, if all teams play best.

        Raises OutOfBudget.
        """
        taken, after = position.completed_trick_after(play), position.after(play)
        gained = 0 if taken is None else self._aim.trick_value(*taken)
        if after.is_over:
            return gained + self._aim.last_trick_value(team_of(after.leader))
        return gained + self.value(after)


class ExactTrickSolver:
    """Solves endings like ``CompiledTrickSolver``, but hundreds of times slower, and needs no Numba."""

    def __init__(self, game: Gunzi) -> None:
        self._rules = game.rules

    def find_value(self, position: TrickPosition, aim: Aim, budget: Budget) -> int | None:
        """Return the value of an ending to the team ``aim.team``; None if the budget is too small.

        ``Aim`` defines the value. The position is not checked.
        """
        try:
            return ExactTrickSearch(self._rules, aim, budget).value(position)
        except OutOfBudget:
            return None

    def reaches(self, position: TrickPosition, play: Play, aim: Aim, goal: int, budget: Budget) -> bool | None:
        """Return whether the team ``aim.team`` still gets at least ``goal`` after ``play``.

        None if the budget is too small to find out.
        """
        try:
            return ExactTrickSearch(self._rules, aim, budget).value_after(position, play) >= goal
        except OutOfBudget:
            return None
