"""Generates every way to eat a card in Da Zi Pai (ZP-4)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.jit_cache import jit, jit_inlined
from paiju.batch.zipai.cards import NO_MELD, count_copies, kinds_to_unary, thermometer, threes
from paiju.batch.zipai.layout import EATEN_AT
from paiju.features.zipai.bit_encoding import COST, EAT, TRIPLES
from paiju.games.zipai.cards import KINDS

Cards = tuple[int, ...]

SINGLES: Final = 5
"""For any kind, at most this many melds in ``TRIPLES`` contain exactly one card of the kind.

One further meld contains two cards of the kind (``TWICE``).
"""


def _other_cards(which: int, kind: int) -> Cards:
    """Return the cards of the meld ``TRIPLES[which]`` that are not of the kind ``kind``."""
    return tuple(card for card in TRIPLES[which] if card != kind)


_WITH: Final = [[which for which, cards in enumerate(TRIPLES) if cards.count(kind) == 1] for kind in range(KINDS)]
_MISSING: Final = [[0] * (SINGLES - len(row)) for row in _WITH]
ONCE: Final = np.array([row + missing for row, missing in zip(_WITH, _MISSING, strict=True)], np.int64)
"""For each kind, the indices in ``TRIPLES`` of the melds with exactly one card of it; shape (KINDS, SINGLES).

A kind with fewer than SINGLES such melds has unused places. They contain 0, and ``ONCE_NEED`` is NO_MELD
there.
"""
ONCE_NEED: Final = np.array(
    [
        [kinds_to_unary(_other_cards(which, kind)) for which in row] + [NO_MELD] * len(_MISSING[kind])
        for kind, row in enumerate(_WITH)
    ],
    np.int64,
)
"""For each meld in ``ONCE``, a mask of the cards of the meld that must come from the hand.

The remaining card of the meld is the eaten card.
"""
TWICE: Final = np.array(
    [next(which for which, cards in enumerate(TRIPLES) if cards.count(kind) == 2) for kind in range(KINDS)], np.int64
)
"""For each kind, the index in ``TRIPLES`` of the meld that contains two cards of it."""


@jit
def add_eats(row: Any, seat: int, card: int) -> None:
    """Add every way to eat a card to ``row.options``.

    If the seat has further copies of the card in its hand, it must lay these too, each in a meld of its own
    (ZP-4.3). A seat that holds three copies keeps them in the hand (ZP-4.4).
    """
    hand = row.hand[seat]
    free = hand & ~(threes(hand) * 7)  # three of a kind stay in the hand (ZP-4.4)
    unit = 1 << 3 * card
    held = count_copies(free, card)
    rest = free - held * unit
    most = row.left[seat] // 3  # a card must remain for the discard (ZP-4.5, 5.9)
    if held < most:
        add_eats_of_size(row, card, rest, held + 1, -1)
    other = COST[TWICE[card]] - 2 * unit
    if held and held <= most and thermometer(rest) & other == other:
        add_eats_of_size(row, card, rest - other, held - 1, TWICE[card])


@jit
def add_eats_keeping_copies(row: Any, seat: int, card: int) -> None:
    """Add to ``row.options`` the ways to eat a card that leave further copies of it in the hand (ZP-4.3, R6).

    One or two copies stay in the hand. A seat that keeps copies must pay if another seat catches it.
    """
    hand = row.hand[seat]
    free = hand & ~(threes(hand) * 7)
    unit = 1 << 3 * card
    held = count_copies(free, card)
    rest = free - held * unit
    for size in range(1, held + 1):
        add_eats_of_size(row, card, rest, size, -1)
    other = COST[TWICE[card]] - 2 * unit
    if held > 1 and thermometer(rest) & other == other:
        add_eats_of_size(row, card, rest - other, 0, TWICE[card])


@jit_inlined
def leaves_copies_to_lay(hand: int, card: int) -> bool:
    """Whether a seat that has eaten a card still holds copies of the card that it should have laid down (ZP-4.3).

    If the hand contains three copies, they may stay there (ZP-4.4).
    """
    return 0 < count_copies(hand, card) < 3


@jit
def add_eats_of_size(row: Any, card: int, rest: int, size: int, twice: int) -> None:
    """Add to ``row.options`` the ways to eat ``card`` that have ``size`` melds with exactly one card of its kind.

    If ``twice`` is not -1, such a way also contains the meld with the index ``twice`` in ``TRIPLES``, which has
    two cards of the kind. ``rest`` are the cards in hand from which the ``size`` melds take their other cards.
    The caller has already removed the cards of the meld ``twice`` from ``rest``.
    """
    if size == 0:
        add_answer(row, encode_eat(twice, -1, -1))
        return
    for one in range(SINGLES):
        if not has_other_cards(rest, card, one):
            continue
        if size == 1:
            which = ONCE[card, one]
            add_answer(
                row, encode_eat(which, -1, -1) if twice < 0 else encode_eat(min(twice, which), max(twice, which), -1)
            )
            continue
        after_one = rest - other_cards(card, one)
        for two in range(one, SINGLES):
            if not has_other_cards(after_one, card, two):
                continue
            if size == 2:
                add_answer(row, encode_eat(ONCE[card, one], ONCE[card, two], -1))
                continue
            after_two = after_one - other_cards(card, two)
            for three in range(two, SINGLES):
                if has_other_cards(after_two, card, three):
                    add_answer(row, encode_eat(ONCE[card, one], ONCE[card, two], ONCE[card, three]))


@jit_inlined
def has_other_cards(rest: int, card: int, place: int) -> bool:
    """Whether ``rest`` contains the cards that the meld ``ONCE[card, place]`` needs besides ``card``."""
    return thermometer(rest) & ONCE_NEED[card, place] == ONCE_NEED[card, place]


@jit_inlined
def other_cards(card: int, place: int) -> int:
    """Return the two cards that the meld ``ONCE[card, place]`` needs besides ``card``.

    The cards are packed in a word: three bits for each kind.
    """
    return COST[ONCE[card, place]] - (1 << 3 * card)


@jit_inlined
def encode_eat(first: int, second: int, third: int) -> int:
    """Return the packed answer, one number, with which a seat eats a card and lays one to three melds.

    The parameters are the indices of the melds in ``TRIPLES``, in ascending order; -1 stands for no further meld.
    """
    return EAT | first + 1 << EATEN_AT[0] | second + 1 << EATEN_AT[1] | third + 1 << EATEN_AT[2]


@jit_inlined
def add_answer(row: Any, answer: int) -> None:
    """Append a packed answer to ``row.options``."""
    row.options[row.count] = answer
    row.count += 1
