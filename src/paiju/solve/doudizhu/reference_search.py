"""A plain search over the exact rules. It is slow, but simple enough to verify by reading.

The tests compare the compiled search with it. Without Numba, it solves small positions.
"""

from __future__ import annotations

from paiju.games.doudizhu.actions import Pass, Play
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.game import DouDizhu
from paiju.solve.budget import Budget, OutOfBudget
from paiju.solve.doudizhu.position import Position
from paiju.solve.doudizhu.solution import Solution, action_text, side_name


class ExactSearch:
    """Solves positions of one ruleset: tries every action until one wins, and caches the results by position."""

    def __init__(self, compiled: CompiledRuleset, budget: Budget | None = None) -> None:
        self._compiled = compiled
        self._results: dict[object, bool] = {}
        self.budget = budget or Budget()

    def landlord_wins(self, position: Position) -> bool:
        """Return whether the landlord wins. Raises OutOfBudget."""
        if position.winner is not None:
            return position.winner == position.landlord
        beat = position.to_beat.text() if position.to_beat is not None else ""
        key = (position.hands, position.turn, position.by, beat, position.landlord, position.wild, position.handicap)
        if key not in self._results:
            if not self.budget.remaining:
                raise OutOfBudget
            self.budget.nodes += 1
            own = position.turn == position.landlord
            wins = any(self.landlord_wins(position.after(action)) == own for action in position.legal(self._compiled))
            self._results[key] = wins == own
        return self._results[key]

    def winning_actions(self, position: Position) -> tuple[Play | Pass, ...]:
        """Return the actions with which the side of the seat to move wins. Raises OutOfBudget."""
        own = position.turn == position.landlord
        return tuple(
            action for action in position.legal(self._compiled) if self.landlord_wins(position.after(action)) == own
        )


class ExactSolver:
    """Solves positions of one ruleset like ``CompiledSolver``, but thousands of times slower, and needs no Numba."""

    def __init__(self, game: DouDizhu) -> None:
        self._compiled = game.compiled

    def solve(self, position: Position, budget: Budget | None = None) -> Solution:
        """Return who wins, and all winning actions of the seat to move. Raises BadQuestion.

        The winning actions are empty if the side of the seat to move loses. Without ``budget``, the search is
        unlimited.
        """
        position.check(self._compiled)
        search = ExactSearch(self._compiled, budget)
        winner = None
        try:
            winner = side_name(search.landlord_wins(position))
            winning = tuple(map(action_text, search.winning_actions(position)))
        except OutOfBudget:
            return Solution(False, winner, (), search.budget.nodes, search.budget.elapsed_ms)
        return Solution(True, winner, winning, search.budget.nodes, search.budget.elapsed_ms)

    def landlord_wins(self, position: Position, budget: Budget | None = None) -> bool | None:
        """Return whether the landlord wins; None if the budget is too small. Raises BadQuestion."""
        position.check(self._compiled)
        try:
            return ExactSearch(self._compiled, budget).landlord_wins(position)
        except OutOfBudget:
            return None
