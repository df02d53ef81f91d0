"""Counts the plays of a hand, and generates the n-th play without listing the others (DDZ-4, 5).

The functions go through blocks of plays, such as all pairs. They subtract the size of each block from the
number n, until n falls within a block. They then generate that play. If n is too large, they return the
remainder after all blocks. The number of plays is then n minus this remainder.

A play is ``(kind, length, rank, cards, more)``. ``(NOTHING, 0, 0, remainder, 0)`` means that there is no such
play.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.doudizhu.attachments import PAIRS, count_attachments, nth_attachment
from paiju.batch.doudizhu.cards import CHAIN_RANKS, EVERY_LANE, FILLED, mask_to_unary, nth_set_bit, ranks_above_count
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.features.doudizhu.bit_encoding import (
    ATTACH,
    ATTACHED,
    BOMB,
    LONGEST_OF,
    NOTHING,
    PAIR,
    PAIR_CHAIN,
    QUAD_PAIRS,
    QUAD_SINGLES,
    ROCKET,
    SHORTEST,
    SINGLE,
    STRAIGHT,
    TRIO,
    TRIO_CHAIN,
    TRIO_CHAIN_PAIRS,
    TRIO_CHAIN_SINGLES,
    TRIO_PAIR,
    TRIO_SINGLE,
    UNIT,
)
from paiju.games.doudizhu.cards import SMALL_JOKER
from paiju.games.doudizhu.combinations import PURE_POWER, ROCKET_POWER

MORE_THAN_ALL_PLAYS: Final = 1 << 40
"""A number that is larger than the number of plays of any hand."""

Play = tuple[int, int, int, int, int]


def _chain_counts_by_mask(shortest: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the number of chains of at least ``shortest`` ranks in each mask of the ranks 3 to A; shape (4096,)."""
    counts = np.zeros(CHAIN_RANKS + 1, np.int64)
    for mask in range(CHAIN_RANKS + 1):
        run = mask
        for length in range(1, 13):
            counts[mask] += run.bit_count() if length >= shortest else 0
            run &= mask >> length
    return counts


STRAIGHTS: Final = _chain_counts_by_mask(int(SHORTEST[STRAIGHT]))
PAIR_CHAINS: Final = _chain_counts_by_mask(int(SHORTEST[PAIR_CHAIN]))
TRIO_CHAINS: Final = _chain_counts_by_mask(int(SHORTEST[TRIO_CHAIN]))


@jit_inlined
def chain_starts(mask: int, length: int) -> int:
    """Return a mask of the ranks at which chains of ``length`` ranks begin.

    A chain begins at its lowest rank. All ranks of each chain are in ``mask``.
    """
    run = mask
    for step in range(1, length):
        run &= mask >> step
    return run


@jit_inlined
def bomb_power(unit: int, rank: int) -> int:
    """Return the strength of a bomb of ``unit`` natural cards of ``rank`` (``combinations.Combination.power``)."""
    return unit * 100 + 50 + rank


@jit_inlined
def nth_lead(rules: Any, hand: int, more: int, number: int) -> Play:  # noqa: C901 - block after block
    """Return the ``number``-th lead (from 0) of a hand. ``hand`` and ``more`` are the two words of its cards."""
    ones, twos, threes, fours = (
        ranks_above_count(hand, 0),
        ranks_above_count(hand, 1),
        ranks_above_count(hand, 2),
        ranks_above_count(hand, 3),
    )
    block = popcount(ones)
    if number < block:
        return SINGLE, 1, nth_set_bit(ones, number), 1 << nth_set_bit(ones, number), 0
    number -= block
    block = STRAIGHTS[ones & CHAIN_RANKS]
    if number < block:
        return nth_chain(STRAIGHT, ones, number)
    number -= block
    if twos:
        block = popcount(twos)
        if number < block:
            return PAIR, 1, nth_set_bit(twos, number), (1 << nth_set_bit(twos, number)) * FILLED[2], 0
        number -= block
        block = PAIR_CHAINS[twos & CHAIN_RANKS]
        if number < block:
            return nth_chain(PAIR_CHAIN, twos, number)
        number -= block
    if threes:
        play = nth_lead_with_trios(rules, hand, more, number)
        if play[0] != NOTHING:
            return play
        number = play[3]
    if fours:
        if rules.quad_with_two:
            for kind in (QUAD_SINGLES, QUAD_PAIRS):
                play = nth_with_attachment(rules, kind, 1, fours, hand, more, number)
                if play[0] != NOTHING:
                    return play
                number = play[3]
        return nth_bomb(rules, hand, more, 0, number)
    return nth_rocket(rules, hand, 0, number)


