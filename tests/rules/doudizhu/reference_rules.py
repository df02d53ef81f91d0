"""A plain and slow implementation of DDZ-4, 5 and 8, to compare with the engine, whose tables it does not use.

Every reading of some cards is found by trying every assignment of ranks to the wild cards and every body. A reading is a pair of
category and body; the cards are given. `Kind` says which of the rulebook's variants is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

RANKS = "3456789TJQKA2BR"
NUMBERS = RANKS[:13]
CHAIN = RANKS[:12]

# category, equal cards, shortest chain, whether it may be longer, what is attached to each unit: number and size
SHAPES = (
    ("single", 1, 1, False, 0, 0),
    ("pair", 2, 1, False, 0, 0),
    ("trio", 3, 1, False, 0, 0),
    ("trio_single", 3, 1, False, 1, 1),
    ("trio_pair", 3, 1, False, 1, 2),
    ("straight", 1, 5, True, 0, 0),
    ("pair_chain", 2, 3, True, 0, 0),
    ("trio_chain", 3, 2, True, 0, 0),
    ("trio_chain_singles", 3, 2, True, 1, 1),
    ("trio_chain_pairs", 3, 2, True, 1, 2),
    ("quad_singles", 4, 1, False, 2, 1),
    ("quad_pairs", 4, 1, False, 2, 2),
    *(("bomb", size, 1, False, 0, 0) for size in range(4, 9)),
)


class Kind(NamedTuple):
    """What the combinations of a ruleset depend on."""

    decks: int
    strict: bool
    both_jokers: bool
    singles: bool
    quads: bool


class Reading(NamedTuple):
    category: str
    body: str
    attached: str


@lru_cache(maxsize=1 << 16)
def natural_readings(cards: str, kind: Kind) -> tuple[Reading, ...]:
    """Every reading of these ranks, none of them wild."""
    found = [Reading("rocket", cards, "")] if cards == "B" * kind.decks + "R" * kind.decks else []
    held = Counter(cards)
    for category, unit, shortest, longer, number, size in SHAPES:
        length, rest = divmod(len(cards), unit + number * size)
        if rest or length < shortest or (length > 1 and not longer) or not exists(category, unit, kind):
            continue
        for ranks in chains(length, longer):
            attached = "".join(card for card in cards if card not in ranks)
            if all(held[rank] == unit for rank in ranks) and may_be_attached(attached, size, kind):
                found.append(Reading(category, "".join(rank * unit for rank in ranks), attached))
    return tuple(found)


def exists(category: str, unit: int, kind: Kind) -> bool:
    if category in ("trio_single", "trio_chain_singles"):
        return kind.singles
    if category.startswith("quad"):
        return kind.quads
    return category != "bomb" or unit <= 4 * kind.decks


def chains(length: int, longer: bool) -> Iterator[str]:
    over = CHAIN if longer else RANKS
    return (over[first : first + length] for first in range(len(over) - length + 1))


def may_be_attached(attached: str, size: int, kind: Kind) -> bool:
    """Whether these cards may be attached together (DDZ-4.14)."""
    copies = Counter(attached)
    if size == 2:
        return all(number == 2 for number in copies.values())
    if size == 1 and kind.strict and len(copies) < len(attached):
        return False
    return size != 1 or kind.both_jokers or not (copies["B"] and copies["R"])


def readings(cards: str, kind: Kind, wild: str = "") -> set[tuple[str, str]]:
    """Category and body of every reading, wild cards and all; ``wild`` are none, one or two ranks."""
    natural = [card for card in cards if card not in wild]
    wilds = len(cards) - len(natural)
    if not natural and wild:
        return alone(cards, wild, kind)
    found = set()
    for names in combinations_with_replacement(NUMBERS, wilds):
        shown = "".join(sorted([*natural, *names], key=RANKS.index))
        found |= {
            (one.category, one.body)
            for one in natural_readings(shown, kind)
            if not one.category.startswith("quad") or quad_is_pure(one.body[0], cards)
        }
    return found


def quad_is_pure(rank: str, cards: str) -> bool:
    """No wild card stands in for a card of the quad: all four are of its own rank (DDZ-8.7)."""
    return cards.count(rank) == 4


def alone(cards: str, wild: str, kind: Kind) -> set[tuple[str, str]]:
    """Wild cards without a natural one (DDZ-8.2, 8.4, 8.10)."""
    found = {(one.category, one.body) for one in natural_readings(cards, kind)}
    if len(cards) == 4:
        highest = max(cards, key=RANKS.index)
        found |= {("bomb", highest * 4)}
        found |= {("trio_single", cards[:3])} if len(set(cards)) == 1 and kind.singles else set()
    return found


def subsets(hand: str) -> Iterator[str]:
    """Yield every choice of at least one card of a hand, each once."""
    copies = Counter(hand)
    ranks = [rank for rank in RANKS if copies[rank]]
    for numbers in product(*(range(copies[rank] + 1) for rank in ranks)):
        if any(numbers):
            yield "".join(rank * number for rank, number in zip(ranks, numbers, strict=True))


# ---- what beats what

Table = tuple[str, str, bool, str]
"""A play: category, body, whether a wild card stands for another rank in it, its cards."""


def beats(play: Table, table: Table, wild: str) -> bool:
    """Whether a play beats another (DDZ-5, 8.6)."""
    mine, theirs = bomb_power(play, wild), bomb_power(table, wild)
    if mine or theirs:
        return mine > theirs
    same = play[0] == table[0] and len(play[1]) == len(table[1])
    return same and RANKS.index(play[1][-1]) > RANKS.index(table[1][-1])


def bomb_power(play: Table, wild: str) -> tuple[int, ...]:
    """Return a key that orders bombs: kind, number of cards, whether it has no wild card, rank. Empty for other plays."""
    category, body, soft, _ = play
    if category == "rocket":
        return (3,)
    if category != "bomb":
        return ()
    return (2, RANKS.index(body[0])) if body[0] in wild else (1, len(body), not soft, RANKS.index(body[0]))
