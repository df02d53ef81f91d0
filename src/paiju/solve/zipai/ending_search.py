"""Searches open endings of Da Zi Pai for the points that a seat can guarantee itself. It uses the exact rules.

It is an alpha-beta search that caches bounds of the value of each state. In the game, several seats answer a card at
the same time (ZP-6.3). In the search, the seat in question answers first, and the others know its answer. The result is
therefore a lower bound of what the seat can guarantee itself in the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from paiju.core.score_breakdown import Outcome
from paiju.core.seats import DEALER, Seat
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.state import State
from paiju.solve.budget import Budget, OutOfBudget

ABOVE_ALL_OUTCOMES: Final = 1 << 20
"""A number greater than the absolute value of every outcome to a seat."""


Worth = Callable[[Outcome, Seat], int]
"""A function of the type ``worth(outcome, seat)``. It returns the value of an outcome to a seat."""


def points_value(outcome: Outcome, seat: Seat) -> int:
    """Return the points of a seat in an outcome. This is the default ``Worth``."""
    return outcome.points[seat]


def win_value(outcome: Outcome, seat: Seat) -> int:
    """Return 1 if a seat has won, else 0. This ``Worth`` asks only whether the seat wins."""
    return int(seat in outcome.winners)


class ZiPaiEndingSearch:
    """Finds how much an ending is worth to one seat under one ruleset.

    ``worth`` defines the value of an outcome. By default, the value is the number of points of the seat. If
    ``is_helped`` is true, the other seats play for the seat instead of against it.
    """

    def __init__(
        self, game: ZiPai, seat: Seat, budget: Budget, worth: Worth = points_value, *, is_helped: bool = False
    ) -> None:
        self._game, self._seat, self._budget = game, seat, budget
        self._worth, self._is_helped = worth, is_helped
        self._bounds: dict[State, tuple[int, int]] = {}

    def value(self, state: State) -> int:
        """Return the value that the seat of this search can guarantee itself from a state on. Raises OutOfBudget."""
        return self._bounded_value(state, -ABOVE_ALL_OUTCOMES, ABOVE_ALL_OUTCOMES)

    def reaches(self, state: State, seat: Seat, action: Any, goal: int) -> bool:
        """Return whether this search's own seat gets the value ``goal`` or more if ``seat`` takes ``action``.

        Raises OutOfBudget.
        """
        return self._bounded_value(self._game.step(state, seat, action).state, goal - 1, goal) >= goal

    def next_decision(self, state: State) -> tuple[State, Seat, Sequence[Any]] | None:
        """Make all forced moves and the moves of DEALER, and return the next decision.

        The decision is a triple: the state, the seat to act, and its legal actions, of which there are at least two.
        Returns None if the hand ends before that.
        """
        while self._game.outcome(state) is None:
            seats = self._game.to_act(state)
            seat = self._seat if self._seat in seats else seats[0]
            legal = self._game.legal(state, seat)
            if seat != DEALER and len(legal) > 1:
                return state, seat, legal
            state = self._game.step(state, seat, legal[0]).state
        return None

    def _bounded_value(self, state: State, low: int, high: int) -> int:
        """Return the value of a state if it is between ``low`` and ``high``; otherwise a bound of the value.

        If the value is too low, the bound is an upper bound of at most ``low``. If the value is too high, the bound
        is a lower bound of at least ``high``. The result is cached.
        """
        if state in self._bounds:
            least, most = self._bounds[state]
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        found = self._search_value(state, low, high)
        least, most = self._bounds.get(state, (-ABOVE_ALL_OUTCOMES, ABOVE_ALL_OUTCOMES))
        self._bounds[state] = (max(least, found) if found > low else least, min(most, found) if found < high else most)
        return found

    def _search_value(self, state: State, low: int, high: int) -> int:
        reached = self.next_decision(state)
        if reached is None:
            return self._value_after_forced_moves(state)
        if not self._budget.remaining:
            raise OutOfBudget
        self._budget.nodes += 1
        before, seat, legal = reached
        own = self._is_helped or seat == self._seat
        best = -ABOVE_ALL_OUTCOMES if own else ABOVE_ALL_OUTCOMES
        for action in legal:
            value = self._bounded_value(self._game.step(before, seat, action).state, low, high)
            best = max(best, value) if own else min(best, value)
            low, high = (max(low, best), high) if own else (low, min(high, best))
            if low >= high:
                break
        return best

    def _value_after_forced_moves(self, state: State) -> int:
        while (ended := self._game.outcome(state)) is None:
            seat = self._game.to_act(state)[0]
            state = self._game.step(state, seat, self._game.legal(state, seat)[0]).state
        return self._worth(ended, self._seat)
