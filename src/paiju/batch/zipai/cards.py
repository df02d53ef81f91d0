"""Cards in a word (``bits.zipai.codes``): what the compiled code makes of them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.jit import inlined, jit, popcount
from paiju.bits.zipai import codes
from paiju.bits.zipai.codes import TRIPLES


def need_of(cards: tuple[int, ...]) -> int:
    """What must be there for these cards: a thermometer."""
    return sum((1 << min(cards.count(kind), 3)) - 1 << 3 * kind for kind in set(cards))


NEED: Final = np.array([need_of(cards) for cards in TRIPLES], np.int64)
NEVER: Final = -1
"""What is needed where there is no meld."""

some = inlined(codes.some)
threes = inlined(codes.threes)
thermometer = inlined(codes.thermometer)
lone = inlined(codes.lone)


@inlined
def copies(cards: int, kind: int) -> int:
    """How many of a kind."""
    return cards >> 3 * kind & 7


@inlined
def lowest(cards: int) -> int:
    """The lowest kind that is there."""
    return popcount((cards & -cards) - 1) // 3


@jit
def nth(cards: int, number: int) -> int:
    """The n-th kind that is there."""
    kinds = some(cards)
    for _ in range(number):
        kinds &= kinds - 1
    return lowest(kinds)


@inlined
def after(rules: Any, seat: int) -> int:
    """Who comes next."""
    return 0 if seat + 1 == rules.players else seat + 1
