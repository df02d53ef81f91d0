"""Generates the n-th play of a hand with wild cards 癞子 (DDZ-8), with the method of ``move_generation``.

The ways to fill a body are counted by a polynomial, in which the coefficient of x^t is the number of ways
that use *t* wild cards. Five 12-bit coefficients are packed into one integer. Multiplying the integers of
several ranks therefore multiplies the polynomials of these ranks.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.doudizhu.attachments import BINOMIAL, count_attachments, nth_attachment, nth_subset
from paiju.batch.doudizhu.cards import EVERY_LANE, FILLED, ranks_above_count
from paiju.batch.doudizhu.move_generation import Play, bomb_power, nth_rocket
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.features.doudizhu.bit_encoding import (
    ATTACH,
    ATTACHED,
    BOMB,
    LONGEST_OF,
    NOTHING,
    QUAD_PAIRS,
    QUAD_SINGLES,
    ROCKET,
    SHORTEST,
    UNIT,
)
from paiju.games.doudizhu.cards import SMALL_JOKER
from paiju.games.doudizhu.combinations import LONGEST_CHAIN, PURE_POWER, ROCKET_POWER

FIELD: Final = 12
WHOLE: Final = (1 << 5 * FIELD) - 1
ONES: Final = sum(1 << FIELD * place for place in range(5))
NUMBERS: Final = (1 << SMALL_JOKER) - 1
QUAD: Final = 4

FACTORS: Final = np.array(
    [
        [sum(1 << FIELD * wilds for wilds in range(max(unit - held, 0), unit + 1)) for held in range(5)]
        for unit in range(5)
    ],
    np.int64,
)
"""The packed polynomial of one rank, by the number of cards to form and the number of natural cards held.

