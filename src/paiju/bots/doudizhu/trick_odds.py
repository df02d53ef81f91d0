"""Estimates the probability that a combination holds the trick, which means that no enemy beats it.

The estimate uses only the cards that the seat has not seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb, exp, prod
from typing import Final

from paiju.bots.doudizhu.seat_knowledge import Beliefs, OtherSeat
from paiju.bots.float_sum import sum_rounding_each_step
from paiju.games.doudizhu.cards import BIG_JOKER, RANKS, SMALL_JOKER
from paiju.games.doudizhu.combinations import LONGEST_CHAIN, ROCKET_POWER, Combination

KINDS: Final = len(RANKS)
EAGER: Final = {1: 0.5, 2: 0.6, 3: 0.9, 4: 0.6}
"""The probability that a seat beats a play that it is able to beat.

The key is the number of cards of equal rank in the play that is to be beaten. The probability is below 1,
because a seat often keeps a set or a high card instead of beating a low play.
"""
HASTE: Final = ((2, 2.5), (4, 1.6), (7, 1.2))
"""How much more likely a seat is to beat a play if it has few cards left to play: pairs (bound, factor).

A pair applies if the number of cards that the seat still has to play is at most the bound. If several pairs
apply, the first one counts.
"""


@lru_cache(maxsize=1 << 14)
def chance_of_copies(copies: int, need: int, parts: int) -> float:
    """Return the probability that a hand holds at least ``need`` of ``copies`` equal unseen cards.

    The hand consists of ``parts`` / 32 of all unseen cards.
    """
    share = parts / 32
    return sum_rounding_each_step(
        comb(copies, k) * share**k * (1 - share) ** (copies - k) for k in range(max(0, need), copies + 1)
    )


@dataclass(frozen=True, slots=True)
class EnemyOdds:
    """What one enemy may hold, as probabilities.

    - ``has[unit][rank]``: the probability that the enemy holds at least ``unit`` cards of the rank
    - ``above[unit][rank]``: the sum of the probabilities ``has[unit]`` of all higher ranks
    - ``haste``: one of the factors in ``HASTE``, or 1
    - ``rocket``: the probability that the enemy holds a rocket
    """

    size: int
    haste: float
    has: tuple[tuple[float, ...], ...]
    above: tuple[tuple[float, ...], ...]
    bombs: tuple[float, ...]
    """For each rank, the expected number of bombs of higher ranks, including the rocket."""
    rocket: float


def infer_enemy_odds(other: OtherSeat, unseen: int) -> EnemyOdds:
    """Return what an enemy may hold, given the rank counts of the ``unseen`` cards."""
    parts = round(other.share * 32)
    known, hidden = other.known.to_bytes(KINDS, "little"), unseen.to_bytes(KINDS, "little")
    has = tuple(
        tuple(
            chance_of_copies(hidden[rank], unit - known[rank], parts) if unit <= other.size else 0.0
            for rank in range(KINDS)
        )
        for unit in range(5)
    )
    rocket = has[1][SMALL_JOKER] * has[1][BIG_JOKER] if other.size >= 2 else 0.0
    bombs = tuple(count + rocket for count in _sums_above((*has[4][:SMALL_JOKER], 0.0, 0.0)))
    return EnemyOdds(other.size, haste_factor(other.to_go), has, tuple(map(_sums_above, has)), bombs, rocket)


def haste_factor(to_go: int) -> float:
    """Return the factor of ``HASTE`` for a seat that still has to play ``to_go`` cards; 1 if no pair applies."""
    return next((factor for most, factor in HASTE if to_go <= most), 1.0)


def _sums_above(chances: tuple[float, ...]) -> tuple[float, ...]:
    """Return, for each rank, the sum of the values for the higher ranks."""
    sums, running = [0.0] * KINDS, 0.0
    for rank in range(KINDS - 1, -1, -1):
        sums[rank] = running
        running += chances[rank]
    return tuple(sums)


class TrickOdds:
    """Probabilities that combinations hold the trick against all enemies."""

    def __init__(self, known: Beliefs) -> None:
        self.enemies = tuple(infer_enemy_odds(other, known.unseen) for other in known.enemies)
        self.wilds = known.wilds
        self.by_rank = tuple(self._chances_to_hold_by_rank(unit) for unit in range(4))
        self._chains: dict[tuple[int, int, int], float] = {}

    def _chances_to_hold_by_rank(self, unit: int) -> tuple[float, ...]:
        """Return, for each rank, the probability that a play of ``unit`` equal cards of the rank holds the trick.

        The play is a single card, a pair or a trio.
        """
        if unit == 0:
            return ()
        eager = EAGER[unit]
        return tuple(
            exp(-eager * sum_rounding_each_step(one.haste * one.above[unit][rank] for one in self.enemies))
            for rank in range(KINDS)
        )

    def chance_chain_holds_trick(self, unit: int, length: int, rank: int) -> float:
        """Return the probability that a chain holds the trick.

        The chain has ``unit`` cards of each of ``length`` ranks; ``rank`` is the highest of them.
        """
        key = (unit, length, rank)
        if key not in self._chains:
            self._chains[key] = exp(-sum_rounding_each_step(_expected_higher_chains(one, *key) for one in self.enemies))
        return self._chains[key]

    def chance_bomb_holds_trick(self, size: int, rank: int) -> float:
        """Return the probability that a bomb holds the trick."""
        return exp(-sum_rounding_each_step(_expected_higher_bombs(one, size, rank) for one in self.enemies))

    def chance_to_hold_trick(self, combo: Combination) -> float:
        """Return the probability that a combination holds the trick.

        The enemies' bombs are ignored unless the combination is itself a bomb.
        """
        if combo.bomb:
            return (
                1.0 if combo.power(self.wilds) >= ROCKET_POWER else self.chance_bomb_holds_trick(combo.size, combo.rank)
            )
        if all(one.size < combo.size for one in self.enemies):
            return 1.0
        if combo.length > 1:
            return self.chance_chain_holds_trick(combo.row.unit, combo.length, combo.rank)
        return self.by_rank[min(combo.row.unit, 3)][combo.rank]


def _expected_higher_chains(one: EnemyOdds, unit: int, length: int, rank: int) -> float:
    """Return how many chains of this unit and length above ``rank`` an enemy is expected to hold."""
    if one.size < unit * length:
        return 0.0
    has = one.has[unit]
    return sum_rounding_each_step(prod(has[top - length + 1 : top + 1]) for top in range(rank + 1, LONGEST_CHAIN))


def _expected_higher_bombs(one: EnemyOdds, size: int, rank: int) -> float:
    return one.bombs[rank] if size <= 4 else one.rocket + 0.15 * (8 - size)
