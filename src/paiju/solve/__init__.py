"""Solvers of open endings (all hands are known). They prove their results.

::

    from paiju.solve import Budget, solver_for
    from paiju.solve.doudizhu import Position

    solver = solver_for("doudizhu/qq")
    solution = solver.solve(Position(landlord=0, hands=(...), turn=0), Budget(nodes=1_000_000))
    solution.winner, solution.winning

An answer is proved, or says that it is not proved; a solver whose budget is used up does not guess. The extra ``batch``
installs what the compiled search needs. Without it, a slow search over the exact rules solves small positions.
"""

from paiju.solve.budget import Budget
from paiju.solve.errors import BadQuestion
from paiju.solve.solvers import AnswerOptions, answer_question, answer_state, solver_for

__all__ = ["AnswerOptions", "BadQuestion", "Budget", "answer_question", "answer_state", "solver_for"]
