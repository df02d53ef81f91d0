"""Computes with what weight a hand counts: fully, half or not at all.

For any two players, the first hands that they play together on a day count in full, the next ones half, and
further ones not at all. So two friends cannot raise each other's ratings by playing many hands. The weight of
a hand follows from these rules:

- For each pair of its players, the hand has a number: its place among all hands of this pair on that day,
  over all rulesets. The highest of these numbers determines the weight.
- Days are UTC days. A hand belongs to the day on which it ended.
- Hands that do not count for another reason are left out.

Weights follow from the stored hands alone, so the order in which hands arrive does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from paiju.server.app.players.player_service import DAY
from paiju.server.app.ranking_store import FULL_WEIGHT, HALF_WEIGHT, NO_WEIGHT, Pairing, RatedHand

FULL_HANDS: Final = 10
"""Maximum number of hands per day that count in full for two players who play together."""

COUNTED_HANDS: Final = 20
"""Maximum number of hands per day and pair of players that count at all.

The first ``FULL_HANDS`` of these hands count in full, and the others count half.
"""


def pairings_of(rated_hand: RatedHand) -> list[Pairing]:
    """Return one pairing for each two players of a hand. In each pairing, the smaller player id comes first."""
    names = sorted({result.player for result in rated_hand.result.results})
    return [
        Pairing(player=one, other=other, ended=rated_hand.ended, hand=rated_hand.hand, pool=rated_hand.result.pool)
        for one, other in combinations(names, 2)
    ]


def weights_by_hand(pairings: Iterable[Pairing]) -> dict[str, int]:
    """Return the weight of each hand, by hand id: ``FULL_WEIGHT``, ``HALF_WEIGHT`` or ``NO_WEIGHT``.

    ``pairings`` must be complete: for each day and each pair of players of these hands, it must contain all
    pairings of the pair on that day.
    """
    numbers, highest = Counter[tuple[int, str, str]](), dict[str, int]()
    for one in sorted(pairings, key=lambda one: (one.ended, one.hand, one.player, one.other)):
        pair = one.ended // DAY, one.player, one.other
        numbers[pair] += 1
        highest[one.hand] = max(numbers[pair], highest.get(one.hand, 0))
    return {hand: _weight_for_number(number) for hand, number in highest.items()}


def _weight_for_number(number: int) -> int:
    if number <= FULL_HANDS:
        return FULL_WEIGHT
    return HALF_WEIGHT if number <= COUNTED_HANDS else NO_WEIGHT


def day_bounds(hands: Sequence[RatedHand]) -> tuple[int, int]:
    """Return the beginning of the first day and the end of the last day of these hands, in Unix milliseconds."""
    ended = [one.ended for one in hands]
    return min(ended) // DAY * DAY, (max(ended) // DAY + 1) * DAY
