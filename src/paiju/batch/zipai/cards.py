"""Helpers of the compiled code for sets of cards of Da Zi Pai, each packed in one word.

The encoding is that of ``paiju.features.zipai.bit_encoding``.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.features.zipai import bit_encoding
from paiju.features.zipai.bit_encoding import TRIPLES


def kinds_to_unary(cards: tuple[int, ...]) -> int:
    """Return the unary code of a set of cards, given as a tuple of their kinds.

    A hand contains these cards if all bits of the result are set in the unary code of the hand.
    """
    return sum((1 << min(cards.count(kind), 3)) - 1 << 3 * kind for kind in set(cards))


NEED: Final = np.array([kinds_to_unary(cards) for cards in TRIPLES], np.int64)
NO_MELD: Final = -1
"""A mask that no hand contains. Tables have it in place of a meld that does not exist."""

some = jit_inlined(bit_encoding.present_kinds)
threes = jit_inlined(bit_encoding.triple_kinds)
thermometer = jit_inlined(bit_encoding.unary)
lone = jit_inlined(bit_encoding.unmeldable_kinds)


@jit_inlined
def count_copies(cards: int, kind: int) -> int:
    """Return the number of cards of one kind in a set of cards."""
    return cards >> 3 * kind & 7


@jit_inlined
def lowest_kind(cards: int) -> int:
    """Return the lowest kind in a set of cards."""
    return popcount((cards & -cards) - 1) // 3


@jit
def nth_kind(cards: int, number: int) -> int:
    """Return the ``number``-th kind (from 0) in a set of cards. The lowest kind has number 0."""
    kinds = some(cards)
    for _ in range(number):
        kinds &= kinds - 1
    return lowest_kind(kinds)


@jit_inlined
def next_seat(rules: Any, seat: int) -> int:
    """Return the seat after ``seat`` in playing order."""
    return 0 if seat + 1 == rules.players else seat + 1
