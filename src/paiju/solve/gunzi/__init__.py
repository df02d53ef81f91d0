"""Solves endings of Gunzi with open hands: finds the card points, and the last trick, that a team can guarantee itself."""

from paiju.solve.gunzi.position import TrickPosition
from paiju.solve.gunzi.ruleset_solver import GunziSolver, read_question, write_question
from paiju.solve.gunzi.solution import Guarantee

__all__ = ["Guarantee", "GunziSolver", "TrickPosition", "read_question", "write_question"]
