"""Corrects the choice of a network near the end of a hand.

The module lists or samples the deals of the hidden cards that fit the seat's view. It solves each of these
deals as if all hands were open, with the compiled search of ``paiju.solve``. If that search has not been
compiled, the network's choice is kept.

The same view always gives the same decision, because budgets count search nodes, and the deals depend on the
view alone.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from paiju.bots.doudizhu.consistent_deals import ConsistentDeals, all_consistent_deals, sample_consistent_deals
from paiju.core.seats import Seat
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import Playing, State
from paiju.nets.net import WIN
from paiju.nets.policy import AS_GOOD_AS_WON, ActionValues
from paiju.solve.budget import Budget

if TYPE_CHECKING:
    from paiju.solve.doudizhu.compiled_solver import CompiledSolver
    from paiju.solve.doudizhu.position import Position

MOST_CARDS: Final = 22
"""Deals are solved only if all hands together have at most this many cards."""
MOST_DEALS: Final = 24
"""The largest number of deals that are solved for a decision.

If more deals fit the view, this number of them is chosen at random.
"""
CANDIDATES: Final = 6
"""The largest number of actions that are compared. They are the actions that the network rates best."""
NODES: Final = 5000
"""The largest number of search nodes for a decision, over all deals and actions."""
NODES_EACH: Final = 300
"""The largest number of search nodes for one action in one deal."""
NODES_TO_BEGIN: Final = 60
"""The number of nodes that are counted for the start of a search.

They are added to the nodes that the search enters, because starting a search takes as long as searching this
many nodes.
"""
MOST_LOSSES_BEHIND: Final = 2
"""The number of additional losses after which an action is no longer solved.

An action is given up as soon as it has lost this many deals more than the action with the fewest losses.
"""
WEIGHT: Final = 0.5
"""The weight of an action's share of wins among the solved deals.

The win probability that the network estimates has the weight 1.
"""
MEMORY: Final = 1 << 20
"""The size in bytes of the transposition table of each thread."""
SURE_DEALS: Final = 100
"""The bot looks for a sure win only if at most this many deals fit the view.

It does not look for one if the action that it has chosen so far is already known to be a sure win.
"""
SURE_NODES: Final = 9000
"""The largest number of nodes that the search for a sure win may use.

For each deal in which an action is searched, ``NODES_TO_BEGIN`` further nodes count as used.
"""
HINT_DEALS: Final = 200
HINT_NODES: Final = 40_000
"""The largest number of search nodes for a hint (``is_sure_win``). ``HINT_DEALS`` is the largest number of deals.

