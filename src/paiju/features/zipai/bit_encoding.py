"""The numbers that encode Da Zi Pai in bits: kinds of actions, phases, melds, and cards packed in a word.

A word of cards has three bits for each kind of card. These bits hold the number of copies of the kind. The
bits of kind ``k`` (``games.zipai.cards``) begin at bit ``3 * k``.

*Unary code* is another form of the word. In it, the three bits of a kind stand for at least one, at least
two, and three copies. A hand can form a meld if, in unary code, all bits of the meld's word are set in the
hand's word.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.games.zipai import actions
from paiju.games.zipai.actions import Action
from paiju.games.zipai.cards import COPIES, KINDS
from paiju.games.zipai.melds import LAID, MIXED_MELDS, WORTH, Meld, meld_of_kind

# ---- kinds of actions

SET_MINIMUM, DISCARD, WIN, PONG, OPEN, EAT, PASS, CATCH = range(8)
"""The number of each kind of action; ``games.zipai.actions`` describes the kinds."""
NOTHING: Final = -1

PLAIN: Final[dict[int, Action]] = {
    WIN: actions.WIN,
    PONG: actions.PONG,
    OPEN: actions.OPEN,
    PASS: actions.PASS,
    CATCH: actions.CATCH,
}
"""The actions without parameters, by the numbers of their kinds."""

# ---- phases

MINIMUM, OPENING, DISCARDING, CLAIMING, LOOKING, OVER, CATCHING = range(7)

# ---- cards

EACH_KIND: Final = sum(1 << 3 * kind for kind in range(KINDS))
"""A word of one card of each kind. It is also a mask of the lowest bit of each kind."""
WHOLE_PACK: Final = EACH_KIND * COPIES
ONE_SIZE: Final = 3 * KINDS // 2
"""The number of bits for the kinds of one size."""
SMALL: Final = (1 << ONE_SIZE) - 1

# ---- melds of ZP-4.2

TRIPLES: Final = tuple(sorted(MIXED_MELDS))
"""The melds that a seat may eat; the index of a meld is its number."""
RUNS: Final = sum(1 << 3 * kind for kind in range(KINDS) if kind % 10 < 8)
"""A mask of the lowest bits of the kinds with which a run can begin."""
SEVEN: Final = 3 * 5
TEN: Final = 3 * 8
"""The distance in bits from 二 to 十 in a word of cards. ``SEVEN`` is the distance from 二 to 七."""
TWOS: Final = 1 << 3 * 1 | 1 << 3 * 11


def cards_to_word(cards: tuple[int, ...]) -> int:
    """Return the word of cards for a tuple of kinds."""
    return sum(1 << 3 * kind for kind in cards)


COST: Final = np.array([cards_to_word(cards) for cards in TRIPLES], np.int64)
POINTS: Final = np.array([MIXED_MELDS[cards][1] for cards in TRIPLES], np.int64)

# ---- melds on the table

LIE_EATEN, LIE_PONG, LIE_HIDE, LIE_DEAD, LIE_DRAGON, LIE_OPEN = range(len(LAID))
"""The numbers that stand for the ways of laying a meld, in the order of ``games.zipai.melds.LAID``.

The code of a meld is ``WAY`` times one of these numbers, plus a second number. For an eaten meld, the second
number is the meld's index in TRIPLES. For any other meld, it is the kind of the cards.
"""
WAY: Final = 40
LIES: Final = np.array([0, 0b001, 0b010, 0b011, 0b110, 0b101], np.int64)
"""For each way of laying a meld (``LIE_EATEN`` and following), three bits that mark a meld laid in this way.

