"""Solvers of open endings (all hands are known). They prove their results.

::

    from paiju.solve import Budget, solver_for
    from paiju.solve.doudizhu import Position

    solver = solver_for("doudizhu/qq")
    solution = solver.solve(Position(landlord=0, hands=(...), turn=0), Budget(nodes=1_000_000))
    solution.winner, solution.winning

A solver does not guess: an answer is proved, or its ``is_proved`` is false because the budget was used up. The compiled
searches need the extra ``batch``. Without it, slow searches over the exact rules solve small positions.
"""

from paiju.solve.budget import Budget
from paiju.solve.errors import BadQuestion
from paiju.solve.solvers import AnswerOptions, answer_question, answer_state, solver_for

__all__ = ["AnswerOptions", "BadQuestion", "Budget", "answer_question", "answer_state", "solver_for"]
