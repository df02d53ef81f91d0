"""Eating (ZP-4): every way in which a card can be eaten."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.jit_cache import jit, jit_inlined
from paiju.batch.zipai.cards import NEVER, count_copies, required_mask, thermometer, threes
from paiju.batch.zipai.layout import EATEN_AT
from paiju.features.zipai.bit_encoding import COST, EAT, TRIPLES
from paiju.games.zipai.cards import KINDS

Cards = tuple[int, ...]

SINGLES: Final = 5
"""In so many melds a kind is once; in one more it is twice."""


def _others(which: int, kind: int) -> Cards:
    """The cards of a meld of which this is not the kind."""
    return tuple(card for card in TRIPLES[which] if card != kind)


_WITH: Final = [[which for which, cards in enumerate(TRIPLES) if cards.count(kind) == 1] for kind in range(KINDS)]
_MISSING: Final = [[0] * (SINGLES - len(row)) for row in _WITH]
ONCE: Final = np.array([row + missing for row, missing in zip(_WITH, _MISSING, strict=True)], np.int64)
"""The melds in which a kind is once, by number."""
ONCE_NEED: Final = np.array(
    [
        [required_mask(_others(which, kind)) for which in row] + [NEVER] * len(_MISSING[kind])
        for kind, row in enumerate(_WITH)
    ],
    np.int64,
)
"""What the hand must have for them beside the kind."""
TWICE: Final = np.array(
    [next(which for which, cards in enumerate(TRIPLES) if cards.count(kind) == 2) for kind in range(KINDS)], np.int64
)
"""The meld in which a kind is twice."""


@jit
def add_eats(row: Any, seat: int, card: int) -> None:
    """Offer every way to eat a card; all copies in the hand are laid too, each in a meld of its own (ZP-4.3)."""
    hand = row.hand[seat]
    free = hand & ~(threes(hand) * 7)  # three of a kind are kept (ZP-4.4)
    unit = 1 << 3 * card
    held = count_copies(free, card)
    rest = free - held * unit
    most = row.left[seat] // 3  # a card for the discard must be left (ZP-4.5, 5.9)
    if held < most:
        add_layings(row, card, rest, held + 1, -1)
    other = COST[TWICE[card]] - 2 * unit
    if held and held <= most and thermometer(rest) & other == other:
        add_layings(row, card, rest - other, held - 1, TWICE[card])


@jit
def add_layings(row: Any, card: int, rest: int, size: int, twice: int) -> None:
    """Offer all choices of so many melds in which the kind is once, beside the one in which it is twice, if there is one."""
    if size == 0:
        add_answer(row, encode_eat(twice, -1, -1))
        return
    for one in range(SINGLES):
        if not has_others(rest, card, one):
            continue
        if size == 1:
            which = ONCE[card, one]
            add_answer(
                row, encode_eat(which, -1, -1) if twice < 0 else encode_eat(min(twice, which), max(twice, which), -1)
            )
            continue
        after_one = rest - other_cards(card, one)
        for two in range(one, SINGLES):
            if not has_others(after_one, card, two):
                continue
            if size == 2:
                add_answer(row, encode_eat(ONCE[card, one], ONCE[card, two], -1))
                continue
            after_two = after_one - other_cards(card, two)
            for three in range(two, SINGLES):
                if has_others(after_two, card, three):
                    add_answer(row, encode_eat(ONCE[card, one], ONCE[card, two], ONCE[card, three]))


@jit_inlined
def has_others(rest: int, card: int, place: int) -> bool:
    """Whether the others of a meld are there."""
    return thermometer(rest) & ONCE_NEED[card, place] == ONCE_NEED[card, place]


@jit_inlined
def other_cards(card: int, place: int) -> int:
    """The others of a meld."""
    return COST[ONCE[card, place]] - (1 << 3 * card)


@jit_inlined
def encode_eat(first: int, second: int, third: int) -> int:
    """Eating as an answer; the melds ascend, but for -1, which is none."""
    return EAT | first + 1 << EATEN_AT[0] | second + 1 << EATEN_AT[1] | third + 1 << EATEN_AT[2]


@jit_inlined
def add_answer(row: Any, answer: int) -> None:
    """One answer more."""
    row.options[row.count] = answer
    row.count += 1
