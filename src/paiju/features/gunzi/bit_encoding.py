"""Gunzi in numbers: kinds of actions, phases, and cards in the order of the trumps.

Some cards are four words, *lanes*: a bit of lane *n* says "more than *n* cards of that kind". As the rules number kinds
(``games.gunzi.cards``), what a bit means hangs on level and trumps. What is told is put in order first, so that a bit means
the same in every hand: three side suits of twelve ranks each from 3 to ace, the trump suit, and the cards that are always
trumps, the higher bit the higher card. Where there is no trump suit, or it is not known yet, diamonds stand in its place.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.games.gunzi.cards import SMALL_JOKER

# ---- kinds of actions

(PASS, SHOW, PAY, GIVE_BACK, BURY, TAKE_BACK, PLAY) = range(7)
"""``games.gunzi.actions`` says what each is; PASS also lets the deal go on while cards are dealt."""
NOTHING: Final = -1

# ---- phases

(DEALING, CLOSING, PAYING, GIVING_BACK, BURYING, BURYING_JOKERS, TAKING_BACK, PLAYING, OVER) = range(9)

# ---- what is trumps

NO_SUIT: Final = 4
"""A call of no trumps; the others are suits, and -1 is a call that has not been told."""
FOURTH: Final = 3
"""The suit that stands in the place of the trump suit, where there is none."""

# ---- cards in order

SUIT_KINDS: Final = 13
EVERY_SUIT: Final = 1 | 1 << SUIT_KINDS | 1 << 2 * SUIT_KINDS | 1 << 3 * SUIT_KINDS
"""The lowest kind of each suit, as the rules number kinds."""
_SUITED: Final = (1 << 4 * SUIT_KINDS) - 1

RANKS: Final = 12
"""Of a suit in order: 3 to ace, and none where the level was."""
SIDE: Final = (1 << RANKS) - 1
"""The first side suit."""
TWOS_AT: Final = 4 * RANKS
LEVELS_AT: Final = TWOS_AT + 4
JOKERS_AT: Final = LEVELS_AT + 4
PLACES: Final = JOKERS_AT + 2
TRUMP_SUIT: Final = SIDE << 3 * RANKS
ALWAYS: Final = (1 << PLACES) - (1 << TWOS_AT)
"""The cards that are trumps in every hand: twos, level cards, jokers."""
MAIN: Final = 0b1000
"""Of four twos or four level cards, the one of the trump suit."""


def order_by_trumps(kinds: Any, level: Any, suit: Any) -> Any:
    """Kinds of a lane put in order; ``suit`` is the trump suit, or FOURTH."""
    turn = SUIT_KINDS * ((suit + 1) & 3)
    suits = kinds & _SUITED
    suits = (suits >> turn | suits << 4 * SUIT_KINDS - turn) & _SUITED
    levels = suits >> level - 2 & EVERY_SUIT
    suits ^= levels << level - 2
    twos = suits & EVERY_SUIT
    levels = (levels | levels >> SUIT_KINDS - 1 | levels >> 2 * SUIT_KINDS - 2 | levels >> 3 * SUIT_KINDS - 3) & 15
    twos = (twos | twos >> SUIT_KINDS - 1 | twos >> 2 * SUIT_KINDS - 2 | twos >> 3 * SUIT_KINDS - 3) & 15
    side = suits >> 1 & SIDE | suits >> 2 & SIDE << RANKS | suits >> 3 & SIDE << 2 * RANKS | suits >> 4 & TRUMP_SUIT
    return side | twos << TWOS_AT | levels << LEVELS_AT | (kinds >> SMALL_JOKER & 3) << JOKERS_AT


def suit_of_call(call: Any) -> Any:
    """The suit that stands where the trump suit does, of a call or -1."""
    return call if 0 <= call < NO_SUIT else FOURTH


# ---- cards put together and taken apart; of lanes, which may be arrays


def drop_kinds(cards: Any, kinds: Any) -> Any:
    """One card less of each of these kinds, where there is one."""
    one, two, three, four = cards
    return one & ~kinds | two & kinds, two & ~kinds | three & kinds, three & ~kinds | four & kinds, four & ~kinds


def add_kinds(cards: Any, kinds: Any) -> Any:
    """One card more of each of these kinds."""
    one, two, three, four = cards
    return one | kinds, two | one & kinds, three | two & kinds, four | three & kinds


def remove_cards(cards: Any, others: Any) -> Any:
    """Cards without others, as far as they are there."""
    return drop_kinds(drop_kinds(drop_kinds(drop_kinds(cards, others[0]), others[1]), others[2]), others[3])


def add_cards(cards: Any, others: Any) -> Any:
    """Cards and others."""
    return add_kinds(add_kinds(add_kinds(add_kinds(cards, others[0]), others[1]), others[2]), others[3])
