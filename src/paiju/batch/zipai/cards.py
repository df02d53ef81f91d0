"""Cards in a word: three bits a kind, which count its copies; kind *k* of ``games.zipai.cards`` begins at bit 3 *k*.

To be compared with what a meld needs, counts become *thermometers*: the lowest bit of a kind says that there is one, the next
that there are two, the last that there are three. What a meld needs is there if all its bits are.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.jit import inlined, jit, popcount
from paiju.games.zipai.cards import COPIES, KINDS
from paiju.games.zipai.melds import LAID, ROWS, WORTH, Meld, same

EACH: Final = sum(1 << 3 * kind for kind in range(KINDS))
"""One of each kind; and the lowest bit of each."""
ALL: Final = EACH * COPIES
ONE_SIZE: Final = 3 * KINDS // 2
"""So many bits hold the kinds of one size."""
SMALL: Final = (1 << ONE_SIZE) - 1

# ---- melds of ZP-4.2

TRIPLES: Final = tuple(sorted(ROWS))
"""The melds that may be eaten, by number."""


def cost_of(cards: tuple[int, ...]) -> int:
    """Cards as a word."""
    return sum(1 << 3 * kind for kind in cards)


def need_of(cards: tuple[int, ...]) -> int:
    """What must be there for these cards: a thermometer."""
    return sum((1 << min(cards.count(kind), 3)) - 1 << 3 * kind for kind in set(cards))


COST: Final = np.array([cost_of(cards) for cards in TRIPLES], np.int64)
NEED: Final = np.array([need_of(cards) for cards in TRIPLES], np.int64)
POINTS: Final = np.array([ROWS[cards][1] for cards in TRIPLES], np.int64)
NEVER: Final = -1
"""What is needed where there is no meld."""

# ---- melds that lie

EAT, PONG, HIDE, DEAD, DRAGON, OPEN = range(len(LAID))
"""How a meld lies, in the order of ``games.zipai.melds.LAID``. A meld is ``WAY`` × this, and a number of TRIPLES or a kind."""
WAY: Final = 40
LIES: Final = np.array([0, 0b001, 0b010, 0b011, 0b110, 0b101], np.int64)
"""What is set in the three bits of a kind for how it lies."""


def meld_of(code: int) -> Meld:
    """A meld that lies, from its number."""
    way, which = LAID[code // WAY], code % WAY
    return Meld(way, TRIPLES[which]) if way == "eat" else same(way, which)


def code_of(meld: Meld) -> int:
    """The number of a meld that lies; its cards are known."""
    cards = meld.cards or ()
    return LAID.index(meld.way) * WAY + (TRIPLES.index(cards) if meld.way == "eat" else cards[0])


WORTH_OF: Final = np.array(
    [
        WORTH[meld_of(WAY * way + which)] if which < (len(TRIPLES) if way == EAT else KINDS) else 0
        for way in range(len(LAID))
        for which in range(WAY)
    ],
    np.int64,
)
"""The points of a meld, by its number."""


@inlined
def copies(cards: int, kind: int) -> int:
    """How many of a kind."""
    return cards >> 3 * kind & 7


@inlined
def some(cards: int) -> int:
    """The kinds that are there: the lowest bit of each."""
    return (cards | cards >> 1 | cards >> 2) & EACH


@inlined
def threes(cards: int) -> int:
    """The kinds of which three are there, or four."""
    return (cards & cards >> 1 | cards >> 2) & EACH


@inlined
def thermometer(cards: int) -> int:
    """For each kind whether there are one, two, three."""
    twos = (cards >> 1 | cards >> 2) & EACH
    return some(cards) | twos << 1 | threes(cards) << 2


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
