"""Finds the solver of a family (``Family.solver``)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, Protocol

from paiju.core.family import load_part
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.extras import MissingExtra, needs_extra
from paiju.games.registry import game_of, place_for_rules, ruleset
from paiju.solve.budget import Budget
from paiju.solve.errors import BadQuestion


class AnswerOptions(NamedTuple):
    """Options for an answer: its parts besides the winner and the winning plays."""

    points: bool = False
    """The points of each seat if all play for them."""
    proof: bool = False
    """A proof that the exact rules can check."""


NO_WISHES: Final = AnswerOptions()


class FamilySolver(Protocol):
    """Answers questions about one ruleset. Answers and questions are plain JSON."""

    kernel: str
    """The function that is compiled for it, ``package.module:name``; "" if there is none."""
    usual_nodes: int
    """The budget of an answer if none is given: a few seconds."""
    node_cost: int
    """What one node takes, in nodes of the compiled search of Dou Dizhu: about the ratio of their times."""

    def __init__(self, game: AnyGame) -> None: ...

    def answer(self, question: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Answer a question. Raises PaijuError for an invalid one."""

    def answer_state(self, state: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Answer about a complete state. Raises BadQuestion for a state that it does not solve."""

    def find_results(self, state: Any, seat: Seat, actions: Sequence[Any], budget: Budget) -> list[bool | None]:
        """Return for each legal action of a seat in a complete state whether the seat's side wins the hand with it.

        True: it wins however the others play. False: another side can make sure that it does not. None: neither is
        proved, or the nodes of the budget are used up. Raises BadQuestion for a state that it does not solve.
        """


def load_compiled_search(name: str) -> Any:
    """Return the class ``package.module:name`` of a compiled search; None where Numba is missing."""
    try:
        with needs_extra("paiju.solve", "batch"):
            return load_part(name)
    except MissingExtra:
        return None


def solver_for(name: str) -> Any:
    """Return the solver of a ruleset, for one thread. Raises UnknownName, BadQuestion.

    The solver last asked for is kept, so that further questions about the same ruleset reuse its memory.
    """
    return _make_solver(ruleset(name).id)


@lru_cache(maxsize=1)
def _make_solver(name: str) -> FamilySolver:
    found, place = place_for_rules(name, "solver", partial(BadQuestion, "no_solver"))
    solver: FamilySolver = load_part(place)(game_of(found))
    return solver


def answer_question(question: Any, budget: Budget | None = None, options: AnswerOptions = NO_WISHES) -> dict[str, Any]:
    """Answer a question, decoded JSON with the ruleset under ``rules``. Raises PaijuError.

    Without a budget the family's usual one is taken, a few seconds.
    """
    rules = question.get("rules") if isinstance(question, dict) else None
    if not isinstance(rules, str):
        raise BadQuestion("no_rules")
    solver: FamilySolver = solver_for(rules)
    return solver.answer(question, budget or Budget(solver.usual_nodes), options)


def answer_state(
    name: str, state: Any, budget: Budget | None = None, options: AnswerOptions = NO_WISHES
) -> dict[str, Any]:
    """Answer about a complete state of a ruleset. Raises PaijuError."""
    solver: FamilySolver = solver_for(name)
    return solver.answer_state(state, budget or Budget(solver.usual_nodes), options)
