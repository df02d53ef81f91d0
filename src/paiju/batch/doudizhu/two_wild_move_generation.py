"""Generates the n-th play of a hand with two wild ranks 天地癞子 (DDZ-8.10).

The method is that of ``wild_move_generation``. A hand may have eight wild cards, four of each wild rank. The
wild cards of a play can be divided between the two ranks in several ways. Each legal way is a play of its own;
``is_wild_split_legal`` says which ways are legal.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.doudizhu.attachments import STRICT
from paiju.batch.doudizhu.cards import EVERY_LANE, FILLED
from paiju.batch.doudizhu.move_generation import Play, nth_rocket
from paiju.batch.doudizhu.wild_move_generation import (
    QUAD,
    count_attachments_with_wilds,
    four_card_bomb_power,
    is_kind_allowed,
    nth_attachment_with_wilds,
)
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.features.doudizhu.bit_encoding import (
    ATTACH,
    ATTACHED,
    BOMB,
    LONGEST_OF,
    NOTHING,
    PASS,
    SHORTEST,
    TRIO_SINGLE,
    UNIT,
)
from paiju.games.doudizhu.cards import SMALL_JOKER
from paiju.games.doudizhu.combinations import LONGEST_CHAIN, PURE_POWER

WILDS_IN_PACK: Final = 8
"""The number of wild cards in the pack."""


@jit
def nth_play(rules: Any, row: Any, hand: int, number: int) -> Play:
    """Return the ``number``-th play (from 0) of a hand. If there is a play to beat, number 0 is the pass."""
    if row.kind == NOTHING:
        return nth_lead(rules, row, hand, number)
    if number == 0:
        return PASS, 0, 0, 0, 0
    return nth_beating_play(rules, row, hand, row.kind, row.length, row.rank, row.power, number - 1)


@jit
def nth_lead(rules: Any, row: Any, hand: int, number: int) -> Play:
    """Return the ``number``-th lead (from 0) of a hand."""
    for kind in range(BOMB):
        if is_kind_allowed(rules, kind):
            for length in range(SHORTEST[kind], LONGEST_OF[kind] + 1):
                play = nth_play_of_length(rules, row, hand, kind, length, -1, number)
                if play[0] != NOTHING:
                    return play
                number = play[3]
    return nth_bomb(rules, row, hand, 0, number)


@jit
def nth_beating_play(
    rules: Any, row: Any, hand: int, kind: int, length: int, rank: int, power: int, number: int
) -> Play:
    """Return the ``number``-th (from 0) of the plays of a hand that beat a given play.

    The play to beat is given by its kind, length, rank and power. ``power`` is 0 unless it is a bomb or rocket.
    """
    if not power:
        play = nth_play_of_length(rules, row, hand, kind, length, rank, number)
        if play[0] != NOTHING:
            return play
        number = play[3]
    return nth_bomb(rules, row, hand, power, number)


@jit_inlined
def natural_cards(row: Any, hand: int) -> int:
    """Return the cards of a hand that are not wild."""
    return hand & ~((1 << row.wild | 1 << row.second_wild) * EVERY_LANE)


@jit_inlined
def make_wild_cards(row: Any, first: int, second: int) -> int:
    """Return a set of wild cards as a word: ``first`` cards of the first wild rank and ``second`` of the second one."""
    return (1 << row.wild) * FILLED[first] | (1 << row.second_wild) * FILLED[second]


@jit
def nth_play_of_length(rules: Any, row: Any, hand: int, kind: int, length: int, above: int, number: int) -> Play:
    """Return the ``number``-th play (from 0) of this kind with this length whose body ends above rank ``above``.

    ``length`` is the number of units in the body.
    """
    wilds = popcount((hand >> row.wild) & EVERY_LANE) + popcount((hand >> row.second_wild) & EVERY_LANE)
    natural = natural_cards(row, hand)
    top = LONGEST_CHAIN if LONGEST_OF[kind] > 1 else SMALL_JOKER + 2
    cards = length * ATTACHED[kind] * ATTACH[kind]
    for first in range(max(above - length + 2, 0), top - length + 1):
        fills = count_fillings_by_wilds(natural, first, length, UNIT[kind])
        rest = natural & ~((((1 << length) - 1) << first) * EVERY_LANE)
        for taken in range(min(wilds, UNIT[kind] * length) + 1):
            for given in range(min(wilds - taken, cards) + 1 if fills[taken] else 0):
                sets = count_attachments_with_wilds(rules, kind, cards, given, rest) if cards else 1
                block = fills[taken] * sets
                for own in range(5):
                    if block and is_wild_split_legal(rules, row, hand, kind, length, first, taken, given, own):
                        if number < block:
                            body = nth_filling(natural, first, length, UNIT[kind], taken, number // sets)
                            if cards:
                                body |= nth_attachment_with_wilds(rules, kind, cards, given, rest, number % sets)
                            body |= make_wild_cards(row, own, taken + given - own)
                            return kind, length, first + length - 1, body, 0
                        number -= block
    return NOTHING, 0, 0, number, 0


@jit
def is_wild_split_legal(
    rules: Any, row: Any, hand: int, kind: int, length: int, first: int, taken: int, given: int, own: int
) -> bool:
    """Whether ``own`` of a play's wild cards may have the first wild rank, and all others the second.

    The play has ``taken`` wild cards in its body and ``given`` wild cards attached. The lowest rank of the body
    is ``first``.
    """
    others = taken + given - own
    held, more = popcount((hand >> row.wild) & EVERY_LANE), popcount((hand >> row.second_wild) & EVERY_LANE)
    if own > held or others < 0 or others > more:
        return False
    if (
        UNIT[kind] == QUAD
        and taken
        and (own if first == row.wild else others if first == row.second_wild else 0) < QUAD
    ):
        return False  # no wild card stands in for a card of the quad (DDZ-8.7)
    if taken == UNIT[kind] * length and given == length * ATTACHED[kind] * ATTACH[kind]:
        return may_be_all_wild(rules, row, kind, length, first, given, own, others)
    return True


@jit
def may_be_all_wild(
    rules: Any, row: Any, kind: int, length: int, first: int, given: int, own: int, others: int
) -> bool:
    """Whether a play that consists only of wild cards is legal (DDZ-8.2, 8.4, 8.10).

    In such a play, each card must stand for its own rank. The body begins at rank ``first``, and ``given`` cards
    are attached. ``own`` cards of the play have the first wild rank, and ``others`` have the second.
    """
    unit = UNIT[kind]
    if length > 1:
        low, high = min(row.wild, row.second_wild), max(row.wild, row.second_wild)
        return length == 2 and not given and first == low and high == low + 1 and own == unit and others == unit
    if first not in (row.wild, row.second_wild):
        return False
    mine, rest = (own, others) if first == row.wild else (others, own)
    if kind == TRIO_SINGLE and mine == QUAD:
        return True
    if mine != unit or rest != given:
        return False
    if ATTACH[kind] == 1:
        return given == 1 or not rules.manner & STRICT
    return given <= 2


@jit
def count_fillings_by_wilds(natural: int, first: int, length: int, unit: int) -> Any:
    """Count the ways to fill a body, for each number of wild cards in it; shape (WILDS_IN_PACK + 1,).

    The body has ``unit`` cards of each of ``length`` ranks; the lowest rank is ``first``. ``natural`` are the
    natural cards of the hand.
    """
    found = np.zeros(WILDS_IN_PACK + 1, np.int64)
    found[0] = 1
    for rank in range(first, first + length):
        held = popcount((natural >> rank) & EVERY_LANE)
        for wilds in range(WILDS_IN_PACK, -1, -1):
            total = 0
            for taken in range(max(unit - held, 0), min(unit, wilds) + 1):
                if taken == 0 or rank < SMALL_JOKER:
                    total += found[wilds - taken]
            found[wilds] = total
    return found


@jit
def nth_filling(natural: int, first: int, length: int, unit: int, wilds: int, number: int) -> int:
    """Return the natural cards in the ``number``-th way (from 0) to fill a body with ``wilds`` wild cards.

    The other parameters are those of ``count_fillings_by_wilds``.
    """
    cards = 0
    for rank in range(first, first + length):
        rest = count_fillings_by_wilds(natural, rank + 1, first + length - rank - 1, unit)
        taken = max(unit - popcount((natural >> rank) & EVERY_LANE), 0)
        while number >= rest[wilds - taken]:
            number -= rest[wilds - taken]
            taken += 1
        wilds -= taken
        cards |= (1 << rank) * FILLED[unit - taken]
    return cards


@jit
def nth_bomb(rules: Any, row: Any, hand: int, power: int, number: int) -> Play:
    """Return the ``number``-th bomb or rocket (from 0) that is stronger than ``power``.

    Four wild cards are a bomb of the highest rank among them (DDZ-8.6, 8.10).
    """
    held, more = popcount((hand >> row.wild) & EVERY_LANE), popcount((hand >> row.second_wild) & EVERY_LANE)
    natural = natural_cards(row, hand)
    for rank in range(SMALL_JOKER):
        mine = popcount((natural >> rank) & EVERY_LANE)
        for taken in range(QUAD - mine, QUAD) if mine else range(0):
            for own in range(max(taken - more, 0), min(taken, held) + 1):
                if four_card_bomb_power(rank, taken) > power:
                    if number == 0:
                        cards = (1 << rank) * FILLED[QUAD - taken] | make_wild_cards(row, own, taken - own)
                        return BOMB, 1, rank, cards, 0
                    number -= 1
    for own in range(max(QUAD - more, 0), min(QUAD, held) + 1):
        rank = max(row.wild if own else 0, row.second_wild if own < QUAD else 0)
        if PURE_POWER + rank > power:
            if number == 0:
                return BOMB, 1, rank, make_wild_cards(row, own, QUAD - own), 0
            number -= 1
    return nth_rocket(rules, natural, power, number)
