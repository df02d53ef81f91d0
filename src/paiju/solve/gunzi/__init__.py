"""Solves endings of Gunzi with open hands.

Finds how many card points a team can guarantee itself, and whether it can guarantee that it takes the last trick.
"""

from paiju.solve.gunzi.family_solver import GunziSolver, question_from_json, question_to_json
from paiju.solve.gunzi.position import TrickPosition
from paiju.solve.gunzi.solution import Guarantee

__all__ = ["Guarantee", "GunziSolver", "TrickPosition", "question_from_json", "question_to_json"]