An eaten meld sets no bit. Any other laid meld sets these bits for the kind of its cards.
"""


def decode_meld(code: int) -> Meld:
    """Return the laid meld with this code."""
    way, which = LAID[code // WAY], code % WAY
    return Meld(way, TRIPLES[which]) if way == "eat" else meld_of_kind(way, which)


def encode_meld(meld: Meld) -> int:
    """Return the code of a laid meld whose cards are known."""
    cards = meld.cards or ()
    return LAID.index(meld.way) * WAY + (TRIPLES.index(cards) if meld.way == "eat" else cards[0])


WORTH_OF: Final = np.array(
    [
        WORTH[decode_meld(WAY * way + which)] if which < (len(TRIPLES) if way == LIE_EATEN else KINDS) else 0
        for way in range(len(LAID))
        for which in range(WAY)
    ],
    np.int64,
)
"""The points that a meld is worth, by its code."""


def action_fields(action: Action) -> tuple[int, int, int, int, int]:
    """Return the numbers that encode an action: its kind, its card, and the numbers of up to three eaten melds.

    The melds are in ascending order. For ``SetMinimum``, the second number is the points. A missing value is -1.
    """
    match action:
        case actions.SetMinimum(points):
            return SET_MINIMUM, points, -1, -1, -1
        case actions.Discard(card):
            return DISCARD, card, -1, -1, -1
        case actions.Eat(melds):
            first, second, third = (*map(TRIPLES.index, melds), -1, -1)[:3]
            return EAT, -1, first, second, third
    return next(kind for kind, plain in PLAIN.items() if plain == action), -1, -1, -1, -1


# ---- a kind of action and a phase that have no bit in the layouts: the rule ZP-R6 is newer than the trained networks


def action_kind_bit(kind: int) -> int:
    """Return the bit of a kind of action in the layouts: ``1 << kind``, but 0 for ``CATCH``, which has no bit there."""
    return 1 << kind & (1 << CATCH) - 1


def encode_phase(phase: int) -> int:
    """Return the phase as the layouts encode it: ``CLAIMING`` for ``CATCHING``, and any other phase unchanged."""
    return CLAIMING if phase == CATCHING else phase


# ---- bit arithmetic that works on a single word (compiled) and on NumPy arrays of words


def present_kinds(cards: Any) -> Any:
    """Return a word with the lowest bit of each kind that is present."""
    return (cards | cards >> 1 | cards >> 2) & EACH_KIND


def triple_kinds(cards: Any) -> Any:
    """Return a word that marks the kinds of which there are three or four copies.

    For each of these kinds, its lowest bit is set.
    """
    return (cards & cards >> 1 | cards >> 2) & EACH_KIND


def unary(cards: Any) -> Any:
    """Convert a word of cards to unary code.

    Each kind has three bits. They say whether there is at least one copy, at least two, and at least three.
    """
    twos = cards >> 1 | cards >> 2
    return (cards | twos) & EACH_KIND | (twos & EACH_KIND) << 1 | ((cards & cards >> 1 | cards >> 2) & EACH_KIND) << 2


def unmeldable_kinds(cards: Any) -> Any:
    """Return the kinds of ``cards`` that form no meld with the other cards.

    The result is a word in which each such kind has its lowest bit set.
    """
    there, two = (cards | cards >> 1 | cards >> 2) & EACH_KIND, (cards >> 1 | cards >> 2) & EACH_KIND
    runs = there & there >> 3 & there >> 6 & RUNS
    jumps = there & there >> SEVEN & there >> TEN & TWOS
    mixed = two & SMALL & there >> ONE_SIZE | there & SMALL & two >> ONE_SIZE
    covered = runs | runs << 3 | runs << 6 | jumps | jumps << SEVEN | jumps << TEN | mixed | mixed << ONE_SIZE
    return there & ~covered & ~(cards & cards >> 1 | cards >> 2)


def hidden_meld_kinds(lies: Any) -> Any:
    """Return a word that marks each kind of which a meld lies completely face down (罩 or 龙).

    The lowest bit of such a kind is set. ``lies`` has three bits for each kind (see ``LIES``).
    """
    return lies >> 1 & ~lies & EACH_KIND
