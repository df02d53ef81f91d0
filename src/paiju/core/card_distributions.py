"""Counts the ways in which unseen cards can be distributed among hidden places. Cards of one kind are equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence


def count_distributions(kinds: Iterable[tuple[int, Sequence[bool]]], rooms: Sequence[int]) -> int:
    """Return the number of ways in which cards can fill places that have room for ``rooms`` cards each.

    For each kind, ``kinds`` gives the number of its cards and, for each place, whether they may lie there. Every
    place is filled.
    """
    ways = Counter({tuple(rooms): 1})
    for cards, allowed in kinds:
        after: Counter[tuple[int, ...]] = Counter()
        for left, number in ways.items():
            for rest in _rooms_after_placing(left, cards, allowed):
                after[rest] += number
        ways = after
    return sum(number for left, number in ways.items() if not any(left))


def _rooms_after_placing(rooms: tuple[int, ...], cards: int, allowed: Sequence[bool]) -> Iterator[tuple[int, ...]]:
    """Yield the rooms that are left after equal cards have been put into allowed places, in every way."""
    if not rooms:
        if not cards:
            yield ()
        return
    for here in range(min(rooms[0], cards) * allowed[0] + 1):
        for others in _rooms_after_placing(rooms[1:], cards - here, allowed[1:]):
            yield (rooms[0] - here, *others)