The coefficient of x^t is 1 if the cards can be formed with t wild cards, otherwise 0. The docstring of the
module explains the polynomials.
"""


@jit_inlined
def filling_polynomial(natural: int, wild: int, rank: int, unit: int) -> int:
    """Return the packed polynomial for one rank of a body (see the module).

    The coefficient of x^t is the number of ways to form ``unit`` cards of ``rank`` from t wild cards and, for the
    rest, cards of ``natural``. ``wild`` is the wild rank.
    """
    if rank == wild:
        return 1 << FIELD * unit
    held = popcount((natural >> rank) & EVERY_LANE)
    if rank >= SMALL_JOKER:
        return 1 if held >= unit else 0
    return FACTORS[unit, held]


@jit_inlined
def wild_count_coefficient(ways_to_fill: int, wilds: int) -> int:
    """Return a coefficient of a packed polynomial: the number of ways that use exactly ``wilds`` wild cards."""
    return (ways_to_fill >> FIELD * wilds) & ((1 << FIELD) - 1)


@jit
def nth_lead(rules: Any, hand: int, wild: int, number: int) -> Play:
    """Return the ``number``-th lead (from 0) of a hand with wild cards. ``wild`` is the wild rank."""
    for kind in range(BOMB):
        if is_kind_allowed(rules, kind):
            for length in range(SHORTEST[kind], LONGEST_OF[kind] + 1):
                play = nth_play_of_length(rules, hand, wild, kind, length, -1, number)
                if play[0] != NOTHING:
                    return play
                if play[3] == number and length > 1:
                    break  # if there is no chain of this length, none is longer
                number = play[3]
    return nth_bomb(rules, hand, wild, 0, number)


@jit
def nth_beating_play(
    rules: Any, hand: int, wild: int, kind: int, length: int, rank: int, power: int, number: int
) -> Play:
    """Return the ``number``-th (from 0) of the plays of a hand with wild cards that beat a given play.

    The play to beat is given by its kind, length, rank and power. ``power`` is 0 unless it is a bomb or rocket.
    ``wild`` is the wild rank.
    """
    if not power:
        play = nth_play_of_length(rules, hand, wild, kind, length, rank, number)
        if play[0] != NOTHING:
            return play
        number = play[3]
    return nth_bomb(rules, hand, wild, power, number)


@jit_inlined
def is_kind_allowed(rules: Any, kind: int) -> bool:
    """Whether the ruleset has this kind of play (DDZ-4.16)."""
    if kind in (QUAD_SINGLES, QUAD_PAIRS):
        return bool(rules.quad_with_two)
    return bool(rules.attach_singles) or ATTACH[kind] != 1


@jit
def nth_play_of_length(rules: Any, hand: int, wild: int, kind: int, length: int, above: int, number: int) -> Play:
    """Return the ``number``-th play (from 0) with this kind and length whose body ends above rank ``above``.

    ``length`` is the number of ranks in the body, and ``wild`` is the wild rank.
    """
    wilds = popcount((hand >> wild) & EVERY_LANE)
    natural = hand & ~((1 << wild) * EVERY_LANE)
    top = LONGEST_CHAIN if LONGEST_OF[kind] > 1 else SMALL_JOKER + 2
    unit = UNIT[kind]
    for first in range(max(above - length + 2, 0), top - length + 1):
        fills = 1
        for rank in range(first, first + length):
            fills = (fills * filling_polynomial(natural, wild, rank, unit)) & WHOLE
        rest = natural & ~((((1 << length) - 1) << first) * EVERY_LANE)
        for taken in range(wilds + 1):
            found = wild_count_coefficient(fills, taken)
            if found and (unit < QUAD or taken == 0 or first == wild):
                each = count_ways_to_attach(
                    rules, kind, length, rest, wilds - taken, is_all_wild(unit, length, first, wild, taken)
                )
                if number < found * each:
                    return nth_play_with_body(
                        rules, natural, wild, kind, length, first, taken, wilds - taken, rest, number, each
                    )
                number -= found * each
    return NOTHING, 0, 0, number, 0


@jit_inlined
def is_all_wild(unit: int, length: int, first: int, wild: int, taken: int) -> bool:
    """Whether all cards of a body are wild cards that stand for another rank than their own.

    Such a body needs at least one natural card among its attached cards (DDZ-8.2, 8.4). The body has ``length``
    units of ``unit`` cards each. ``taken`` cards of the body are wild, ``first`` is its lowest rank, and
    ``wild`` is the wild rank.
    """
    return taken == unit * length and first != wild


@jit_inlined
def count_ways_to_attach(rules: Any, kind: int, length: int, rest: int, wilds: int, bare: bool) -> int:
    """Return the number of ways to attach cards to a body of ``length`` units.

    ``rest`` are the natural cards outside the body, and ``wilds`` is the number of wild cards outside it. ``bare`` says
    whether the body has only wild cards (``is_all_wild``), so that at least one attached card must be natural. If the
    kind has no attached cards, the result is 1, or 0 with ``bare``.
    """
    if not ATTACH[kind]:
        return 0 if bare else 1
    cards = length * ATTACHED[kind] * ATTACH[kind]
    total = 0
    for given in range(min(wilds, cards - bare) + 1):
        total += count_attachments_with_wilds(rules, kind, cards, given, rest)
    return total


@jit
def count_attachments_with_wilds(rules: Any, kind: int, cards: int, given: int, rest: int) -> int:
    """Return the number of ways to attach ``cards`` cards, of which ``given`` are wild, to a combination.

    ``rest`` contains the natural cards that may be attached: those of the hand in ranks outside the combination's
    body.
    """
    if ATTACH[kind] == 1:
        return 1 if cards == given else count_attachments(rules.manner, cards - given, rest, 0)
    total = 0
    for halves in range((cards - given) % 2, min(cards - given, given) + 1, 2):
        pairs = (cards - given - halves) // 2
        singles = popcount(ranks_above_count(rest, 0) & NUMBERS) - pairs
        if singles >= 0:
            total += BINOMIAL[popcount(ranks_above_count(rest, 1)), pairs] * BINOMIAL[singles, halves]
    return total


@jit
def nth_play_with_body(
    rules: Any,
    natural: int,
    wild: int,
    kind: int,
    length: int,
    first: int,
    taken: int,
    wilds: int,
    rest: int,
    number: int,
    each: int,
) -> Play:
    """Return the ``number``-th play (from 0) with a given body. ``taken`` cards of the body are wild.

    There are several ways to fill the body with natural and wild cards. Each way allows ``each`` different
    attachments. The attached cards come from ``rest``, the natural cards outside the body, and from the
    ``wilds`` other wild cards.
    """
    body = nth_filling(natural, wild, first, length, UNIT[kind], taken, number // each)
    number %= each
    cards, given = 0, 0
    if ATTACH[kind]:
        size = length * ATTACHED[kind] * ATTACH[kind]
        block = count_attachments_with_wilds(rules, kind, size, 0, rest)
        while number >= block:
            number -= block
            given += 1
            block = count_attachments_with_wilds(rules, kind, size, given, rest)
        cards = nth_attachment_with_wilds(rules, kind, size, given, rest, number)
    return kind, length, first + length - 1, body | cards | ((1 << wild) * FILLED[taken + given]), 0


@jit
def nth_filling(natural: int, wild: int, first: int, length: int, unit: int, wilds: int, number: int) -> int:
    """Return the natural cards in the ``number``-th way (from 0) to fill a body with exactly ``wilds`` wild cards.

    The body has ``unit`` cards of each of ``length`` ranks, from rank ``first`` on. ``natural`` are the natural cards
    of the hand, and ``wild`` is the wild rank.
    """
    cards = 0
    for rank in range(first, first + length):
        rest = 1
        for other in range(rank + 1, first + length):
            rest = (rest * filling_polynomial(natural, wild, other, unit)) & WHOLE
        here = filling_polynomial(natural, wild, rank, unit)
        taken = 0
        block = wild_count_coefficient(here, 0) * wild_count_coefficient(rest, wilds)
        while number >= block:
            number -= block
            taken += 1
            block = wild_count_coefficient(here, taken) * wild_count_coefficient(rest, wilds - taken)
        wilds -= taken
        cards |= 0 if rank == wild else (1 << rank) * FILLED[unit - taken]
    return cards


@jit
def nth_attachment_with_wilds(rules: Any, kind: int, size: int, given: int, rest: int, number: int) -> int:
    """Return the natural cards in way ``number`` (from 0) to attach ``size`` cards, of which ``given`` are wild.

    The natural cards come from ``rest``: the natural cards of the hand in ranks that the combination's body does
    not use.
    """
    if ATTACH[kind] == 1:
        return nth_attachment(rules.manner, size - given, rest, 0, number)[0]
    halves = (size - given) % 2
    while True:
        pairs = (size - given - halves) // 2
        singles = max(popcount(ranks_above_count(rest, 0) & NUMBERS) - pairs, 0)
        each = BINOMIAL[singles, halves]
        block = BINOMIAL[popcount(ranks_above_count(rest, 1)), pairs] * each
        if number < block:
            twos = nth_subset(ranks_above_count(rest, 1), pairs, number // each)
            return twos * FILLED[2] | nth_subset(ranks_above_count(rest, 0) & NUMBERS & ~twos, halves, number % each)
        number -= block
        halves += 2


@jit
def nth_bomb(rules: Any, hand: int, wild: int, power: int, number: int) -> Play:
    """Return the ``number``-th bomb or rocket (from 0) that is stronger than ``power``.

    Natural bombs beat those with wild cards, and four wild cards beat both (DDZ-8.6).
    """
    wilds = popcount((hand >> wild) & EVERY_LANE)
    natural = hand & ~((1 << wild) * EVERY_LANE)
    for rank in range(SMALL_JOKER):
        held = popcount((natural >> rank) & EVERY_LANE)
        for taken in range(QUAD - held, min(wilds, QUAD - 1) + 1) if held else range(0):
            if four_card_bomb_power(rank, taken) > power:
                if number == 0:
                    cards = (1 << rank) * FILLED[QUAD - taken] | (1 << wild) * FILLED[taken]
                    return BOMB, 1, rank, cards, 0
                number -= 1
    if wilds == QUAD and power < PURE_POWER:
        if number == 0:
            return BOMB, 1, wild, (1 << wild) * EVERY_LANE, 0
        number -= 1
    return nth_rocket(rules, natural, power, number)


@jit_inlined
def four_card_bomb_power(rank: int, wilds: int) -> int:
    """Return the strength of a bomb of four cards of ``rank``, of which ``wilds`` cards are wild.

    A bomb without wild cards is stronger than any with wild cards (a soft bomb). ``rank`` is not a wild rank.
    """
    return bomb_power(QUAD, rank) - (50 if wilds else 0)


@jit_inlined
def holds_wild(row: Any, cards: int) -> bool:
    """Whether a set of cards has a wild card. ``cards`` is the first word of the set."""
    if row.wild < 0:
        return False
    return bool(cards >> row.wild & 1 or (row.second_wild >= 0 and cards >> row.second_wild & 1))


@jit_inlined
def power_of_bomb(row: Any, play: Play) -> int:
    """Return the strength of a bomb or rocket; 0 for other plays."""
    kind, _, rank, cards, more = play
    if kind == ROCKET:
        return ROCKET_POWER
    if kind != BOMB:
        return 0
    if row.wild >= 0 and (rank == row.wild or rank == row.second_wild):  # noqa: PLR1714
        return PURE_POWER + (rank if row.second_wild >= 0 else 0)
    return bomb_power(popcount(cards) + popcount(more), rank) - (50 if holds_wild(row, cards) else 0)
