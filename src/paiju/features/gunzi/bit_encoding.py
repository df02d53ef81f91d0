"""The numbers that encode Gunzi in bits: kinds of actions, phases, and cards in trump order.

A set of cards is four words, the *lanes*: a bit of lane *n* means "more than *n* cards of that kind". In
the numbering of ``games.gunzi.cards``, how high a kind ranks depends on the level and the trump suit. The
lanes therefore use the *trump order*, in which a bit has the same meaning in every hand. The trump order
begins with the three side suits of twelve ranks each, from 3 to ace. The trump suit follows, and then the
cards that are always trumps. Higher cards have higher bits. If there is no trump suit, or the trump suit is
not known yet, diamonds stand in its position.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.games.gunzi.cards import SMALL_JOKER

# ---- kinds of actions

(PASS, SHOW, PAY, GIVE_BACK, BURY, TAKE_BACK, PLAY) = range(7)
"""The kinds of actions (``games.gunzi.actions``). SHOW stands for ``Declare``; during the deal, PASS also stands for ``Deal``."""
NOTHING: Final = -1

# ---- phases

(DEALING, CLOSING, PAYING, GIVING_BACK, BURYING, BURYING_JOKERS, TAKING_BACK, PLAYING, OVER) = range(9)

# ---- the trump suit

NO_SUIT: Final = 4
"""The number that encodes the call "no trumps".

Lower numbers encode suits, and -1 means that no trumps are announced yet.
"""
STAND_IN_SUIT: Final = 3
"""The suit that is put in the position of the trump suit if there is none: diamonds."""

# ---- cards in trump order

SUIT_KINDS: Final = 13
LOWEST_KINDS: Final = 1 | 1 << SUIT_KINDS | 1 << 2 * SUIT_KINDS | 1 << 3 * SUIT_KINDS
"""A mask of the lowest kind of each suit, in the numbering of the rules."""
_SUITED: Final = (1 << 4 * SUIT_KINDS) - 1

RANKS: Final = 12
"""The number of bits that a suit takes in trump order: 3 to ace without the level rank."""
FIRST_SIDE_SUIT: Final = (1 << RANKS) - 1
"""A mask of the first side suit in trump order."""
TWOS_AT: Final = 4 * RANKS
LEVELS_AT: Final = TWOS_AT + 4
JOKERS_AT: Final = LEVELS_AT + 4
PLACES: Final = JOKERS_AT + 2
TRUMP_SUIT: Final = FIRST_SIDE_SUIT << 3 * RANKS
PERMANENT_TRUMPS: Final = (1 << PLACES) - (1 << TWOS_AT)
"""A mask of the cards that are always trumps: twos, level cards, jokers."""
TRUMP_SUIT_BIT: Final = 0b1000
"""The bit of the trump suit among the four bits of the twos, and among the four bits of the level cards.

The bit is counted from the lowest of the four.
"""


def order_by_trumps(kinds: Any, level: Any, suit: Any) -> Any:
    """Return a lane of cards in trump order.

    ``kinds`` is the lane in the numbering of the rules. ``level`` is the level rank, and ``suit`` is the trump suit or
    STAND_IN_SUIT.
    """
    turn = SUIT_KINDS * ((suit + 1) & 3)
    suits = kinds & _SUITED
    suits = (suits >> turn | suits << 4 * SUIT_KINDS - turn) & _SUITED
    levels = suits >> level - 2 & LOWEST_KINDS
    suits ^= levels << level - 2
    twos = suits & LOWEST_KINDS
    levels = (levels | levels >> SUIT_KINDS - 1 | levels >> 2 * SUIT_KINDS - 2 | levels >> 3 * SUIT_KINDS - 3) & 15
    twos = (twos | twos >> SUIT_KINDS - 1 | twos >> 2 * SUIT_KINDS - 2 | twos >> 3 * SUIT_KINDS - 3) & 15
    side = (
        suits >> 1 & FIRST_SIDE_SUIT
        | suits >> 2 & FIRST_SIDE_SUIT << RANKS
        | suits >> 3 & FIRST_SIDE_SUIT << 2 * RANKS
        | suits >> 4 & TRUMP_SUIT
    )
    return side | twos << TWOS_AT | levels << LEVELS_AT | (kinds >> SMALL_JOKER & 3) << JOKERS_AT


def suit_of_call(call: Any) -> Any:
    """Return the suit of a trump call; STAND_IN_SUIT for the call "no trumps", and for -1 (no trumps announced yet)."""
    return call if 0 <= call < NO_SUIT else STAND_IN_SUIT


# ---- sums and differences of card sets; lanes may be arrays


def remove_one_each(cards: Any, kinds: Any) -> Any:
    """Return the set ``cards`` without one card of each kind in the mask ``kinds``. Absent kinds are ignored."""
    one, two, three, four = cards
    return one & ~kinds | two & kinds, two & ~kinds | three & kinds, three & ~kinds | four & kinds, four & ~kinds


def add_one_each(cards: Any, kinds: Any) -> Any:
    """Return the set ``cards`` with one more card of each kind in the mask ``kinds``."""
    one, two, three, four = cards
    return one | kinds, two | one & kinds, three | two & kinds, four | three & kinds


def without_cards(cards: Any, others: Any) -> Any:
    """Return ``cards`` without ``others``. Cards of ``others`` that are absent from ``cards`` are ignored."""
    some = remove_one_each(remove_one_each(cards, others[0]), others[1])
    return remove_one_each(remove_one_each(some, others[2]), others[3])


def with_cards(cards: Any, others: Any) -> Any:
    """Return the set of the cards of both sets together."""
    some = add_one_each(add_one_each(cards, others[0]), others[1])
    return add_one_each(add_one_each(some, others[2]), others[3])
