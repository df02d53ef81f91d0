"""Judgement by the solver, which solves the deals that are consistent with what a seat could know.

Each deal is solved with open hands. An action that wins in all these deals is proved to win. If the best
action wins in only some of the deals, there is no judgement, because with open hands the seats know more than
in the game.

In games with more than two sides, the solver sometimes cannot decide whether an action wins. Such an action
keeps the chance that the net estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from paiju.core.family import load_object
from paiju.core.seats import Seat
from paiju.review.judgement import Decision, JudgedAction, Judgement, make_judgement
from paiju.review.model import Judge
from paiju.review.review_context import ReviewContext
from paiju.solve import BadQuestion, Budget

MOST_DEALS: Final = 40
"""Maximum number of deals that are solved for a decision.

If more deals are consistent with the view, this many of them are sampled.
"""
TRIES: Final = 40
"""Maximum number of random deals that are drawn, for each distinct deal that is wanted."""
NODES: Final = 40_000
"""Maximum number of search nodes for each deal. One node of a slow solver counts as ``node_cost`` nodes."""
OPEN_NODES: Final = 1_000_000
"""Maximum number of search nodes if decisions are judged with open hands.

It is larger than ``NODES``, because there is only one deal.
"""


class _ResultCount(NamedTuple):
    """In how many deals an action wins, and in how many it loses."""

    wins: int = 0
    losses: int = 0

    def add(self, result: bool | None) -> _ResultCount:
        """Return the count after one more deal. ``result``: True for a win, False for a loss, None if it is unknown."""
        return _ResultCount(self.wins + (result is True), self.losses + (result is False))


class Prover:
    """Judges decisions of one game by solving deals.

    ``nodes`` is the budget in search nodes for all decisions together. One node of a slow solver counts as
    ``node_cost`` nodes. If ``is_open`` is true, decisions are judged with all hands open.
    """

    def __init__(self, context: ReviewContext, nodes: int, *, is_open: bool = False) -> None:
        self._context = context
        self._left = nodes
        self._is_open = is_open
        place = context.family.solver
        self._solver: Any = load_object(place)(context.game) if place else None

    def judge(self, decision: Decision, random: Random, prior: Judgement) -> Judgement | None:
        """Return the judgement of a decision if some action wins in all deals, or if all actions lose in all deals.

        Returns None if neither is the case, if the decision cannot be solved, or if the budget is too small.

        ``prior`` is an earlier judgement. An action that the solver cannot decide keeps its chance in ``prior``. If
        this is the played action, ``judge`` and ``loss_doubt`` of the new judgement are those of ``prior`` too.
        """
        if self._solver is None or self._left <= 0 or not self._context.hooks.is_solvable(decision.view):
            return None
        deals, is_all = self._consistent_deals(decision, random)
        if not deals:
            return None
        counts = [_ResultCount() for _ in decision.legal]
        for number, state in enumerate(deals, 1):
            results = self._solve_actions(state, decision)
            if results is None:
                return None
            counts = [count.add(result) for count, result in zip(counts, results, strict=True)]
            is_won, is_lost = any(one.wins == number for one in counts), all(one.losses == number for one in counts)
            if not is_won and not is_lost:  # the best action depends on the deal, or nobody is sure to win
                return None
        return _make_judgement(decision, counts, len(deals), "proved" if is_all else "sampled", prior)

    def best_actions(self, state: Any, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
        """Return the actions of ``legal`` that are best in a complete state.

        - If some actions are proved to win, these are the best.
        - Otherwise, the best actions are those that are not proved to lose.
        - If all actions are proved to lose, or if the solver cannot solve the state, all actions are returned.
        """
        if self._solver is None:
            return legal
        try:
            results = self._solver.results_of_actions(state, seat, legal, Budget(NODES // self._solver.node_cost))
        except BadQuestion:
            return legal
        ranked = [
            [action for action, result in zip(legal, results, strict=True) if result is wanted]
            for wanted in (True, None)
        ]
        return next(filter(None, ranked), legal)

    def _solve_actions(self, state: Any, decision: Decision) -> Sequence[bool | None] | None:
        """Return, for each legal action, whether it wins in a complete state.

        Return None if the solver does not support the state.
        """
        cost: int = self._solver.node_cost
        budget = Budget(min(self._left, OPEN_NODES if self._is_open else NODES) // cost)
        try:
            results: Sequence[bool | None] = self._solver.results_of_actions(
                state, decision.seat, decision.legal, budget
            )
        except BadQuestion:
            return None
        self._left -= max(budget.nodes * cost, 1)
        return results

    def _consistent_deals(self, decision: Decision, random: Random) -> tuple[Sequence[Any], bool]:
        """Return different deals that are consistent with what the seat could know.

        The second item of the result says whether these are all such deals.
        """
        if self._is_open:
            return [decision.state], True
        game, hooks = self._context.game, self._context.hooks
        count = hooks.count_deals(game, decision.view, decision.seat)
        if count is not None and count <= MOST_DEALS:
            every = self._draw_distinct_deals(decision, random, count, lambda _: True)
            return [state for state in every if hooks.is_consistent(game, state)], len(every) == count
        return self._draw_distinct_deals(
            decision, random, MOST_DEALS, lambda state: hooks.is_consistent(game, state)
        ), False

    def _draw_distinct_deals(
        self, decision: Decision, random: Random, wanted: int, is_wanted: Callable[[Any], bool]
    ) -> Sequence[Any]:
        """Draw random deals that fit the seat's view, and return distinct ones that satisfy ``is_wanted``.

        The result has at most ``wanted`` deals.
        """
        game, key = self._context.game, self._context.hooks.deal_key
        found: dict[Hashable, Any] = {}
        for _ in range(wanted * TRIES):
            state = game.determinize(decision.view, decision.seat, random)
            if is_wanted(state):
                found.setdefault(key(state), state)
            if len(found) == wanted:
                break
        return list(found.values())


def _make_judgement(
    decision: Decision, counts: Sequence[_ResultCount], deals: int, judge: Judge, prior: Judgement
) -> Judgement:
    """Return the judgement of a decision from the results of its legal actions in ``deals`` deals.

    ``counts`` has the results of each legal action. An action whose result is unknown in at least one deal keeps
    the chance that it has in ``prior``.
    """
    before = {one.action: one for one in prior.actions}
    settled = {
        action: JudgedAction(
            action, share, _standard_error_of_share(share, deals) if judge == "sampled" else 0.0, share
        )
        for action, count in zip(decision.legal, counts, strict=True)
        if count.wins + count.losses == deals
        for share in (count.wins / deals,)
    }
    open_ones = [before[action] for action in decision.legal if action not in settled and action in before]
    actions = [*settled.values(), *open_ones]
    if decision.played not in settled:
        return make_judgement(actions, decision.played, prior.judge, prior.loss_doubt)
    return make_judgement(actions, decision.played, judge, settled[decision.played].doubt, deals)


def _standard_error_of_share(share: float, deals: int) -> float:
    """Return the standard error of ``share``, the fraction of the sampled deals that an action wins.

    ``deals`` is the number of these deals. The error is computed as if there were one more win and one more loss,
    so it is never 0.
    """
    smoothed = (share * deals + 1) / (deals + 2)
    return float((smoothed * (1 - smoothed) / deals) ** 0.5)
