"""Solves open endings of Dou Dizhu, for every ruleset: who wins, and with which plays."""

from paiju.solve.doudizhu.family_solver import DouDizhuSolver, question_from_json, question_to_json
from paiju.solve.doudizhu.position import Position
from paiju.solve.doudizhu.solution import Solution

__all__ = ["DouDizhuSolver", "Position", "Solution", "question_from_json", "question_to_json"]
