"""Solves open endings of Dou Dizhu, for every ruleset: who wins, and with which plays."""

from paiju.solve.doudizhu.position import Position
from paiju.solve.doudizhu.ruleset_solver import DouDizhuSolver, read_question, write_question
from paiju.solve.doudizhu.solution import Solution

__all__ = ["DouDizhuSolver", "Position", "Solution", "read_question", "write_question"]
