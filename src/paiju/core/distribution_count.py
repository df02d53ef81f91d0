"""Counts the ways to distribute unseen cards among hidden places (hands, the bottom). Cards of one kind are equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence


def count_distributions(kinds: Iterable[tuple[int, Sequence[bool]]], capacities: Sequence[int]) -> int:
    """Return the number of ways to distribute cards among places so that every place is full.

    ``capacities`` contains the number of cards that fit into each place. ``kinds`` contains, for each kind of card, the
    number of its cards, and for each place whether cards of the kind may lie there. Cards of one kind are equal.
    """
    ways = Counter({tuple(capacities): 1})
    for cards, allowed in kinds:
        after: Counter[tuple[int, ...]] = Counter()
        for left, number in ways.items():
            for rest in _rooms_after_placing(left, cards, allowed):
                after[rest] += number
        ways = after
    return sum(number for left, number in ways.items() if not any(left))


def _rooms_after_placing(capacities: tuple[int, ...], cards: int, allowed: Sequence[bool]) -> Iterator[tuple[int, ...]]:
    """Yield, for every way to put equal cards into the allowed places, the room that is left in each place."""
    if not capacities:
        if not cards:
            yield ()
        return
    for here in range(min(capacities[0], cards) * allowed[0] + 1):
        for others in _rooms_after_placing(capacities[1:], cards - here, allowed[1:]):
            yield (capacities[0] - here, *others)
