"""Solvers that prove: open endings, where every hand is known.

::

    from paiju.solve import Budget, solver_for
    from paiju.solve.doudizhu import Position

    solver = solver_for("doudizhu/qq")
    solution = solver.solve(Position(landlord=0, hands=(...), turn=0), Budget(nodes=1_000_000))
    solution.winner, solution.winning

An answer is proved, or says that it is not: a solver whose budget is used up never guesses. The extra ``batch`` brings the
compiled search; without it small positions are solved by the exact rules.
"""

from paiju.solve.budget import Budget
from paiju.solve.errors import BadQuestion
from paiju.solve.solvers import AnswerOptions, answer_question, answer_state, solver_for

__all__ = ["AnswerOptions", "BadQuestion", "Budget", "answer_question", "answer_state", "solver_for"]
