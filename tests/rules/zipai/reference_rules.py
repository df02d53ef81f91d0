"""A plain and slow implementation of ZP-7 and ZP-8, to compare with the engine, whose tables it does not use.

It tries every way to divide the cards. A card is its number, its size, and whether it is the winning one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from paiju.games.zipai.melds import Meld, Source


class Card(NamedTuple):
    number: int
    big: bool
    winning: bool = False


Group = tuple[Card, ...]


def card(kind: int, *, winning: bool = False) -> Card:
    return Card(kind % 10 + 1, kind >= 10, winning)


def is_alike(group: Group) -> bool:
    return len({(one.number, one.big) for one in group}) == 1


def is_meld_of_4_2(group: Group) -> bool:
    numbers = sorted(one.number for one in group)
    one_size = len({one.big for one in group}) == 1
    consecutive = numbers[1] == numbers[0] + 1 and numbers[2] == numbers[0] + 2
    mixed = len(set(numbers)) == 1 and not one_size
    return (one_size and (consecutive or numbers == [2, 7, 10])) or mixed


def points_of(group: Group, source: Source) -> int | None:
    """Return the points of a group in the hand; None if it is neither a meld nor a pair."""
    small, big = _small_and_big_points(group, source)
    return big if group[0].big and small is not None else small


def _small_and_big_points(group: Group, source: Source) -> tuple[int | None, int]:
    completed = source in ("drawn", "hand") and any(one.winning for one in group)
    if len(group) == 2:
        return (0 if is_alike(group) else None), 0
    if len(group) == 4:
        return (None if not is_alike(group) else 6 if completed else 9), (9 if completed else 12)
    if is_alike(group):
        black = group[0].number not in (2, 7, 10)
        return (1, 3) if completed and black else (3, 6)
    if not is_meld_of_4_2(group):
        return None, 0
    numbers = sorted(one.number for one in group)
    return (3, 6) if numbers in ([1, 2, 3], [2, 7, 10]) else (0, 0)


def partitions(cards: Group) -> Iterator[tuple[Group, ...]]:
    """Yield every way to divide the cards into melds of three or four cards and at most one pair."""
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    for size in (2, 3, 4):
        tried = set()
        for others in combinations(range(len(rest)), size - 1):
            group = (first, *(rest[place] for place in others))
            if group in tried or points_of(group, "own") is None:
                continue
            tried.add(group)
            left = tuple(one for place, one in enumerate(rest) if place not in others)
            for more in partitions(left):
                if size > 2 or all(len(other) > 2 for other in more):
                    yield (group, *more)


def laid_points(meld: Meld) -> int:
    assert meld.cards is not None
    group = tuple(map(card, meld.cards))
    small, big = {
        "hide": (3, 6),
        "dead": (3, 6),
        "dragon": (9, 12),
        "open": (6, 9),
        "pong": (3, 6) if group[0].number in (2, 7, 10) else (1, 3),
        "eat": (3, 6) if sorted(one.number for one in group) in ([1, 2, 3], [2, 7, 10]) else (0, 0),
    }[meld.way]
    return big if group[0].big else small


def best(hand: list[int], laid: list[Meld], kind: int | None, source: Source, *, declined: bool = False) -> int | None:
    """Return the points of the best division of a hand; None if the hand does not win."""
    cards = [card(one) for one in hand]
    whole = cards if kind is None else [*cards, card(kind, winning=True)]
    found = list(_division_points(whole, laid, source, declined=declined))
    for place, meld in enumerate(laid):
        if kind is not None and meld.cards == (kind,) * 3:
            fourth = _way_with_fourth(meld, source)
            if fourth:
                raised = [*laid[:place], Meld(fourth, (kind,) * 4), *laid[place + 1 :]]  # type: ignore[arg-type]
                found += _division_points(cards, raised, source, declined=declined)
    return max(found, default=None)


def _way_with_fourth(meld: Meld, source: Source) -> str:
    """Return the way of the meld that a laid three becomes with its fourth card (ZP-5.3, 5.4); "" if it may not."""
    if meld.way == "hide":
        return "dragon" if source == "own" else "open"
    return "open" if meld.way == "pong" and source != "hand" else ""


def _division_points(cards: list[Card], laid: list[Meld], source: Source, *, declined: bool) -> Iterator[int]:
    for groups in partitions(tuple(sorted(cards))):
        fours = sum(meld.way in ("dragon", "open") for meld in laid) + sum(len(group) == 4 for group in groups)
        pairs = sum(len(group) == 2 for group in groups)
        melds = len(laid) + len(groups) - pairs
        if (melds, pairs) != ((6, 1) if fours else (7, 0)):
            continue
        if declined and source != "own" and any(_is_completed_three(group) for group in groups):
            continue
        yield sum(map(laid_points, laid)) + sum(points_of(group, source) or 0 for group in groups)


def _is_completed_three(group: Group) -> bool:
    return len(group) == 3 and is_alike(group) and any(one.winning for one in group)
