"""Counts the ways to distribute unseen cards among hidden places (hands, the bottom).

Cards of one kind are not distinguished.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence


def count_distributions(kinds: Iterable[tuple[int, Sequence[bool]]], capacities: Sequence[int]) -> int:
    """Return the number of ways to distribute cards among places so that every place is full.

    ``capacities`` contains the number of cards that fit into each place. ``kinds`` contains a pair for each kind
    of card: the number of cards of this kind, and a list that says for each place whether the kind may lie there.
    Cards of one kind are equal.
    """
    ways = Counter({tuple(capacities): 1})
    for cards, allowed in kinds:
        after: Counter[tuple[int, ...]] = Counter()
        for left, number in ways.items():
            for rest in _remaining_capacities(left, cards, allowed):
                after[rest] += number
        ways = after
    return sum(number for left, number in ways.items() if not any(left))


def _remaining_capacities(
    capacities: tuple[int, ...], cards: int, allowed: Sequence[bool]
) -> Iterator[tuple[int, ...]]:
    """Yield the capacities that are left after ``cards`` equal cards are put into the places, once for each way.

    ``allowed`` says for each place whether these cards may be put there.
    """
    if not capacities:
        if not cards:
            yield ()
        return
    for here in range(min(capacities[0], cards) * allowed[0] + 1):
        for others in _remaining_capacities(capacities[1:], cards - here, allowed[1:]):
            yield (capacities[0] - here, *others)
