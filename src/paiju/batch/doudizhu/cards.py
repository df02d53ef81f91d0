"""Card sets of Dou Dizhu in unary code, as the compiled code uses them.

A hand is a word of four lanes of sixteen bits; bit *r* of lane *k* means "more than *k* cards of rank *r*" (rank 0 is 3,
rank 14 the big joker). With two packs, a second word holds the lanes for the fifth to eighth card. The top bit of a lane is
never set, so a word is a non-negative 64-bit integer.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import numpy as np

from paiju.batch.jit_cache import jit_inlined, popcount
from paiju.games.doudizhu import cards as exact
from paiju.games.doudizhu.cards import RANKS, SMALL_JOKER

LANE: Final = 0x7FFF
CHAIN_RANKS: Final = 0x0FFF
"""A mask of the ranks that can be in chains: 3 to A."""
EVERY_LANE: Final = 0x0001_0001_0001_0001
"""A word with bit 0 of every lane set.

Multiplied by a mask of ranks, it gives a word that has this mask in every lane.
"""
JOKERS: Final = 3 << SMALL_JOKER

FILLED: Final = np.array([sum(1 << 16 * lane for lane in range(unit)) for unit in range(5)], np.int64)
"""``mask * FILLED[unit]`` is the set of cards that has ``unit`` cards of each rank in ``mask``."""


@lru_cache(1 << 14)
def counts_to_unary(counts: int) -> tuple[int, int]:
    """Convert rank counts of the exact rules (``games.doudizhu.cards``) to the two words of the unary code."""
    bits = [(place, rank) for rank in range(len(RANKS)) for place in range(exact.count_of(counts, rank))]
    cards, more = (sum(1 << 16 * (place % 4) + rank for place, rank in bits if place // 4 == word) for word in (0, 1))
    return cards, more


def unary_to_counts(cards: int, more: int = 0) -> int:
    """Convert ``cards`` and ``more``, the two words of the unary code, to rank counts of the exact rules.

    The module ``games.doudizhu.cards`` defines the rank counts.
    """
    return _word_to_counts(int(cards)) + _word_to_counts(int(more))


def _word_to_counts(word: int) -> int:
    lanes = word & LANE, word >> 16 & LANE, word >> 32 & LANE, word >> 48 & LANE
    return sum(map(_rank_mask_to_counts, lanes)) if word else 0


@cache
def _rank_mask_to_counts(ranks: int) -> int:
    """Convert a mask of ranks to rank counts: one card of each rank in the mask."""
    return sum((ranks >> rank & 1) << 8 * rank for rank in range(15))


@jit_inlined
def ranks_above_count(cards: int, number: int) -> int:
    """Return a mask of the ranks of which there are more than ``number`` cards."""
    return (cards >> 16 * number) & LANE


@jit_inlined
def mask_to_unary(mask: int, unit: int) -> tuple[int, int]:
    """Return the two words that stand for ``unit`` cards of every rank in a mask."""
    return mask * FILLED[min(unit, 4)], mask * FILLED[max(unit - 4, 0)]


@jit_inlined
def count_of(cards: int, more: int, rank: int) -> int:
    """Return the number of cards of a rank in a set of cards.

    ``cards`` and ``more`` are the two words of the set.
    """
    return popcount((cards >> rank) & EVERY_LANE) + popcount((more >> rank) & EVERY_LANE)


@jit_inlined
def nth_set_bit(mask: int, number: int) -> int:
    """Return the position of the ``number``-th set bit (from 0) of a mask."""
    for _ in range(number):
        mask &= mask - 1
    return popcount((mask & -mask) - 1)


@jit_inlined
def without_cards_one_word(cards: int, taken: int) -> int:
    """Return the cards of ``cards`` that are left without ``taken``. No rank has more than four cards.

    So one word holds each set of cards. More than *k* cards of a rank are left exactly if, for some *j*, the hand
    had more than *j + k* cards of the rank, and at most *j* of them are taken. Each step of the loop handles one
    *j*, for all ranks and all *k* at the same time.
    """
    left = 0
    for lanes in range(4):
        left |= cards >> 16 * lanes & ~((taken >> 16 * lanes & LANE) * EVERY_LANE)
    return left


@jit_inlined
def without_cards(cards: int, more: int, taken: int, taken_more: int) -> tuple[int, int]:
    """Remove cards from a hand that contains them. Returns the two words of the remaining hand.

    ``cards`` and ``more`` are the two words of the hand, ``taken`` and ``taken_more`` those of the cards to remove.
    """
    if not more:
        return without_cards_one_word(cards, taken), 0
    for word in (taken, taken_more):
        left = word
        while left:
            mask = left & LANE
            ranks = mask * EVERY_LANE
            cards = (cards & ~ranks) | ((cards & ranks) >> 16) | ((more & mask) << 48)
            more = (more & ~ranks) | ((more & ranks) >> 16)
            left >>= 16
    return cards, more


@jit_inlined
def with_cards(cards: int, more: int, added: int, added_more: int) -> tuple[int, int]:
    """Return a hand after cards are added, as the two 64-bit words that encode the hand.

    ``cards`` and ``more`` are the two words of the hand before. ``added`` and ``added_more`` are the two words of
    the cards to add.
    """
    for word in (added, added_more):
        left = word
        while left:
            mask = left & LANE
            ranks = mask * EVERY_LANE
            more = (more & ~ranks) | ((more & ranks) << 16) | (cards >> 48 & mask)
            cards = (cards & ~ranks) | ((cards & ranks) << 16) | mask
            left >>= 16
    return cards, more
