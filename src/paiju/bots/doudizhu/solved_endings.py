"""Corrects the choice of a network near the end of a hand.

The module lists or samples the deals of the hidden cards that fit the seat's view, and solves each of them with open hands.
It needs the compiled search of ``paiju.solve``. If that has not been compiled, the choice of the network is kept. A decision
can be repeated exactly, because budgets count search nodes and the deals depend on the view alone.
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
"""The largest number of deals solved for a decision. If more deals fit the view, random ones are solved."""
CANDIDATES: Final = 6
"""The largest number of actions that are compared: those that the network rates best."""
NODES: Final = 5000
"""The largest number of search nodes for a decision, over all deals and actions."""
NODES_EACH: Final = 300
"""The largest number of search nodes for one action in one deal."""
NODES_TO_BEGIN: Final = 60
"""What is added to the nodes that a search counts, because to start a search takes as long as to search this many nodes."""
BEHIND: Final = 2
"""An action is no longer compared once it has lost this many deals more than the best one."""
WEIGHT: Final = 0.5
"""The weight of the share of deals won, relative to the win probability that the network estimates."""
MEMORY: Final = 1 << 20
"""The size in bytes of the transposition table of each thread."""
SURE_DEALS: Final = 100
"""If at most this many deals fit the view, and the chosen action is not a sure win, the bot looks for a sure win."""
SURE_NODES: Final = 9000
"""The largest number of nodes that the bot spends on looking for a sure win. Each search counts ``NODES_TO_BEGIN`` nodes more."""
HINT_DEALS: Final = 200
HINT_NODES: Final = 40_000
"""The largest numbers of deals and nodes for a hint. People ask for hints rarely, so a hint may take
longer than the decision of a bot."""


class SolvedAction(NamedTuple):
    """In how many of the solved deals an action wins, and in how many it loses."""

    won: int
    lost: int
    is_sure: bool
    """Whether all deals that fit the view were solved, and the action wins in each of them."""


def improve_choice(game: DouDizhu, view: State, seat: Seat, weighed: ActionValues) -> Any:
    """Return the action to take: the network's choice, or another action that does better in the solved deals."""
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
    """Return the place of the action to take, as an index of ``order`` and of ``solved``.

    ``order`` contains indices of actions, that of the network's choice first. ``solved`` contains the results of these actions in
    the solved deals. The network's choice is taken if it is a sure win, or if it loses none of the deals and the network
    considers it almost certain to win. Otherwise the first action that is a sure win is taken. If there is none, the action with
    the highest sum is taken: the win probability that the network estimates, plus ``WEIGHT`` times the share of deals won.
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
    """Return whether an action wins, with open hands, in every deal that fits the seat's view.

    False if there are too many cards or deals, if the budget is too small, or without the compiled search.
    """
    if not _is_solvable(view):
        return False
    deals = all_consistent_deals(game, view, seat, HINT_DEALS)
    if deals is None:
        return False
    solver, budget = _solver_for(game), Budget(HINT_NODES)
    return _wins_in_all_deals(solver, deals, action, budget)


def solve_actions(game: DouDizhu, deals: ConsistentDeals, actions: Sequence[Any]) -> list[SolvedAction]:
    """Return, for each action, in how many of ``deals`` it wins, and in how many it loses.

    Each deal is solved with open hands. The search stops after ``NODES`` nodes, or when only one action can still be the best.
    """
    solver, left = _solver_for(game), NODES
    won, lost = [0] * len(actions), [0] * len(actions)
    for position in deals.positions:
        open_places = [place for place in range(len(actions)) if lost[place] < min(lost) + BEHIND]
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
    """Return one of ``others`` that wins in all these deals, if ``chosen`` loses in some of them.

    The deals are solved with open hands. Returns None if ``chosen`` loses in no deal, if no other action wins in all deals, or if
    the budget is too small. Most actions lose in one of the first deals, so all legal actions can be tried in more deals than
    ``solve_actions`` can afford.
    """
    solver, budget = _solver_for(game), Budget(SURE_NODES)
    if not any(_find_result(solver, position, chosen, budget) is False for position in deals.positions):
        return None
    return next((one for one in others if _wins_in_all_deals(solver, deals, one, budget)), None)


def _wins_in_all_deals(solver: CompiledSolver, deals: ConsistentDeals, action: Any, budget: Budget) -> bool:
    """Whether the solver proves that an action wins in every deal, with open hands; False also if the budget runs out."""
    return all(_find_result(solver, position, action, budget) for position in deals.positions)


def _find_result(solver: CompiledSolver, position: Position, action: Any, budget: Budget) -> bool | None:
    """Return whether an action wins; None if the budget runs out. The budget also counts the start of the search."""
    wins = solver.result_of_action(position, action, budget)
    budget.nodes += NODES_TO_BEGIN
    return wins


@cache
def has_compiled_search() -> bool:
    """Whether the search has been compiled, by this process or an earlier one. The first result is cached."""
    if find_spec("numba") is None:
        return False
    from paiju.solve.doudizhu.compiled_solver import is_compiled  # noqa: PLC0415 -- Numba may be missing

    return is_compiled()


_solvers = threading.local()


def _solver_for(game: DouDizhu) -> CompiledSolver:
    """Return a solver for a game. Each thread keeps one solver, for the game that it solved last."""
    if getattr(_solvers, "game", None) is not game:
        from paiju.solve.doudizhu.compiled_solver import CompiledSolver  # noqa: PLC0415 -- Numba may be missing

        _solvers.game, _solvers.solver = game, CompiledSolver(game, MEMORY)
    solver: CompiledSolver = _solvers.solver
    return solver


class DouDizhuEndings:
    """The solved endings of Dou Dizhu, with the interface ``paiju.bots.strong_bot.Endings``."""

    improve_choice = staticmethod(improve_choice)
    is_sure_win = staticmethod(is_sure_win)
