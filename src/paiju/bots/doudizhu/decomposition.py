"""Divides a hand into plays at the lowest total cost.

The search removes chains from the hand one after another. The cards that are left after some chains were
removed are a *remainder*. The search divides the cards of a remainder rank by rank, and attaches the most
costly single cards and pairs to trios. It continues with the cheapest remainder first. Several sequences of
chains may lead to the same remainder, which is evaluated only once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from paiju.bots.doudizhu.combination_cost import ROCKET_COST, CombinationCost
from paiju.bots.doudizhu.trick_odds import KINDS
from paiju.bots.float_sum import sum_rounding_each_step
from paiju.games.doudizhu.cards import ONES, contains_counts, mask_at_least
from paiju.games.doudizhu.combinations import (
    BOMBS,
    LONGEST_CHAIN,
    Combination,
    CombinationRow,
    body_counts,
    rocket,
    row_of_category,
)
from paiju.games.doudizhu.rules import Rules

MOST_RESTS: Final = 100
"""The number of different remainders of a hand at which the search ends.

The last step may still exceed this number.
"""
_RANKS: Final = ((1 << 8 * LONGEST_CHAIN) - 1) // 255
SHORTEST_CHAINS: Final = {1: 5, 2: 3, 3: 2}
"""The smallest number of ranks that form a chain.

The key is the number of cards that the chain has of each rank: 1 (straight), 2 (chain of pairs) or 3 (chain
of trios).
"""
PLAIN: Final = {1: row_of_category("single"), 2: row_of_category("pair"), 3: row_of_category("trio"), **BOMBS}
_CHAINS: Final = {1: row_of_category("straight"), 2: row_of_category("pair_chain"), 3: row_of_category("trio_chain")}
_TRIO_KINDS: Final = {
    (1, False): row_of_category("trio_single"),
    (2, False): row_of_category("trio_pair"),
    (1, True): row_of_category("trio_chain_singles"),
    (2, True): row_of_category("trio_chain_pairs"),
}


class Chain(NamedTuple):
    """A chain to remove from a hand: ``length`` ranks up to ``rank``, with ``unit`` cards of each."""

    unit: int
    length: int
    rank: int

    @property
    def body(self) -> int:
        """The cards of the chain, as rank counts."""
        return body_counts(self.unit, self.rank - self.length + 1, self.length)


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A division of a hand into plays, and the cost of this division.

    Single cards and pairs of the hand are attached to its trios if this lowers the cost.
    """

    cost: float
    plays: tuple[Combination, ...]


combination: Final = lru_cache(maxsize=1 << 14)(Combination)
"""``Combination(row, body, attached)``, cached. ``row`` says which kind of combination it is (``CombinationRow``)."""


@lru_cache(maxsize=1 << 14)
def _useful_chains_in_mask(mask: int, exact: int, unit: int) -> tuple[tuple[int, Chain], ...]:
    """Return the chains of ``unit`` cards per rank whose ranks are all in a mask, each paired with its rank counts.

    ``exact`` marks the ranks of which the hand holds exactly ``unit`` cards. Only chains that use up at least
    two such ranks are returned, because other chains do not reduce the number of plays.
    """
    found = []
    shortest = SHORTEST_CHAINS[unit]
    for first in range(LONGEST_CHAIN - shortest + 1):
        window = mask >> 8 * first
        length = ((~window & ONES) & -(~window & ONES)).bit_length() // 8
        for number in range(shortest, length + 1):
            ones = body_counts(1, first, number)
            if (exact & ones).bit_count() >= 2:
                found.append((ones * unit, Chain(unit, number, first + number - 1)))
    return tuple(found)


def _useful_chains(counts: int) -> Iterator[tuple[int, Chain]]:
    counts &= _RANKS * 255
    masks = [mask_at_least(counts, number) for number in (1, 2, 3, 4)]
    for unit in (3, 2, 1):
        mask = masks[unit - 1]
        exact = mask ^ masks[unit]
        if exact & exact - 1:
            yield from _useful_chains_in_mask(mask, exact, unit)


Split = tuple[float, int, tuple[Chain, ...]]
"""A hand divided into chains and other cards: a cost, the remainder and the chains.

The remainder is the rank counts of the other cards.
"""


