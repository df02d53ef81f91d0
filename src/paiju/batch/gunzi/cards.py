"""Card sets of Gunzi in unary code, and numbered ways to choose cards from a set.

A set of cards is four words, the lanes: bit *k* of lane *n* means "more than *n* cards of kind *k*" (``games.gunzi.cards``).
The ways to choose cards are in the order of ``games.gunzi.card_choices``, so a number means the same cards in both modules.
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np

from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.games.gunzi.cards import BIG_JOKER, COPIES, KINDS, SMALL_JOKER, kind_of
from paiju.games.gunzi.trumps import CALLS, CLASSES, make_trumps

Lanes = tuple[int, int, int, int]

ALL_KINDS: Final = (1 << KINDS) - 1
JOKERS: Final = 1 << SMALL_JOKER | 1 << BIG_JOKER
FIVES: Final = sum(1 << kind_of(5, suit) for suit in range(4))
TEN_POINT_CARDS: Final = sum(1 << kind_of(rank, suit) for suit in range(4) for rank in (10, 13))
POINT_CARDS: Final = FIVES | TEN_POINT_CARDS

ANY: Final = 0
BEST: Final = 1
UNBROKEN: Final = 2
"""``ANY``, ``BEST`` and ``UNBROKEN`` say which shapes a choice of cards may have (GZ-6.4, R6).

The shape of a choice is the number of quads, triples, pairs and singles in it. Shapes are ordered: those with
larger sets come first.

- ``ANY`` allows all shapes.
- ``BEST`` allows only the first shape that the cards can form.
- ``UNBROKEN`` allows the shapes from that one up to the first shape that takes no pair or triple out of a
  larger set. Singles may come from any set.
"""

_COMB: Final = np.array([[comb(n, k) for k in range(KINDS + 1)] for n in range(KINDS + 1)], np.int64)


# ---- trumps and ranking (``games.gunzi.trumps``), by level, call and kind

_LEVELS: Final = range(2, 15)


def _mask_of_kinds(kinds: Any) -> int:
    return sum(1 << kind for kind in kinds)


def _masks_by_order(order: tuple[int, ...]) -> list[int]:
    found = [_mask_of_kinds(kind for kind in range(KINDS) if order[kind] == place) for place in sorted(set(order))]
    return [0] * (MOST_GROUPS - len(found)) + found


MOST_GROUPS: Final = 32
"""An upper bound on the number of groups of kinds that rank equally."""
_TABLES: Final = [[make_trumps(max(level, _LEVELS[0]), call) for call in CALLS] for level in range(_LEVELS[-1] + 1)]
SUIT: Final = np.array([[one.suit for one in row] for row in _TABLES], np.int8)
ORDER: Final = np.array([[one.order for one in row] for row in _TABLES], np.int16)
KINDS_OF_CLASS: Final = np.array(
    [
        [
            [_mask_of_kinds(kind for kind in range(KINDS) if one.suit[kind] == suit) for suit in range(CLASSES)]
            for one in row
        ]
        for row in _TABLES
    ],
    np.int64,
)
"""Masks of the kinds of cards in each class, indexed by level, trump call and class.

The index of a trump call is that in ``trumps.CALLS``. A class is a side suit or the trumps.
"""
GROUPS: Final = np.array([[_masks_by_order(one.order) for one in row] for row in _TABLES], np.int64)
"""Masks of the kinds that rank equally, the lowest rank first; indexed by level, trump call and rank.

