"""A plain search over the exact rules, slow but simple enough to verify by reading.

The tests compare the compiled search with it, and it solves small endings where Numba is missing.
"""

from __future__ import annotations

from paiju.games.gunzi.actions import Play
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import team_of
from paiju.solve.budget import Budget, OutOfBudget
from paiju.solve.gunzi.aim import Aim
from paiju.solve.gunzi.position import TrickPosition


class ExactTrickSearch:
    """Finds the value of endings to one team by looking at every play; values are remembered by position."""

    def __init__(self, rules: Rules, aim: Aim, budget: Budget | None = None) -> None:
        self._rules, self._aim = rules, aim
        self._values: dict[TrickPosition, int] = {}
        self.budget = budget or Budget()

    def value(self, position: TrickPosition) -> int:
        """Return the value of the remaining tricks to the team. Raises OutOfBudget."""
        if position not in self._values:
            if not self.budget.remaining:
                raise OutOfBudget
            self.budget.nodes += 1
            values = (self.value_after(position, play) for play in position.legal(self._rules))
            self._values[position] = max(values) if team_of(position.turn) == self._aim.team else min(values)
        return self._values[position]

    def value_after(self, position: TrickPosition, play: Play) -> int:
        """Return the value of this play and the remaining tricks to the team. Raises OutOfBudget."""
        taken, after = position.points_after(play), position.after(play)
        gained = 0 if taken is None else self._aim.trick(*taken)
        if after.is_over:
            return gained + self._aim.last(team_of(after.leader))
        return gained + self.value(after)


class ExactTrickSolver:
    """Solves endings as ``CompiledTrickSolver`` does, hundreds of times slower."""

    def __init__(self, game: Gunzi) -> None:
        self._rules = game.rules

    def find_value(self, position: TrickPosition, aim: Aim, budget: Budget) -> int | None:
        """Return the value of an ending to a team; None if the budget is too small."""
        try:
            return ExactTrickSearch(self._rules, aim, budget).value(position)
        except OutOfBudget:
            return None

    def reaches(self, position: TrickPosition, play: Play, aim: Aim, goal: int, budget: Budget) -> bool | None:
        """Return whether the team still gets this value after a play; None if the budget is too small."""
        try:
            return ExactTrickSearch(self._rules, aim, budget).value_after(position, play) >= goal
        except OutOfBudget:
            return None
