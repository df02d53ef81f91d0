"""Determines which threes and fours of a kind a card can or must form in Da Zi Pai (ZP-5), and lays melds."""

from __future__ import annotations

from typing import Any

from paiju.batch.jit_cache import jit, jit_inlined
from paiju.batch.zipai.cards import count_copies
from paiju.batch.zipai.history_recording import record_entry, record_meld
from paiju.batch.zipai.layout import BITS_EACH, EATEN_AT
from paiju.features.zipai.bit_encoding import (
    COST,
    LIE_DEAD,
    LIE_DRAGON,
    LIE_EATEN,
    LIE_HIDE,
    LIE_OPEN,
    LIE_PONG,
    LIES,
    NOTHING,
    WAY,
    WORTH_OF,
)

# ---- possible and forced melds


@jit_inlined
def can_continue_after_four(row: Any, seat: int, from_hand: int) -> bool:
    """Whether a seat that lays a four can go on: it has a card left to discard, or need not discard (ZP-5.6, 5.9).

    ``from_hand`` says how many cards of the four come from the seat's hand.
    """
    return row.fours[seat] > 0 or row.left[seat] > from_hand


@jit_inlined
def makes_four_with_hand(row: Any, seat: int, card: int) -> bool:
    """Whether the seat can lay a four of ``card`` and three cards in its hand."""
    return count_copies(row.hand[seat], card) == 3 and can_continue_after_four(row, seat, 3)


@jit_inlined
def makes_four_with_laid_three(row: Any, seat: int, card: int, way: int) -> bool:
    """Whether ``card`` can turn a laid three of the seat into a four.

    ``way`` is the way in which the three must have been laid: ``LIE_HIDE`` or ``LIE_PONG``.
    """
    return count_copies(row.lies[seat], card) == LIES[way] and can_continue_after_four(row, seat, 0)


@jit_inlined
def must_open_four(row: Any, seat: int, card: int) -> bool:
    """Whether the seat must make an open four (开招) with another seat's card (ZP-5.4).

    The other three cards are in the seat's hand, or are a covered three (罩) that it has laid.
    """
    return makes_four_with_hand(row, seat, card) or makes_four_with_laid_three(row, seat, card, LIE_HIDE)


@jit_inlined
def can_open_four(row: Any, seat: int, card: int) -> bool:
    """Whether the seat may make an open four (开招) with ``card``, which another seat has drawn (ZP-5.4).

    The seat adds the card to its own taken three (碰).
    """
    return bool(row.drawn) and makes_four_with_laid_three(row, seat, card, LIE_PONG)


@jit_inlined
def can_pong(row: Any, seat: int, card: int) -> bool:
    """Whether the seat may take another seat's card as the third of a kind (碰; ZP-5.2, 5.5, 5.9)."""
    return count_copies(row.hand[seat], card) == 2 and not row.declined[seat] >> 3 * card & 1 and row.left[seat] > 2


# ---- laying


@jit
def add_meld(rules: Any, row: Any, seat: int, way: int, which: int) -> None:
    """Add a meld to those that the seat has laid.

    ``way`` is the way in which it is laid, from ``LIE_EATEN`` to ``LIE_OPEN``. ``which`` is the index in TRIPLES for an
    eaten meld, and the kind of the cards for any other meld.
    """
    code = WAY * way + which
    row.meld[seat, row.melds[seat]] = code
    row.melds[seat] += 1
    row.worth[seat] += WORTH_OF[code]
    row.fours[seat] += way >= LIE_DRAGON
    if way != LIE_EATEN:
        row.lies[seat] |= LIES[way] << 3 * which
        record_meld(rules, row, seat, way, which, 0)


@jit_inlined
def remove_from_hand(row: Any, seat: int, card: int, cards: int) -> None:
    """Remove ``cards`` cards of the kind ``card`` from the hand."""
    row.hand[seat] -= cards << 3 * card
    row.left[seat] -= cards


