"""Da Zi Pai in numbers: kinds of actions, phases, melds, and cards in a word.

Cards have three bits a kind, which count its copies; kind *k* of ``games.zipai.cards`` begins at bit 3 *k*. To be compared with
what a meld needs, counts become *thermometers*: the lowest bit of a kind says that there is one, the next that there are two,
the last that there are three. What a meld needs is there if all its bits are.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.games.zipai import actions
from paiju.games.zipai.actions import Action
from paiju.games.zipai.cards import COPIES, KINDS
from paiju.games.zipai.melds import LAID, ROWS, WORTH, Meld, meld_of_kind

# ---- kinds of actions

SET_MINIMUM, DISCARD, WIN, PONG, OPEN, EAT, PASS = range(7)
"""``games.zipai.actions`` says what each is."""
NOTHING: Final = -1

PLAIN: Final[dict[int, Action]] = {WIN: actions.WIN, PONG: actions.PONG, OPEN: actions.OPEN, PASS: actions.PASS}
"""Actions that are what they are called."""

# ---- phases

MINIMUM, OPENING, DISCARDING, CLAIMING, LOOKING, OVER = range(6)

# ---- cards

EACH: Final = sum(1 << 3 * kind for kind in range(KINDS))
"""One of each kind; and the lowest bit of each."""
ALL: Final = EACH * COPIES
ONE_SIZE: Final = 3 * KINDS // 2
"""So many bits hold the kinds of one size."""
SMALL: Final = (1 << ONE_SIZE) - 1

# ---- melds of ZP-4.2

TRIPLES: Final = tuple(sorted(ROWS))
"""The melds that may be eaten, by number."""
RUNS: Final = sum(1 << 3 * kind for kind in range(KINDS) if kind % 10 < 8)
"""Where a run begins."""
SEVEN: Final = 3 * 5
TEN: Final = 3 * 8
"""How far 七 and 十 lie from 二."""
TWOS: Final = 1 << 3 * 1 | 1 << 3 * 11


def cards_to_word(cards: tuple[int, ...]) -> int:
    """Cards as a word."""
    return sum(1 << 3 * kind for kind in cards)


COST: Final = np.array([cards_to_word(cards) for cards in TRIPLES], np.int64)
POINTS: Final = np.array([ROWS[cards][1] for cards in TRIPLES], np.int64)

# ---- melds that lie

LIE_EATEN, LIE_PONG, LIE_HIDE, LIE_DEAD, LIE_DRAGON, LIE_OPEN = range(len(LAID))
"""How a meld lies, in the order of ``games.zipai.melds.LAID``. A meld is ``WAY`` × this, and a number of TRIPLES or a kind."""
WAY: Final = 40
LIES: Final = np.array([0, 0b001, 0b010, 0b011, 0b110, 0b101], np.int64)
"""What is set in the three bits of a kind for how it lies."""


def decode_meld(code: int) -> Meld:
    """A meld that lies, from its number."""
    way, which = LAID[code // WAY], code % WAY
    return Meld(way, TRIPLES[which]) if way == "eat" else meld_of_kind(way, which)


def encode_meld(meld: Meld) -> int:
    """The number of a meld that lies; its cards are known."""
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
"""The points of a meld, by its number."""


def action_numbers(action: Action) -> tuple[int, int, int, int, int]:
    """An action in numbers: kind, card (or points), and up to three melds that are eaten, ascending; -1 for none."""
    match action:
        case actions.SetMinimum(points):
            return SET_MINIMUM, points, -1, -1, -1
        case actions.Discard(card):
            return DISCARD, card, -1, -1, -1
        case actions.Eat(melds):
            first, second, third = (*map(TRIPLES.index, melds), -1, -1)[:3]
            return EAT, -1, first, second, third
    return next(kind for kind, plain in PLAIN.items() if plain == action), -1, -1, -1, -1


# ---- what is computed of words alone: for one word where it is compiled, for arrays of them where NumPy does it


def present_kinds(cards: Any) -> Any:
    """The kinds that are there: the lowest bit of each."""
    return (cards | cards >> 1 | cards >> 2) & EACH


def triple_kinds(cards: Any) -> Any:
    """The kinds of which three are there, or four."""
    return (cards & cards >> 1 | cards >> 2) & EACH


def unary(cards: Any) -> Any:
    """For each kind whether there are one, two, three."""
    twos = cards >> 1 | cards >> 2
    return (cards | twos) & EACH | (twos & EACH) << 1 | ((cards & cards >> 1 | cards >> 2) & EACH) << 2


def loner_kinds(cards: Any) -> Any:
    """The kinds that are in no meld at all with others that are there."""
    there, two = (cards | cards >> 1 | cards >> 2) & EACH, (cards >> 1 | cards >> 2) & EACH
    runs = there & there >> 3 & there >> 6 & RUNS
    jumps = there & there >> SEVEN & there >> TEN & TWOS
    mixed = two & SMALL & there >> ONE_SIZE | there & SMALL & two >> ONE_SIZE
    covered = runs | runs << 3 | runs << 6 | jumps | jumps << SEVEN | jumps << TEN | mixed | mixed << ONE_SIZE
    return there & ~covered & ~(cards & cards >> 1 | cards >> 2)


def hidden_meld_kinds(lies: Any) -> Any:
    """The kinds of melds that lie face down altogether: 罩 and 龙."""
    return lies >> 1 & ~lies & EACH
