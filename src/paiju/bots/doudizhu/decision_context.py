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
    """Computes and caches the costs of hands and their divisions into plays, at one decision of a seat.

    The hands are the seat's own hand, and what remains of it after a play. The costs depend on what the seat knows
    at this decision.
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
        """Return the total cost of the plays that the seat need not make, because it may keep their cards (DDZ-6.4).

        The most costly plays are chosen first. A play is skipped if its cards, together with those already chosen,
        would be more than the seat may keep.
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
