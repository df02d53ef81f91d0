"""Cards as thermometers.

A hand is a word of four lanes of sixteen bits; bit *r* of lane *k* says "more than *k* cards of rank *r*" (3 is 0, the big
joker 14). A second word has the lanes for five to eight cards, where two packs are played with. The top bit of a lane is never
set, so that a word is a number of 64 bits that is not negative.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from paiju.batch.jit_cache import jit_inlined, popcount
from paiju.games.doudizhu import cards as exact
from paiju.games.doudizhu.cards import RANKS, SMALL_JOKER

LANE: Final = 0x7FFF
CHAIN: Final = 0x0FFF
"""The ranks that chains run over: 3 to A."""
EVERY: Final = 0x0001_0001_0001_0001
"""Bit 0 of every lane."""
JOKERS: Final = 3 << SMALL_JOKER

FILLED: Final = np.array([sum(1 << 16 * lane for lane in range(unit)) for unit in range(5)], np.int64)
"""What makes the lanes of ``unit`` cards a rank out of a mask of ranks."""


def counts_to_unary(counts: int) -> tuple[int, int]:
    """Counts of ranks, as the exact rules have them, as thermometers."""
    bits = [(place, rank) for rank in range(len(RANKS)) for place in range(exact.count_of(counts, rank))]
    cards, more = (sum(1 << 16 * (place % 4) + rank for place, rank in bits if place // 4 == word) for word in (0, 1))
    return cards, more


@jit_inlined
def ranks_above_count(cards: int, number: int) -> int:
    """The ranks of which there are more than so many."""
    return (cards >> 16 * number) & LANE


@jit_inlined
def mask_to_unary(mask: int, unit: int) -> tuple[int, int]:
    """So many cards of every rank of a mask."""
    return mask * FILLED[min(unit, 4)], mask * FILLED[max(unit - 4, 0)]


@jit_inlined
def count_of(cards: int, more: int, rank: int) -> int:
    """How many cards of a rank."""
    return popcount((cards >> rank) & EVERY) + popcount((more >> rank) & EVERY)


@jit_inlined
def nth_set_bit(mask: int, number: int) -> int:
    """The rank of the set bit before which there are so many."""
    for _ in range(number):
        mask &= mask - 1
    return popcount((mask & -mask) - 1)


@jit_inlined
def remove_cards_one_word(cards: int, taken: int) -> int:
    """The same where no rank has more than four. More than *k* are left: there are more than *j + k* and *j* taken at most."""
    left = 0
    for lanes in range(4):
        left |= cards >> 16 * lanes & ~((taken >> 16 * lanes & LANE) * EVERY)
    return left


@jit_inlined
def remove_cards(cards: int, more: int, taken: int, taken_more: int) -> tuple[int, int]:
    """The cards without those taken, which are among them."""
    if not more:
        return remove_cards_one_word(cards, taken), 0
    for word in (taken, taken_more):
        left = word
        while left:
            mask = left & LANE
            ranks = mask * EVERY
            cards = (cards & ~ranks) | ((cards & ranks) >> 16) | ((more & mask) << 48)
            more = (more & ~ranks) | ((more & ranks) >> 16)
            left >>= 16
    return cards, more


@jit_inlined
def add_cards(cards: int, more: int, added: int, added_more: int) -> tuple[int, int]:
    """The cards together with others."""
    for word in (added, added_more):
        left = word
        while left:
            mask = left & LANE
            ranks = mask * EVERY
            more = (more & ~ranks) | ((more & ranks) << 16) | (cards >> 48 & mask)
            cards = (cards & ~ranks) | ((cards & ranks) << 16) | mask
            left >>= 16
    return cards, more
