"""Solves Da Zi Pai: counts the winning cards of a hand while the stock is hidden, and solves open endings.

In an open ending, all hands and the next cards of the stock are known.
"""

from paiju.solve.zipai.family_solver import EndingGuarantee, ZiPaiSolver
from paiju.solve.zipai.position import ZiPaiEnding
from paiju.solve.zipai.winning_cards import chance_of_drawing, count_waits

__all__ = ["EndingGuarantee", "ZiPaiEnding", "ZiPaiSolver", "chance_of_drawing", "count_waits"]
