"""Finds the solver of a family (``Family.solver``)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol

from paiju.core.family import load_part
from paiju.core.game import AnyGame
from paiju.games.registry import families, family_of, game_of, ruleset
from paiju.solve.budget import Budget
from paiju.solve.errors import BadQuestion


class Wishes(NamedTuple):
    """What an answer shall tell beside who wins and how."""

    points: bool = False
    """The points of each seat if all play for them."""
    proof: bool = False
    """A proof that the exact rules can check."""


NO_WISHES: Final = Wishes()


class FamilySolver(Protocol):
    """Answers questions about one ruleset. Answers and questions are plain JSON."""

    def __init__(self, game: AnyGame) -> None: ...

    def answer(self, question: Any, budget: Budget, wishes: Wishes) -> dict[str, Any]:
        """Answer a question. Raises PaijuError for one that makes no sense."""

    def answer_state(self, state: Any, budget: Budget, wishes: Wishes) -> dict[str, Any]:
        """Answer about a complete state. Raises BadQuestion for a state that it does not solve."""


_SOLVERS: dict[str, FamilySolver] = {}


def solver_for(name: str) -> Any:
    """Return the solver of a ruleset; it is kept, with its memory. Raises UnknownName, BadQuestion, MissingExtra."""
    found = ruleset(name)
    if found.id not in _SOLVERS:
        place = family_of(found.family).solver
        if not place:
            known = ", ".join(one for one, family in families().items() if family.solver)
            raise BadQuestion("no_solver", rules=found.id, known=known)
        _SOLVERS[found.id] = load_part(place)(game_of(found))
    return _SOLVERS[found.id]


def answer_question(question: Any, budget: Budget, wishes: Wishes = NO_WISHES) -> dict[str, Any]:
    """Answer a question, decoded JSON with the ruleset under ``rules``. Raises PaijuError."""
    rules = question.get("rules") if isinstance(question, dict) else None
    if not isinstance(rules, str):
        raise BadQuestion("no_rules")
    answer: dict[str, Any] = solver_for(rules).answer(question, budget, wishes)
    return answer


def answer_state(name: str, state: Any, budget: Budget, wishes: Wishes = NO_WISHES) -> dict[str, Any]:
    """Answer about a complete state of a ruleset. Raises PaijuError."""
    answer: dict[str, Any] = solver_for(name).answer_state(state, budget, wishes)
    return answer