@jit
def raise_to_four(rules: Any, row: Any, seat: int, card: int, was: int, way: int) -> None:
    """Turn a laid three of a seat into a four.

    ``was`` is the way in which the three was laid, and ``way`` is the way in which the four is laid. Both are
    numbers such as ``LIE_PONG`` and ``LIE_OPEN``.
    """
    for place in range(row.melds[seat]):
        if row.meld[seat, place] == WAY * was + card:
            row.meld[seat, place] = WAY * way + card
            record_meld(rules, row, seat, way, card, place + 1)
    row.worth[seat] += WORTH_OF[WAY * way + card] - WORTH_OF[WAY * was + card]
    row.fours[seat] += 1
    row.lies[seat] += LIES[way] - LIES[was] << 3 * card


@jit
def lay_four_from_hand(rules: Any, row: Any, seat: int, card: int) -> None:
    """Lay four cards from the hand face down (ZP-2.4)."""
    remove_from_hand(row, seat, card, 4)
    add_meld(rules, row, seat, LIE_DRAGON, card)


@jit
def pong(rules: Any, row: Any, seat: int, card: int) -> None:
    """Take another seat's card as the third of a kind, and lay the three (碰; ZP-5.2)."""
    remove_from_hand(row, seat, card, 2)
    add_meld(rules, row, seat, LIE_PONG, card)
    row.shown += 3 << 3 * card


@jit
def open_four(rules: Any, row: Any, seat: int, card: int) -> None:
    """Lay an open four (开招) with another seat's card (ZP-5.4)."""
    if makes_four_with_hand(row, seat, card):
        remove_from_hand(row, seat, card, 3)
        add_meld(rules, row, seat, LIE_OPEN, card)
        row.shown += 4 << 3 * card
    elif makes_four_with_laid_three(row, seat, card, LIE_HIDE):
        raise_to_four(rules, row, seat, card, LIE_HIDE, LIE_OPEN)
        row.shown += 4 << 3 * card
    else:
        raise_to_four(rules, row, seat, card, LIE_PONG, LIE_OPEN)
        row.shown += 1 << 3 * card


@jit
def lay_forced_meld(rules: Any, row: Any, seat: int, card: int) -> bool:
    """Lay the meld that a drawn card forces. Returns False if the card forces none.

    The meld is a four (ZP-5.3, 5.4), a covered three (罩; 5.1) or a dead three (死罩; 5.5).
    """
    if makes_four_with_hand(row, seat, card):
        remove_from_hand(row, seat, card, 3)
        add_meld(rules, row, seat, LIE_DRAGON, card)
    elif makes_four_with_laid_three(row, seat, card, LIE_HIDE):
        raise_to_four(rules, row, seat, card, LIE_HIDE, LIE_DRAGON)
    elif makes_four_with_laid_three(row, seat, card, LIE_PONG):
        raise_to_four(rules, row, seat, card, LIE_PONG, LIE_OPEN)
        row.shown += 1 << 3 * card
    elif count_copies(row.hand[seat], card) == 2 and row.left[seat] > 2:
        remove_from_hand(row, seat, card, 2)
        dead = row.declined[seat] >> 3 * card & 1
        add_meld(rules, row, seat, LIE_DEAD if dead else LIE_HIDE, card)
        row.shown += 3 * dead << 3 * card
    else:
        return False
    return True


@jit
def eat(rules: Any, row: Any, seat: int, card: int, answer: int) -> None:
    """Eat a card, and lay the melds that the packed answer names (吃 and 下伙; ZP-4)."""
    record_entry(rules, row, seat, LIE_EATEN, answer >> EATEN_AT[0], 0)
    for place in EATEN_AT:
        which = (answer >> place & BITS_EACH) - 1
        if which == NOTHING:
            break
        add_meld(rules, row, seat, LIE_EATEN, which)
        row.eaten_again[seat] |= row.eaten[seat] & 1 << which
        row.eaten[seat] |= 1 << which
        row.hand[seat] -= COST[which]
        row.left[seat] -= 3
        row.shown += COST[which]
    row.hand[seat] += 1 << 3 * card
    row.left[seat] += 1