@jit
def nth_lead_with_trios(rules: Any, hand: int, more: int, number: int) -> Play:  # noqa: C901 - block after block
    """Return the ``number``-th lead (from 0) that has a body of trios.

    ``hand`` and ``more`` are the two words of the hand.
    """
    threes = ranks_above_count(hand, 2)
    block = popcount(threes)
    if number < block:
        return TRIO, 1, nth_set_bit(threes, number), (1 << nth_set_bit(threes, number)) * FILLED[3], 0
    number -= block
    for kind in (TRIO_SINGLE, TRIO_PAIR):
        if rules.attach_singles or ATTACH[kind] == 2:
            play = nth_with_attachment(rules, kind, 1, threes, hand, more, number)
            if play[0] != NOTHING:
                return play
            number = play[3]
    block = TRIO_CHAINS[threes & CHAIN_RANKS]
    if not block:
        return NOTHING, 0, 0, number, 0
    if number < block:
        return nth_chain(TRIO_CHAIN, threes, number)
    number -= block
    for kind in (TRIO_CHAIN_SINGLES, TRIO_CHAIN_PAIRS):
        if rules.attach_singles or ATTACH[kind] == 2:
            length = SHORTEST[kind]
            bodies = chain_starts(threes & CHAIN_RANKS, length)
            while bodies:
                play = nth_with_attachment(rules, kind, length, bodies, hand, more, number)
                if play[0] != NOTHING:
                    return play
                number = play[3]
                length += 1
                bodies = chain_starts(threes & CHAIN_RANKS, length)
    return NOTHING, 0, 0, number, 0


@jit
def nth_chain(kind: int, mask: int, number: int) -> Play:
    """Return the ``number``-th chain (from 0) without attachments.

    The shortest chains come first. Among chains of equal length, the lowest comes first.
    """
    length = SHORTEST[kind]
    while length <= LONGEST_OF[kind]:
        bodies = chain_starts(mask & CHAIN_RANKS, length)
        block = popcount(bodies)
        if number < block:
            return body_play(kind, length, nth_set_bit(bodies, number))
        number -= block
        length += 1
    return NOTHING, 0, 0, number, 0


@jit_inlined
def body_play(kind: int, length: int, first: int) -> Play:
    """Return the play of a kind and a length whose body begins at rank ``first``.

    The play has only natural cards, and no attached cards.
    """
    return kind, length, first + length - 1, (((1 << length) - 1) << first) * FILLED[UNIT[kind]], 0


@jit_inlined
def attachment_manner(rules: Any, kind: int) -> int:
    """Return a code for the attachments that a kind of play may have: the parameter ``manner`` of ``attachments``."""
    return PAIRS if ATTACH[kind] == 2 else rules.manner


