"""Costs of combinations, in turns.

The costs of all plays into which a hand is divided add up to the cost of the hand. The cost of most
combinations is computed in this way:

- Playing it costs one turn.
- If it holds the trick (no enemy beats it), the seat leads again. This saves the turn.
- If it can also regain the lead for the seat, it saves part of a second turn.

A low single card therefore costs about a whole turn, and a 2 that nobody can beat has a negative cost.
"""

from __future__ import annotations

from typing import Final

from paiju.bots.doudizhu.trick_odds import KINDS, TrickOdds
from paiju.bots.float_sum import sum_rounding_each_step
from paiju.games.doudizhu.combinations import Combination

WINS_BACK: Final = (0.0, 0.8, 0.55, 0.35)
"""The part of a second turn that a play of equal cards saves if it holds the trick.

It saves this part because it can regain the lead. The index is the number of equal cards: 1, 2 or 3.
"""
CHAIN_WINS_BACK: Final = 0.1
"""The part of a second turn that a chain saves if it holds the trick, because it can regain the lead."""
BOMB_COST: Final = -0.3
BOMB_HOLDS: Final = 0.9
ROCKET_COST: Final = -1.65

Parts = tuple[tuple[int, int], ...]
"""A division of equal cards into plays: pairs (size of a play, number of plays of this size)."""
SPLITS: Final[dict[int, tuple[Parts, ...]]] = {
    0: ((),),
    1: (((1, 1),),),
    2: (((2, 1),), ((1, 2),)),
    3: (((3, 1),), ((2, 1), (1, 1)), ((1, 3),)),
    **{size: (((size, 1),),) for size in range(4, 9)},
}
"""The ways to divide equal cards into plays, by the number of equal cards. Bombs are not divided."""


class CombinationCost:
    """Costs of combinations, computed from the probability that each holds the trick, and cached."""

    def __init__(self, odds: TrickOdds) -> None:
        self.odds = odds
        self.unit = tuple(tuple(self._cost_of_unit(unit, rank) for rank in range(KINDS)) for unit in range(4))
        self.splits: list[list[tuple[float, Parts] | None]] = [[None] * KINDS for _ in range(len(SPLITS))]
        """``splits[held][rank]`` is the result of ``cheapest_split_of_rank`` for these arguments; None if not yet known."""
        self._chains: dict[tuple[int, int, int], float] = {}

    def _cost_of_unit(self, unit: int, rank: int) -> float:
        if unit == 0:
            return 0.0
        return 1 - self.odds.by_rank[unit][rank] * (1 + WINS_BACK[unit])

    def cost_of_equal(self, unit: int, rank: int) -> float:
        """Return the cost of playing ``unit`` cards of a rank together."""
        return (
            self.unit[unit][rank]
            if unit < 4
            else BOMB_COST - BOMB_HOLDS * self.odds.chance_bomb_holds_trick(unit, rank)
        )

    def cheapest_split_of_rank(self, held: int, rank: int) -> tuple[float, Parts]:
        """Return the cheapest division of ``held`` cards of a rank into plays: its cost, and the division itself."""
        found = self.splits[held][rank]
        if found is None:
            found = self.splits[held][rank] = min((self._cost_of_parts(parts, rank), parts) for parts in SPLITS[held])
        return found

    def _cost_of_parts(self, parts: Parts, rank: int) -> float:
        return sum_rounding_each_step(self.cost_of_equal(unit, rank) * number for unit, number in parts)

    def cost_of_chain(self, unit: int, length: int, rank: int) -> float:
        """Return the cost of a chain of ``unit`` cards of each of ``length`` ranks; ``rank`` is the highest of them."""
        key = (unit, length, rank)
        if key not in self._chains:
            self._chains[key] = 1 - self.odds.chance_chain_holds_trick(*key) * (1 + CHAIN_WINS_BACK)
        return self._chains[key]

    def cost(self, combo: Combination) -> float:
        """Return the cost of any combination."""
        if combo.category == "rocket":
            return ROCKET_COST
        if combo.length > 1:
            return self.cost_of_chain(combo.row.unit, combo.length, combo.rank)
        if combo.row.category.startswith("quad"):
            return 0.5
        return self.cost_of_equal(combo.row.unit, combo.rank)
