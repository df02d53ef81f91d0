"""Counts the ways to attach cards to a Dou Dizhu play, and makes the n-th way without listing all (DDZ-4.14).

The parameter ``manner`` of the functions says which attachments are allowed:

- PAIRS: pairs
- LOOSE (0): any single cards
- STRICT, APART or both of these flags: single cards, with the restriction of each flag
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np

from paiju.batch.doudizhu.cards import FILLED, count_of, nth_set_bit, ranks_above_count
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.games.doudizhu.cards import SMALL_JOKER

LOOSE: Final = 0
STRICT: Final = 1
"""Flag of ``manner``: attached single cards must have different ranks."""
APART: Final = 2
"""Flag of ``manner``: the two jokers may not be attached together."""
PAIRS: Final = 4

_BINOMIAL_SIZE: Final = 21
BINOMIAL: Final = np.array([[comb(n, k) for k in range(_BINOMIAL_SIZE)] for n in range(_BINOMIAL_SIZE)], np.int64)


@jit_inlined
def count_attachments(manner: int, number: int, rest: int, more: int) -> int:
    """Return the number of ways to attach ``number`` singles or pairs to a body.

    ``manner`` says which ways are allowed. ``rest`` and ``more`` are the two 64-bit words of the cards in the
    hand that are not in the body.
    """
    if manner == PAIRS:
        return BINOMIAL[popcount(ranks_above_count(rest, 1)), number]
    ones = popcount(ranks_above_count(rest, 0))
    if number == 1:
        return ones
    if number == 2:
        jokers = (manner & APART != 0) & (ranks_above_count(rest, 0) >> SMALL_JOKER == 3)
        return ones * (ones - 1) // 2 + (0 if manner & STRICT else popcount(ranks_above_count(rest, 1))) - jokers
    return attachment_table(manner, number, rest, more)[0, number]


@jit
def attachment_table(manner: int, number: int, rest: int, more: int) -> Any:
    """Return a table with the numbers of ways to attach cards; shape (16, ``number`` + 1).

    The element [rank, n] is the number of ways to attach *n* singles or pairs, each of this rank or a higher one.
    ``manner``, ``rest`` and ``more`` are those of ``count_attachments``.
    """
    found = np.zeros((16, number + 1), np.int64)
    found[15, 0] = 1
    for rank in range(14, -1, -1):
        apart = rank == SMALL_JOKER and manner & APART
        most = count_attachable_of_rank(manner, rest, more, rank)
        for size in range(number + 1):
            total = found[rank + 1, size]
            for taken in range(1, min(most, size) + 1):
                # attached with a small joker, no big joker is allowed
                total += (taken == size) if apart else found[rank + 1, size - taken]
            found[rank, size] = total
    return found


@jit_inlined
def count_attachable_of_rank(manner: int, rest: int, more: int, rank: int) -> int:
    """Return how many singles or pairs of the rank ``rank`` can be attached.

    ``rest`` and ``more`` are the two words of the remaining cards of the hand, without the body of the
    combination.
    """
    held = count_of(rest, more, rank)
    if manner == PAIRS:
        return 1 if held >= 2 else 0
    return min(held, 1) if manner & STRICT else held


@jit
def nth_attachment(manner: int, number: int, rest: int, more: int, which: int) -> tuple[int, int]:
    """Return the ``which``-th way (from 0) to attach ``number`` singles or pairs: the attached cards, as two words.

    ``manner``, ``rest`` and ``more`` are as in ``count_attachments``.
    """
    size = 2 if manner == PAIRS else 1
    if number == 1:
        return (1 << nth_set_bit(ranks_above_count(rest, size - 1), which)) * FILLED[size], 0
    return nth_attachment_from_table(attachment_table(manner, number, rest, more), manner, number, rest, more, which)


@jit
def nth_attachment_from_table(left: Any, manner: int, number: int, rest: int, more: int, which: int) -> tuple[int, int]:
    """Return what ``nth_attachment`` returns, given ``left``, the ``attachment_table`` of the same cards."""
    size = 2 if manner == PAIRS else 1
    cards = beyond = 0
    for rank in range(15):
        apart = rank == SMALL_JOKER and manner & APART
        for taken in range(min(count_attachable_of_rank(manner, rest, more, rank), number) + 1):
            block = (taken == number) if apart and taken else left[rank + 1, number - taken]
            if which < block:
                cards |= (1 << rank) * FILLED[min(taken * size, 4)]
                beyond |= (1 << rank) * FILLED[max(taken * size - 4, 0)]
                number -= taken
                break
            which -= block
    return cards, beyond


@jit
def loose_attachment_index(rest: int, more: int, cards: int, beyond: int) -> int:
    """Return the index of a way to attach single cards (LOOSE). This is the inverse of ``nth_attachment``.

    ``rest`` and ``more`` are the two words of the cards from which the attached cards ``cards`` and ``beyond`` come.
    """
    number = popcount(cards) + popcount(beyond)
    if number == 1:
        return popcount(ranks_above_count(rest, 0) & (cards - 1))
    left, index = attachment_table(LOOSE, number, rest, more), 0
    for rank in range(15):
        taken = count_of(cards, beyond, rank)
        for fewer in range(taken):
            index += left[rank + 1, number - fewer]
        number -= taken
    return index


@jit
def nth_subset(mask: int, number: int, which: int) -> int:
    """Return the ``which``-th (from 0) of the subsets of ``mask`` that have ``number`` bits, as a mask."""
    chosen = 0
    while number:
        bit = mask & -mask
        mask ^= bit
        block = BINOMIAL[popcount(mask), number - 1]
        if which < block:
            chosen |= bit
            number -= 1
        else:
            which -= block
    return chosen