People ask for hints rarely, so a hint may take longer than the decision of a bot.
"""


class SolvedAction(NamedTuple):
    """The result of an action: the numbers of solved deals in which it wins and in which it loses."""

    won: int
    lost: int
    is_sure: bool
    """Whether all deals that fit the view were solved, and the action wins in each of them."""


def improve_choice(game: DouDizhu, view: State, seat: Seat, weighed: ActionValues) -> Any:
    """Return the action to take: the one that the network rates best, or one that does better in the solved deals.

    ``weighed`` contains the legal actions and the network's values of them.
    """
    best = weighed.best
    if not _is_solvable(view):
        return weighed.actions[best]
    order = [best, *(int(one) for one in np.argsort(-weighed.scores, kind="stable") if one != best)][:CANDIDATES]
    if len(order) == 1 or weighed.forced_wins[best]:
        return weighed.actions[best]
    every = all_consistent_deals(game, view, seat, SURE_DEALS)
    few = (
        every if every and len(every.positions) <= MOST_DEALS else sample_consistent_deals(game, view, seat, MOST_DEALS)
    )
    solved = solve_actions(game, few, [weighed.actions[one] for one in order])
    place = _choose_index(weighed, order, solved)
    chosen = weighed.actions[order[place]]
    if every is None or solved[place].is_sure:
        return chosen
    others = sorted((at for at in range(len(solved)) if at != place), key=lambda at: solved[at].lost)
    rest = [*(order[at] for at in others), *(at for at in range(len(weighed.actions)) if at not in order)]
    sure = _find_sure_win(game, every, chosen, [weighed.actions[at] for at in rest])
    return chosen if sure is None else sure


def _is_solvable(view: State) -> bool:
    is_known = view.public.second_wild is None  # the solver knows one wild rank
    return (
        is_known and isinstance(view.phase, Playing) and sum(view.public.counts) <= MOST_CARDS and has_compiled_search()
    )


def _choose_index(weighed: ActionValues, order: Sequence[int], solved: Sequence[SolvedAction]) -> int:
    """Return which action to take, as an index of ``order`` and of ``solved``.

    ``order`` contains indices of the actions of ``weighed``. Its first entry is the network's choice. ``solved``
    contains, in the same order, the results of these actions in the solved deals. The rules are tried in this
    order:

    - The network's choice is taken if it is a sure win. It is also taken if it loses none of the deals and the
      network considers it almost certain to win.
    - Otherwise the first action that is a sure win is taken.
    - If there is none, the action with the highest sum is taken. The sum is the win probability that the network
      estimates, plus ``WEIGHT`` times the fraction of deals won.
    """
    if solved[0].is_sure or (not solved[0].lost and weighed.values[order[0], WIN] >= AS_GOOD_AS_WON):
        return 0
    sure = [place for place, one in enumerate(solved) if one.is_sure]
    if sure:
        return sure[0]
    shares = [(one.won + 0.5) / (one.won + one.lost + 1) for one in solved]
    worths = [weighed.values[one, WIN] + WEIGHT * share for one, share in zip(order, shares, strict=True)]
    return int(np.argmax(worths))


def is_sure_win(game: DouDizhu, view: State, seat: Seat, action: Any) -> bool:
    """Return whether an action wins in every deal that fits the seat's view.

    In each deal, all hands are taken to be open. The result is False if there are too many cards or deals, if the
    budget is too small, or if the compiled search is missing.
    """
    if not _is_solvable(view):
        return False
    deals = all_consistent_deals(game, view, seat, HINT_DEALS)
    if deals is None:
        return False
    solver, budget = _solver_for(game), Budget(HINT_NODES)
    return _wins_in_all_deals(solver, deals, action, budget)


def solve_actions(game: DouDizhu, deals: ConsistentDeals, actions: Sequence[Any]) -> list[SolvedAction]:
    """Return, for each action, the number of ``deals`` in which it wins and the number in which it loses.

    Each deal is solved as if all hands were open. The search stops after ``NODES`` nodes, or as soon as only one
    action can still be the best.
    """
    solver, left = _solver_for(game), NODES
    won, lost = [0] * len(actions), [0] * len(actions)
    for position in deals.positions:
        open_places = [place for place in range(len(actions)) if lost[place] < min(lost) + MOST_LOSSES_BEHIND]
        if left <= 0 or len(open_places) < 2:
            break
        for place in open_places:
            budget = Budget(max(min(NODES_EACH, left), 0))
            wins = solver.result_of_action(position, actions[place], budget)
            left -= budget.nodes + NODES_TO_BEGIN
            won[place] += wins is True
            lost[place] += wins is False
    complete = len(deals.positions) if deals.is_complete else -1
    return [SolvedAction(wins, losses, wins == complete) for wins, losses in zip(won, lost, strict=True)]


def _find_sure_win(game: DouDizhu, deals: ConsistentDeals, chosen: Any, others: Sequence[Any]) -> Any:
    """Return an action of ``others`` that wins in all of ``deals``, if ``chosen`` loses in at least one of them.

    Returns None if ``chosen`` loses in no deal, if no other action wins in all deals, or if the budget is too
    small to find out. Each deal is solved as if all hands were open.

    Most actions lose in one of the first deals and are then given up. So this function can try all legal actions,
    and in more deals than ``solve_actions`` can afford.
    """
    solver, budget = _solver_for(game), Budget(SURE_NODES)
    if not any(_find_result(solver, position, chosen, budget) is False for position in deals.positions):
        return None
    return next((one for one in others if _wins_in_all_deals(solver, deals, one, budget)), None)


def _wins_in_all_deals(solver: CompiledSolver, deals: ConsistentDeals, action: Any, budget: Budget) -> bool:
    """Whether the solver proves that an action wins in every deal, as if all hands were open.

    The result is also False if the budget runs out before the proof is complete.
    """
    return all(_find_result(solver, position, action, budget) for position in deals.positions)


def _find_result(solver: CompiledSolver, position: Position, action: Any, budget: Budget) -> bool | None:
    """Return whether the side of the seat to move wins with an action; None if the budget runs out.

    The nodes that the search enters, and ``NODES_TO_BEGIN`` more, are added to the nodes used of ``budget``.
    """
    wins = solver.result_of_action(position, action, budget)
    budget.nodes += NODES_TO_BEGIN
    return wins


@cache
def has_compiled_search() -> bool:
    """Whether this process or an earlier one has compiled the search. The first result is cached."""
    if find_spec("numba") is None:
        return False
    from paiju.solve.doudizhu.compiled_solver import is_search_compilation_cached  # noqa: PLC0415 -- Numba may be missing

    return is_search_compilation_cached()


_solvers = threading.local()


def _solver_for(game: DouDizhu) -> CompiledSolver:
    """Return a solver for a game. Each thread keeps one solver, for the game that it solved last."""
    if getattr(_solvers, "game", None) is not game:
        from paiju.solve.doudizhu.compiled_solver import CompiledSolver  # noqa: PLC0415 -- Numba may be missing

        _solvers.game, _solvers.solver = game, CompiledSolver(game, MEMORY)
    solver: CompiledSolver = _solvers.solver
    return solver


class DouDizhuEndings:
    """The solved endings of Dou Dizhu. The class implements the interface ``paiju.bots.strong_bot.Endings``."""

    improve_choice = staticmethod(improve_choice)
    is_sure_win = staticmethod(is_sure_win)