class Decomposer:
    """Divides hands into plays under one ruleset and one set of costs. The best division of each hand is cached."""

    def __init__(self, rules: Rules, worth: CombinationCost) -> None:
        self.worth = worth
        self._singles = rules.attach_singles
        self._rocket = rocket(rules.decks)
        self._splits: dict[int, Split] = {}

    def cost(self, counts: int) -> float:
        """Return the lowest cost of a hand of natural cards."""
        return self._best_split(counts)[0]

    def _best_split(self, counts: int) -> Split:
        """Return the cheapest division of the cards into chains and other cards. A rocket is always kept together."""
        if counts not in self._splits:
            if contains_counts(counts, self._rocket.body):
                cost, rest, chains = self._search_chains(counts - self._rocket.body)
                self._splits[counts] = cost + ROCKET_COST, rest, chains
            else:
                self._splits[counts] = self._search_chains(counts)
        return self._splits[counts]

    def _search_chains(self, counts: int) -> Split:
        """Return the cheapest division of a hand that a best-first search finds.

        Each step of the search removes one more chain from the cards of the hand. The search ends when no chain is
        left to remove, or when it has found ``MOST_RESTS`` different remainders.
        """
        best: Split = (self._cost_of_split(counts, ()), counts, ())
        queue, seen = [best], {counts}
        while queue and len(seen) < MOST_RESTS:
            _, rest, chains = heappop(queue)
            for body, link in _useful_chains(rest):
                left = rest - body
                if left not in seen:
                    seen.add(left)
                    taken = (*chains, link)
                    split = (self._cost_of_split(left, taken), left, taken)
                    heappush(queue, split)
                    best = min(best, split)
        return best

    def _cost_of_split(self, rest: int, chains: tuple[Chain, ...]) -> float:
        cost, trios, splits = 0.0, 0, self.worth.splits
        for link in chains:
            cost += self.worth.cost_of_chain(*link)
            if link.unit == 3:
                trios += link.length
        loose = []
        for rank, held in enumerate(rest.to_bytes(KINDS, "little")):
            if held:
                part, parts = splits[held][rank] or self.worth.cheapest_split_of_rank(held, rank)
                cost += part
                unit = parts[0][0]
                if unit == 3:
                    trios += 1
                elif part > 0 and (unit == 2 or (unit == 1 and self._singles)):
                    loose.append(part)
        if trios and loose:
            loose.sort(reverse=True)
            cost -= sum_rounding_each_step(loose[:trios])
        return cost

    def lower_bound_on_plays(self, counts: int) -> int:
        """Return a lower bound on the number of plays into which ``decompose`` divides a hand.

        The bound assumes that every trio gets an attachment, and does not count a rocket.
        """
        _, rest, chains = self._best_split(counts)
        number = len(chains) - sum(link.length for link in chains if link.unit == 3)
        for rank, held in enumerate(rest.to_bytes(KINDS, "little")):
            if held:
                _, parts = self.worth.splits[held][rank] or self.worth.cheapest_split_of_rank(held, rank)
                number += sum(many for _, many in parts) - (parts[0][0] == 3)
        return number

    def decompose(self, counts: int) -> Decomposition:
        """Return the division of a hand into plays that costs least."""
        cost, rest, chains = self._best_split(counts)
        parts = _DivisionParts(self._rocket if contains_counts(counts, self._rocket.body) else None)
        for link in chains:
            parts.add_plays(_CHAINS[link.unit], link.body, 1)
        for rank, held in enumerate(rest.to_bytes(KINDS, "little")):
            for unit, number in self.worth.cheapest_split_of_rank(held, rank)[1]:
                parts.add_plays(PLAIN[unit], unit << 8 * rank, number)
        return Decomposition(cost, self._plays_with_attachments(parts))

    def _plays_with_attachments(self, parts: _DivisionParts) -> tuple[Combination, ...]:
        """Return the plays of a division, after attaching single cards and pairs to its trios.

        Trios get the most costly cards as attachments. Longer chains of trios get their attachments before shorter
        ones.
        """
        loose = {unit: {body: self._cost_of_equal(body, unit) for body in parts.loose[unit]} for unit in (1, 2)}
        trios = sorted(parts.trios, key=lambda body: -body.bit_count())
        with_attachments = [self._attach_most_costly(body, loose) for body in trios]
        left = [combination(PLAIN[unit], body) for unit in (1, 2) for body in loose[unit]]
        return (*parts.plays, *with_attachments, *left)

    def _cost_of_equal(self, body: int, unit: int) -> float:
        return self.worth.cost_of_equal(unit, (body.bit_length() - 1) >> 3)

    def _attach_most_costly(self, body: int, loose: dict[int, dict[int, float]]) -> Combination:
        """Return a trio, or a chain of trios, with the most costly attachments.

        The attachments are removed from ``loose``. ``body`` are the cards of the trios. ``loose[1]`` contains the
        single cards that can be attached, and ``loose[2]`` the pairs, each with its cost.
        """
        length = mask_at_least(body, 3).bit_count()
        choices = []
        for unit in (1, 2) if self._singles else (2,):
            fit = [
                one
                for one, cost in loose[unit].items()
                if cost > 0 and not mask_at_least(one, 1) & mask_at_least(body, 1)
            ]
            if len(fit) >= length:
                fit = sorted(fit, key=loose[unit].__getitem__, reverse=True)[:length]
                choices.append((sum_rounding_each_step(loose[unit][one] for one in fit), unit, fit))
        if not choices:
            return combination(_CHAINS[3] if length > 1 else PLAIN[3], body)
        _, unit, fit = max(choices)
        for one in fit:
            del loose[unit][one]
        return combination(_TRIO_KINDS[unit, length > 1], body, sum(fit))


class _DivisionParts:
    """The parts of a division: complete plays, trios, and the singles and pairs that can be attached to trios."""

    def __init__(self, first: Combination | None) -> None:
        self.plays: list[Combination] = [] if first is None else [first]
        self.trios: list[int] = []
        self.loose: dict[int, list[int]] = {1: [], 2: []}

    def add_plays(self, row: CombinationRow, body: int, number: int) -> None:
        """Add ``number`` plays of the kind ``row``, each with the cards ``body``."""
        if row.unit == 3:
            self.trios.append(body)
        elif row.unit < 3 and row.longest == 1 and number == 1:
            self.loose[row.unit].append(body)
        else:
            self.plays += [combination(row, body)] * number
