"""Finds the solver of a family (``Family.solver``), and answers questions with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, Protocol

from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.extras import MissingExtra, needs_extra
from paiju.games.registry import find_family_part, game_of, ruleset
from paiju.solve.budget import Budget
from paiju.solve.errors import BadQuestion


class AnswerOptions(NamedTuple):
    """What an answer should contain besides the winner and the winning plays."""

    points: bool = False
    """Whether to add the points of each seat if both sides play for points."""
    proof: bool = False
    """Whether to add a proof, which the exact rules can check."""


NO_WISHES: Final = AnswerOptions()


class FamilySolver(Protocol):
    """Answers questions about one ruleset. Questions and answers are plain JSON."""

    kernel: str
    """The import path ``package.module:name`` of the compiled search function; empty if the family has none."""
    usual_nodes: int
    """The default budget of an answer in search nodes. A search of this size takes a few seconds."""
    node_cost: int
    """The approximate time that a node of this solver takes, where a node of the compiled Dou Dizhu search takes 1."""

    def __init__(self, game: AnyGame) -> None: ...

    def answer(self, question: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Return the answer to a question. Raises PaijuError if the question is invalid."""

    def answer_state(self, state: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Return the answer for a complete state. Raises BadQuestion if the solver does not support the state."""

    def results_of_actions(self, state: Any, seat: Seat, actions: Sequence[Any], budget: Budget) -> list[bool | None]:
        """Return, for each of ``actions``, whether the side of ``seat`` wins the hand with it.

        ``actions`` are legal actions of ``seat`` in the complete state ``state``. The results are:

        - True: the side wins however the others play.
        - False: the others can keep the side from winning.
        - None: neither is proved. Perhaps the budget was too small.

        Raises BadQuestion if the solver does not support the state.
        """


def import_compiled_search(name: str) -> Any:
    """Return the class ``package.module:name`` of a compiled search; None if Numba is not installed."""
    try:
        with needs_extra("paiju.solve", "batch"):
            return load_object(name)
    except MissingExtra:
        return None


def solver_for(name: str) -> Any:
    """Return the solver of a ruleset. Raises UnknownName, BadQuestion.

    Only one thread may use the solver at a time. The solver returned last is cached, so further questions about
    the same ruleset reuse its transposition table.
    """
    return _make_solver(ruleset(name).id)


@lru_cache(maxsize=1)
def _make_solver(name: str) -> FamilySolver:
    found, place = find_family_part(name, "solver", partial(BadQuestion, "no_solver"))
    solver: FamilySolver = load_object(place)(game_of(found))
    return solver


def answer_question(question: Any, budget: Budget | None = None, options: AnswerOptions = NO_WISHES) -> dict[str, Any]:
    """Return the answer to ``question``, which is decoded JSON with the name of the ruleset under ``rules``.

    The default budget is ``FamilySolver.usual_nodes``, which takes a few seconds. Raises PaijuError.
    """
    rules = question.get("rules") if isinstance(question, dict) else None
    if not isinstance(rules, str):
        raise BadQuestion("no_rules")
    solver: FamilySolver = solver_for(rules)
    return solver.answer(question, budget or Budget(solver.usual_nodes), options)


def answer_state(
    name: str, state: Any, budget: Budget | None = None, options: AnswerOptions = NO_WISHES
) -> dict[str, Any]:
    """Return the answer for a complete state of the ruleset ``name``. Raises PaijuError.

    The default budget is ``FamilySolver.usual_nodes``, which takes a few seconds.
    """
    solver: FamilySolver = solver_for(name)
    return solver.answer_state(state, budget or Budget(solver.usual_nodes), options)
