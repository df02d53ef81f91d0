"""``DecisionContext``: what a seat knows at a decision, with the costs and decompositions of hands, which are cached."""

from __future__ import annotations

from paiju.bots.doudizhu.combination_cost import CombinationCost
from paiju.bots.doudizhu.decomposition import Decomposer, Decomposition
from paiju.bots.doudizhu.seat_knowledge import Beliefs
from paiju.bots.doudizhu.trick_odds import TrickOdds
from paiju.bots.doudizhu.wild_decomposition import WildDecomposer
from paiju.games.doudizhu.cards import count_cards_of_ranks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset


class DecisionContext:
    """Computes the cost and the division into plays of any hand that a seat may come to hold.

    The costs are based on what the seat knows now.
    """

    def __init__(self, compiled: CompiledRuleset, known: Beliefs) -> None:
        self.compiled = compiled
        self.known = known
        self.odds = TrickOdds(known)
        self.worth = CombinationCost(self.odds)
        self._natural = Decomposer(compiled.rules, self.worth)
        self._wilds = WildDecomposer(self._natural, known.wilds) if known.wilds else None
        self._plans: dict[int, Decomposition] = {}

    def decomposer_for(self, counts: int) -> Decomposer | WildDecomposer:
        """Return the decomposer for a hand: a ``WildDecomposer`` if it has wild cards, otherwise a ``Decomposer``."""
        return (
            self._wilds if self._wilds is not None and count_cards_of_ranks(counts, self.known.wilds) else self._natural
        )

    def decompose(self, counts: int) -> Decomposition:
        """Return the division of a hand into plays."""
        if counts not in self._plans:
            self._plans[counts] = self.decomposer_for(counts).decompose(counts)
        return self._plans[counts]

    def cost(self, counts: int) -> float:
        """Return the cost of a hand. Cards that the seat may keep at the end (DDZ-6.4) cost nothing."""
        cost = self.decomposer_for(counts).cost(counts)
        return cost - self._cost_of_spare_cards(counts) if self.known.spare else cost

    def _cost_of_spare_cards(self, counts: int) -> float:
        """Return the total cost of the plays that the seat need not make, because it may keep their cards at the end.

        These plays are chosen in the order of their costs, the most costly first, as long as the kept cards are not
        too many.
        """
        saved, spare = 0.0, self.known.spare
        for cost, size in sorted(
            ((self.worth.cost(play), play.size) for play in self.decompose(counts).plays), reverse=True
        ):
            if cost > 0 and size <= spare:
                saved, spare = saved + cost, spare - size
        return saved

    def chance_to_hold_trick(self, combo: Combination) -> float:
        """Return the probability that no enemy beats the combination."""
        return self.odds.chance_to_hold_trick(combo)