@jit
def nth_with_attachment(rules: Any, kind: int, length: int, bodies: int, hand: int, more: int, number: int) -> Play:
    """Return the ``number``-th play (from 0) among the plays of one kind whose body has ``length`` units.

    ``kind`` is a kind with attached cards. ``bodies`` is a mask of the ranks with which such a body can begin.
    """
    while bodies:
        first = nth_set_bit(bodies, 0)
        bodies &= bodies - 1
        ranks = (((1 << length) - 1) << first) * EVERY_LANE
        block = count_attachments(attachment_manner(rules, kind), length * ATTACHED[kind], hand & ~ranks, more & ~ranks)
        if number < block:
            size = length * ATTACHED[kind]
            cards, beyond = nth_attachment(attachment_manner(rules, kind), size, hand & ~ranks, more & ~ranks, number)
            return kind, length, first + length - 1, cards | (ranks & LANES[UNIT[kind]]), beyond
        number -= block
    return NOTHING, 0, 0, number, 0


LANES: Final = np.array([int(FILLED[unit]) * 0x7FFF for unit in range(5)], np.int64)
"""``LANES[unit]`` is a mask of the first ``unit`` lanes."""


@jit_inlined
def nth_beating_play(
    rules: Any, hand: int, more: int, kind: int, length: int, rank: int, power: int, number: int
) -> Play:
    """Return the ``number``-th play (from 0) of a hand that beats the play of this kind, length, rank and power.

    ``hand`` and ``more`` are the two words of the hand. ``power`` is 0 unless the play to beat is a bomb or rocket.
    """
    if not power:
        bodies = ranks_above_count(hand, UNIT[kind] - 1) & ((-2 << rank) >> (length - 1))
        if bodies:
            if length > 1:
                bodies = chain_starts(ranks_above_count(hand, UNIT[kind] - 1) & CHAIN_RANKS, length) & bodies
            if ATTACH[kind]:
                play = nth_with_attachment(rules, kind, length, bodies, hand, more, number)
                if play[0] != NOTHING:
                    return play
                number = play[3]
            else:
                block = popcount(bodies)
                if number < block:
                    return body_play(kind, length, nth_set_bit(bodies, number))
                number -= block
    if ranks_above_count(hand, 3):
        return nth_bomb(rules, hand, more, power, number)
    return nth_rocket(rules, hand, power, number)


@jit
def nth_bomb(rules: Any, hand: int, more: int, power: int, number: int) -> Play:
    """Return the ``number``-th (from 0) of a hand's bombs and rockets that are stronger than ``power``.

    ``power`` is 0 if there is no bomb to beat. ``hand`` and ``more`` are the two words of the hand.
    """
    for unit in range(4, 4 * rules.decks + 1):
        mask = (
            ranks_above_count(hand, 3) if unit == 4 else ranks_above_count(more, unit - 5)
        ) & ranks_of_stronger_bombs(unit, power)
        block = popcount(mask)
        if number < block:
            cards, beyond = mask_to_unary(1 << nth_set_bit(mask, number), unit)
            return BOMB, 1, nth_set_bit(mask, number), cards, beyond
        number -= block
    return nth_rocket(rules, hand, power, number)


@jit_inlined
def ranks_of_stronger_bombs(unit: int, power: int) -> int:
    """Return the ranks in which a bomb of ``unit`` natural cards is stronger than ``power``, as a mask."""
    if power >= PURE_POWER:
        return 0
    return -1 << max(0, min(power + 1 - bomb_power(unit, 0), 15))


@jit_inlined
def nth_rocket(rules: Any, hand: int, power: int, number: int) -> Play:
    """Return the rocket (all jokers) if it can be played and ``number`` is 0, otherwise no play (DDZ-4.12).

    The rocket can be played if the hand has it and it beats ``power``. It is the last play in the order of plays:
    the caller has subtracted the number of all other plays from ``number``. If there is no such play, the kind is
    NOTHING and the fourth item is the remainder of ``number``.
    """
    if ranks_above_count(hand, rules.decks - 1) >> SMALL_JOKER == 3 and power < ROCKET_POWER:
        if number == 0:
            return ROCKET, 1, SMALL_JOKER + 1, (3 << SMALL_JOKER) * FILLED[rules.decks], 0
        number -= 1
    return NOTHING, 0, 0, number, 0
