"""Judgement by the solver, over the deals that are consistent with what a seat could know.

Each deal is solved with open hands. An action that wins in all deals is proved to win. If the best action wins in
some deals only, the solver gives no judgement, because with open hands the seats would know too much.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random
from typing import Any, Final

from paiju.core.family import load_part
from paiju.review.judgement import Decision, JudgedAction, Judgement, make_judgement
from paiju.review.model import Judge
from paiju.review.review_context import ReviewContext
from paiju.solve import AnswerOptions, BadQuestion, Budget

MOST: Final = 40
"""The most deals that are counted one by one; of more, so many are sampled."""
TRIES: Final = 40
"""Draws for each deal that is to be found, before a count is taken for a sample."""
NODES: Final = 40_000
"""The most positions that the solver enters in one deal."""
OPEN_NODES: Final = 1_000_000
"""The same where all hands are open, and there is one deal."""


class Prover:
    """Solves decisions of one game, within a budget of nodes for all of them."""

    def __init__(self, context: ReviewContext, nodes: int, *, is_open: bool = False) -> None:
        self._context = context
        self._left = nodes
        self._is_open = is_open
        place = context.family.solver
        self._solver: Any = load_part(place)(context.game) if place else None

    def judge(self, decision: Decision, random: Random) -> Judgement | None:
        """Return the judgement of a decision whose result is the same in all deals.

        Returns None if it is not, or if the budget is too small.
        """
        if self._solver is None or self._left <= 0 or not self._context.hooks.is_solvable(decision.view):
            return None
        deals, is_all = self._deals(decision, random)
        wins = [0] * len(decision.legal)
        for number, state in enumerate(deals, 1):
            solved = self._winning(state)
            if solved is None:
                return None
            for at, action in enumerate(decision.legal):
                wins[at] += self._text(action) in solved
            if 0 < max(wins) < number:  # the best action depends on the deal
                return None
        return self._judgement(decision, wins, len(deals), "proved" if is_all else "sampled")

    def _judgement(self, decision: Decision, wins: list[int], deals: int, judge: Judge) -> Judgement:
        shares = [won / deals for won in wins]
        actions = [
            JudgedAction(action, share, _standard_error(share, deals) if judge == "sampled" else 0.0, share)
            for action, share in zip(decision.legal, shares, strict=True)
        ]
        doubt = next(one.doubt for one in actions if one.action == decision.played)
        return make_judgement(actions, decision.played, judge, doubt, deals)

    def _winning(self, state: Any) -> frozenset[str] | None:
        """Return the texts of all actions that win from a complete state; None if the budget is too small."""
        budget = Budget(min(self._left, OPEN_NODES if self._is_open else NODES))
        try:
            answer = self._solver.answer_state(state, budget, AnswerOptions())
        except BadQuestion:
            return None
        self._left -= max(budget.nodes, 1)
        return frozenset(answer["winning"]) if answer["proved"] else None

    def _text(self, action: Any) -> str:
        """Return an action as the solvers write it: the notation of records without the word ``play``."""
        return self._context.game.format_action(action).removeprefix("play ")

    def _deals(self, decision: Decision, random: Random) -> tuple[list[Any], bool]:
        """Return distinct deals that are consistent with what the seat could know, and whether they are all of them."""
        if self._is_open:
            return [decision.state], True
        game, hooks = self._context.game, self._context.hooks
        count = hooks.count_deals(game, decision.view, decision.seat)
        wanted = MOST if count is None else min(count, MOST)
        found: dict[Hashable, Any] = {}
        for state in self._draw(decision, random, wanted * TRIES):
            found.setdefault(hooks.deal_key(state), state)
            if len(found) == wanted:
                break
        return list(found.values()), len(found) == count

    def _draw(self, decision: Decision, random: Random, most: int) -> Iterator[Any]:
        return (self._context.game.determinize(decision.view, decision.seat, random) for _ in range(most))


def _standard_error(share: float, deals: int) -> float:
    """Return the standard error of a share, with one more win and loss, so that it is never 0."""
    smoothed = (share * deals + 1) / (deals + 2)
    return float((smoothed * (1 - smoothed) / deals) ** 0.5)