There are always ``MOST_GROUPS`` masks. Unused places come before the lowest rank and contain 0.
"""


# ---- sums and differences of card sets


@jit
def card_count(cards: Any) -> int:
    """Return the number of cards in a set."""
    return popcount(cards[0]) + popcount(cards[1]) + popcount(cards[2]) + popcount(cards[3])


@jit_inlined
def count_of(cards: Any, kind: int) -> int:
    """Return the number of cards of a kind in a set."""
    return (cards[0] >> kind & 1) + (cards[1] >> kind & 1) + (cards[2] >> kind & 1) + (cards[3] >> kind & 1)


@jit
def points_in(cards: Any) -> int:
    """Return how many points the cards are worth (GZ-1.2)."""
    points = 0
    for lane in range(COPIES):
        points += 5 * popcount(cards[lane] & FIVES) + 10 * popcount(cards[lane] & TEN_POINT_CARDS)
    return points


@jit_inlined
def add_one_of_kinds(cards: Any, kinds: int) -> None:
    """Add one card of each kind in the mask ``kinds``, in place."""
    cards[3] |= cards[2] & kinds
    cards[2] |= cards[1] & kinds
    cards[1] |= cards[0] & kinds
    cards[0] |= kinds


@jit_inlined
def remove_one_of_kinds(cards: Any, kinds: int) -> None:
    """Remove one card of each kind in the mask ``kinds``, if there is one, in place."""
    cards[0] = (cards[0] & ~kinds) | (cards[1] & kinds)
    cards[1] = (cards[1] & ~kinds) | (cards[2] & kinds)
    cards[2] = (cards[2] & ~kinds) | (cards[3] & kinds)
    cards[3] &= ~kinds


@jit
def add_cards(cards: Any, others: Any) -> None:
    """Add ``others`` to ``cards``, in place."""
    for lane in range(COPIES):
        if others[lane]:
            add_one_of_kinds(cards, others[lane])


@jit
def remove_cards(cards: Any, others: Any) -> None:
    """Remove ``others`` from ``cards`` as far as they are present, in place."""
    for lane in range(COPIES):
        if others[lane]:
            remove_one_of_kinds(cards, others[lane])


@jit_inlined
def overwrite_cards(cards: Any, others: Any) -> None:
    """Overwrite ``cards`` with ``others``, in place."""
    for lane in range(COPIES):
        cards[lane] = others[lane]


@jit_inlined
def clear_cards(cards: Any) -> None:
    """Remove all cards, in place."""
    for lane in range(COPIES):
        cards[lane] = 0


@jit_inlined
def lowest_set_bit_index(mask: int) -> int:
    """Return the position of the lowest set bit of a mask, such as the lowest kind or the lowest seat."""
    return popcount((mask & -mask) - 1)


@jit_inlined
def lanes_tuple(cards: Any) -> Lanes:
    """Convert a set of cards to a tuple. A row stores it as an array of four lanes."""
    return cards[0], cards[1], cards[2], cards[3]


@jit_inlined
def cards_of_kinds(cards: Any, kinds: int) -> Lanes:
    """Return those of the cards whose kind is in the mask ``kinds``."""
    return cards[0] & kinds, cards[1] & kinds, cards[2] & kinds, cards[3] & kinds


@jit_inlined
def copies_of_kind(kind: int, copies: int) -> Lanes:
    """Return a set of ``copies`` cards of a kind."""
    return (copies > 0) << kind, (copies > 1) << kind, (copies > 2) << kind, (copies > 3) << kind


# ---- choices


@jit
def nth_choice(cards: Lanes, number: int, shapes: int, index: int) -> tuple[Lanes, int]:
    """Return the ``index``-th way (from 0) to choose ``number`` cards, as a pair: the cards, and -1.

    Ways that choose larger sets come first. ``shapes`` is ANY, BEST or UNBROKEN. If there are only k ways, and k is
    at most ``index``, the pair is: no cards, and ``index`` - k.
    """
    twos, threes, fours = popcount(cards[1]), popcount(cards[2]), popcount(cards[3])
    possible = unbroken = False
    for four in range(number // 4, -1, -1):
        for three in range((number - 4 * four) // 3, -1, -1):
            rest = number - 4 * four - 3 * three
            for two in range(rest // 2, -1, -1):
                ways = _count_ways(cards, four, three, two, rest - 2 * two)
                if index < ways:
                    return _nth_of_shape(cards, four, three, two, rest - 2 * two, index), -1
                index -= ways
                possible |= ways > 0
                unbroken |= four <= fours and three <= threes - fours and two <= twos - threes
                if possible and (shapes == BEST or (shapes == UNBROKEN and unbroken)):
                    return (0, 0, 0, 0), index
    return (0, 0, 0, 0), index


@jit
def choice_number(cards: Lanes, number: int, chosen: Lanes) -> int:
    """Return the number that ``nth_choice`` gives to the way in which the cards ``chosen`` are chosen from a set.

    ``number`` is the number of cards chosen.
    """
    found = 0
    fours, threes = popcount(chosen[3]), popcount(chosen[2] & ~chosen[3])
    twos = popcount(chosen[1] & ~chosen[2])
    for four in range(number // 4, -1, -1):
        for three in range((number - 4 * four) // 3, -1, -1):
            rest = number - 4 * four - 3 * three
            for two in range(rest // 2, -1, -1):
                if four == fours and three == threes and two == twos:
                    return found + _index_in_shape(cards, chosen, four, three, two)
                found += _count_ways(cards, four, three, two, rest - 2 * two)
    return found


@jit
def _count_ways(cards: Lanes, four: int, three: int, two: int, one: int) -> int:
    """Return in how many ways quads, triples, pairs and singles can be chosen from a set.

    ``four``, ``three``, ``two`` and ``one`` say how many of each are chosen.
    """
    larger = four + three
    ways = _binomial(popcount(cards[3]), four) * _binomial(popcount(cards[2]) - four, three)
    return ways * _binomial(popcount(cards[1]) - larger, two) * _binomial(popcount(cards[0]) - larger - two, one)


@jit
def _index_in_shape(cards: Lanes, chosen: Lanes, four: int, three: int, two: int) -> int:
    """Return the index of a choice among all choices of the same shape: the inverse of ``_nth_of_shape``."""
    taken = chosen[3]
    number, ways = _index_of_choice_of_kinds(cards[3], taken), _binomial(popcount(cards[3]), four)
    pool, kinds = cards[2] & ~taken, chosen[2] & ~taken
    number, ways = number + ways * _index_of_choice_of_kinds(pool, kinds), ways * _binomial(popcount(pool), three)
    taken |= kinds
    pool, kinds = cards[1] & ~taken, chosen[1] & ~taken
    number, ways = number + ways * _index_of_choice_of_kinds(pool, kinds), ways * _binomial(popcount(pool), two)
    taken |= kinds
    return number + ways * _index_of_choice_of_kinds(cards[0] & ~taken, chosen[0] & ~taken)


@jit
def _index_of_choice_of_kinds(pool: int, kinds: int) -> int:
    """Return the index of a choice of kinds, as ``_nth_choice_of_kinds`` numbers them. Both arguments are masks."""
    behind, times, number = popcount(pool), popcount(kinds), 0
    while times:
        behind -= 1
        first = pool & -pool
        if kinds & first:
            times -= 1
        else:
            number += _binomial(behind, times - 1)
        pool ^= first
    return number


@jit_inlined
def _binomial(kinds: int, times: int) -> int:
    return int(_COMB[max(kinds, 0), times])


@jit
def _nth_of_shape(cards: Lanes, four: int, three: int, two: int, one: int, index: int) -> Lanes:
    """Return the ``index``-th way (from 0) to choose given numbers of quads, triples, pairs and singles.

    ``four``, ``three``, ``two`` and ``one`` are these numbers, in this order.
    """
    fours, index = _nth_choice_of_kinds(cards[3], four, index)
    threes, index = _nth_choice_of_kinds(cards[2] & ~fours, three, index)
    taken = fours | threes
    twos, index = _nth_choice_of_kinds(cards[1] & ~taken, two, index)
    taken |= twos
    ones, index = _nth_choice_of_kinds(cards[0] & ~taken, one, index)
    return ones | taken, taken, threes | fours, fours


@jit
def _nth_choice_of_kinds(pool: int, times: int, index: int) -> tuple[int, int]:
    """Return a mask of ``times`` kinds chosen from the mask ``pool``, and the index of the later choices.

    The cards of a shape are chosen in steps: quads, triples, pairs, singles. ``index`` stands for the choices in
    this step and all later ones. The choice here is ``index`` modulo the number of possible choices here, in
    lexicographic order. The quotient is the index of the later choices.
    """
    behind = popcount(pool)
    ways = _binomial(behind, times)
    here, found = index % ways, 0
    while times:
        behind -= 1
        first = pool & -pool
        with_it = _binomial(behind, times - 1)
        if here < with_it:
            times -= 1
            found |= first
        else:
            here -= with_it
        pool ^= first
    return found, index // ways
