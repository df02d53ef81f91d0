"""Divides hands with wild cards (DDZ-8) into plays: each wild card in turn is assigned to the rank where it saves most."""

from __future__ import annotations

from typing import Final

from paiju.bots.doudizhu.decomposition import Decomposer, Decomposition
from paiju.games.doudizhu.cards import WildRanks, count_of, mask_at_least, ranks_in
from paiju.games.doudizhu.combinations import LONGEST_CHAIN, Combination
from paiju.games.doudizhu.rules import NUMBERS

TRIED: Final = 4
"""The largest number of ranks that are tried for each wild card. The ranks that seem most promising are tried."""


class WildDecomposer:
    """Divides hands into plays in games with one or two wild ranks."""

    def __init__(self, planner: Decomposer, wilds: WildRanks) -> None:
        self._planner = planner
        self._wilds = wilds
        self._moved: dict[int, int] = {}

    def cost(self, counts: int) -> float:
        """Return the lowest cost that was found for a hand with wild cards. ``counts`` are the rank counts of the hand."""
        return self._planner.cost(self.assign_wilds(counts))

    def lower_bound_on_plays(self, counts: int) -> int:
        """Return a lower bound on the number of plays into which ``decompose`` divides a hand."""
        return self._planner.lower_bound_on_plays(self.assign_wilds(counts))

    def decompose(self, counts: int) -> Decomposition:
        """Return the cheapest division of a hand into plays that was found. ``counts`` are the rank counts of the hand.

        In each play, ``used`` says which natural and wild cards the play uses. The shortest plays get natural cards
        first.
        """
        shown = self._planner.decompose(self.assign_wilds(counts))
        plays = []
        for play in sorted(shown.plays, key=lambda play: play.size):
            plays.append(self._with_used_cards(play, counts))
            counts -= plays[-1].used
        return Decomposition(shown.cost, tuple(plays))

    def assign_wilds(self, counts: int) -> int:
        """Choose a rank for each wild card of a hand.

        Returns the rank counts of the hand, in which each wild card counts as the rank that was chosen for it.
        """
        if counts not in self._moved:
            self._moved[counts] = self._assign_wilds(counts)
        return self._moved[counts]

    def _assign_wilds(self, counts: int) -> int:
        best, cost = counts, self._planner.cost(counts)
        for own in [1 << 8 * rank for rank in self._wilds for _ in range(count_of(counts, rank))]:
            options = [best - own + (1 << 8 * rank) for rank in self._promising_ranks(best)]
            costs = [self._planner.cost(option) for option in options]
            if not costs or min(costs) >= cost:
                break
            cost = min(costs)
            best = options[costs.index(cost)]
        return best

    def _promising_ranks(self, counts: int) -> list[int]:
        """Return at most ``TRIED`` ranks to which it seems best to add one more card.

        The candidates are the natural ranks of which the hand has one to three cards, and the ranks next to a rank of
        the hand. The best candidates are those where one more card lowers the cost of the rank's cards most; a rank
        next to a rank of the hand gets a bonus.
        """
        worth = self._planner.worth
        gaps = ranks_in(_ranks_in_gaps(mask_at_least(counts, 1)))
        saved = []
        for rank in range(len(NUMBERS)):
            held = count_of(counts, rank)
            if rank not in self._wilds and (0 < held < 4 or rank in gaps):
                saved.append(
                    (
                        worth.cheapest_split_of_rank(held + 1, rank)[0]
                        - worth.cheapest_split_of_rank(held, rank)[0]
                        - 0.5 * (rank in gaps),
                        rank,
                    )
                )
        return [rank for _, rank in sorted(saved)[:TRIED]]

    def _with_used_cards(self, play: Combination, counts: int) -> Combination:
        """Return a copy of a play in which ``used`` is set: the cards of the hand that make up the play.

        If the hand has a natural card that the play needs, this card is used; otherwise a wild card is used.
        ``counts`` are the rank counts of the hand, which contains enough wild cards.
        """
        shown = play.body + play.attached
        used = sum(
            min(count_of(shown, rank), count_of(counts, rank)) << 8 * rank for rank in ranks_in(mask_at_least(shown, 1))
        )
        missing = play.size - sum(count_of(used, rank) for rank in ranks_in(mask_at_least(used, 1)))
        for rank in self._wilds:
            spare = min(missing, count_of(counts - used, rank))
            used, missing = used + (spare << 8 * rank), missing - spare
        return Combination(play.row, play.body, play.attached, used)


def _ranks_in_gaps(mask: int) -> int:
    """Return a mask of the missing ranks from 3 to A that are next to a present rank."""
    ranks = (1 << 8 * LONGEST_CHAIN) - 1
    near = (mask << 8) | (mask >> 8)
    return near & ~mask & ranks
