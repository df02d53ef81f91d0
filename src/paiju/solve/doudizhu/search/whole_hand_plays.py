"""Decides whether all cards of a hand form one play.

Such a play ends the hand, so the search asks this question very often. Hands must have natural cards only,
and at most four cards of each rank, so that a hand fits into one word.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.doudizhu.cards import EVERY_LANE, ranks_above_count
from paiju.batch.doudizhu.move_generation import ranks_of_stronger_bombs
from paiju.batch.doudizhu.wild_move_generation import is_kind_allowed
from paiju.batch.jit_cache import jit, popcount
from paiju.features.doudizhu.bit_encoding import (
    ATTACH,
    ATTACHED,
    BOMB,
    LONGEST_OF,
    NOTHING,
    SHORTEST,
    UNIT,
)
from paiju.games.doudizhu.cards import SMALL_JOKER
from paiju.games.doudizhu.combinations import ROCKET_POWER
from paiju.solve.doudizhu.search.plays import bodies_above, can_attach

SIZES: Final = 21
SHAPES: Final = np.full((SIZES, 8, 2), NOTHING, np.int64)
"""The kinds and lengths of the plays (except bombs) that have a given number of cards; shape (SIZES, 8, 2).

The first index is the number of cards. Unused rows contain NOTHING.
"""
for _kind in range(BOMB):
    for _length in range(SHORTEST[_kind], LONGEST_OF[_kind] + 1):
        _size = _length * (UNIT[_kind] + ATTACH[_kind] * ATTACHED[_kind])
        if _size < SIZES:
            _free = int(np.argmax(SHAPES[_size, :, 0] == NOTHING))
            SHAPES[_size, _free] = _kind, _length


@jit
def is_one_lead(rules: Any, hand: int) -> bool:
    """Whether all cards of a hand form one play."""
    size = popcount(hand)
    if size >= SIZES:
        return False
    for place in range(8):
        kind, length = SHAPES[size, place, 0], SHAPES[size, place, 1]
        if kind == NOTHING:
            break
        if is_kind_allowed(rules, kind) and is_of_shape(rules, hand, kind, length, -1):
            return True
    return is_one_bomb(rules, hand, size, 0)


@jit
def is_one_answer(rules: Any, hand: int, kind: int, length: int, rank: int, power: int) -> bool:
    """Whether all cards of a hand form one play that beats the given play."""
    size = popcount(hand)
    is_sized = not power and size == length * (UNIT[kind] + ATTACH[kind] * ATTACHED[kind])
    if is_sized and is_of_shape(rules, hand, kind, length, rank):
        return True
    return is_one_bomb(rules, hand, size, power)


@jit
def is_one_bomb(rules: Any, hand: int, size: int, power: int) -> bool:
    """Whether all cards of a hand together are a bomb of four or a rocket that is stronger than ``power``.

    ``size`` is the number of cards in the hand.
    """
    ones = ranks_above_count(hand, 0)
    if size == 4 and ranks_above_count(hand, 3) == ones:
        return ones & ranks_of_stronger_bombs(4, power) != 0
    return size == 2 * rules.decks and ones == 3 << SMALL_JOKER and power < ROCKET_POWER


@jit
def is_of_shape(rules: Any, hand: int, kind: int, length: int, rank: int) -> bool:
    """Whether all cards of a hand together form one play of this kind and length with a rank above ``rank``.

    The caller must have checked that the hand has as many cards as such a play.
    """
    if not ATTACH[kind]:
        ones = ranks_above_count(hand, 0)
        if popcount(ones) != length or ranks_above_count(hand, UNIT[kind] - 1) != ones:
            return False
    bodies = bodies_above(hand, kind, length, rank)
    if not ATTACH[kind]:
        return bodies != 0
    while bodies:
        first = popcount((bodies & -bodies) - 1)
        bodies &= bodies - 1
        rest = hand & ~((((1 << length) - 1) << first) * EVERY_LANE)
        if popcount(rest) == length * ATTACHED[kind] * ATTACH[kind] and can_attach(rules, kind, length, first, hand, 0):
            return True
    return False
