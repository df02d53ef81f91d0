"""Move generation for the search: lists all plays of a hand, and decides whether a hand can beat a play (DDZ-4, 5).

The batch engine (``paiju.batch``) generates plays one by one, by their number. The search instead needs the list of all
plays of a hand, or only has to know whether there is a play. This module does both faster. It calls the batch engine
only for hands with wild cards.

A hand is two 64-bit words: ``hand`` holds up to four cards of each rank in unary code, and ``more`` the fifth to eighth
cards in games with two packs. A play to beat is ``(kind, length, rank, power)``. ``power`` is the strength of a bomb or
rocket, and 0 for other plays. ``kind`` is NOTHING if the seat leads. A listed play is a row of an integer array with
``PLAY`` columns.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.doudizhu import wild_move_generation
from paiju.batch.doudizhu.attachments import APART, PAIRS, STRICT, attachment_table, nth_attachment_from_table
from paiju.batch.doudizhu.cards import CHAIN_RANKS, EVERY_LANE, FILLED, count_of, ranks_above_count
from paiju.batch.doudizhu.move_generation import attachment_manner, bomb_power, chain_starts, ranks_of_stronger_bombs
from paiju.batch.doudizhu.wild_move_generation import is_kind_allowed
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.features.doudizhu.bit_encoding import (
    ATTACH,
    ATTACHED,
    BOMB,
    LONGEST_OF,
    NOTHING,
    ROCKET,
    SHORTEST,
    UNIT,
)
from paiju.games.doudizhu.cards import BIG_JOKER, SMALL_JOKER
from paiju.games.doudizhu.combinations import PURE_POWER, ROCKET_POWER

CARDS, MORE, KIND, LENGTH, RANK, POWER, SCORE = range(7)
PLAY: Final = 7
"""Number of columns of a listed play: CARDS, MORE, KIND, LENGTH, RANK, POWER, and SCORE.

CARDS and MORE are the two words that contain the cards of the play. The search tries plays with a low SCORE
first.
"""


# ---- whether a hand can beat a play


@jit
def has_beating_play(
    rules: Any, wild: int, hand: int, more: int, kind: int, length: int, rank: int, power: int
) -> bool:
    """Whether a hand has a play that beats the given play."""
    if wild >= 0 and (hand >> wild) & EVERY_LANE:
        return wild_move_generation.nth_beating_play(rules, hand, wild, kind, length, rank, power, 0)[0] != NOTHING
    if has_bomb_above(rules, hand, more, power):
        return True
    if power:
        return False
    bodies = bodies_above(hand, kind, length, rank)
    if not ATTACH[kind]:
        return bodies != 0
    while bodies:
        first = popcount((bodies & -bodies) - 1)
        if can_attach(rules, kind, length, first, hand, more):
            return True
        bodies &= bodies - 1
    return False


@jit_inlined
def bodies_above(hand: int, kind: int, length: int, rank: int) -> int:
    """Return where a hand has bodies of this kind and length with a highest rank above ``rank``.

    A body is a play without its attached cards. The result is a mask that has, for each body, a bit at the lowest
    rank of the body. Only natural cards are considered.
    """
    held = ranks_above_count(hand, UNIT[kind] - 1)
    if length > 1:
        held = chain_starts(held & CHAIN_RANKS, length)
    return held & ((-1 << (rank + 1)) >> (length - 1))


@jit_inlined
def has_bomb_above(rules: Any, hand: int, more: int, power: int) -> bool:
    """Whether a hand has a bomb or rocket stronger than ``power``; natural cards only."""
    if power < ROCKET_POWER and ranks_above_count(hand, rules.decks - 1) >> SMALL_JOKER == 3:
        return True
    quads = ranks_above_count(hand, 3)
    if not quads:
        return False
    if quads & ranks_of_stronger_bombs(4, power):
        return True
    for unit in range(5, 4 * rules.decks + 1):  # noqa: SIM110 -- Numba compiles no generator expressions
        if ranks_above_count(more, unit - 5) & ranks_of_stronger_bombs(unit, power):
            return True
    return False


@jit
def can_attach(rules: Any, kind: int, length: int, first: int, hand: int, more: int) -> bool:
    """Whether a hand has enough cards to attach to a body (DDZ-4.14).

    The body is the combination without its attached cards. ``first`` is its lowest rank. Cards whose rank is in
    the body do not count.
    """
    ranks = (((1 << length) - 1) << first) * EVERY_LANE
    rest, beyond = hand & ~ranks, more & ~ranks
    number = length * ATTACHED[kind]
    manner = attachment_manner(rules, kind)
    if manner == PAIRS:
        return popcount(ranks_above_count(rest, 1)) >= number
    cards = popcount(ranks_above_count(rest, 0)) if manner & STRICT else popcount(rest) + popcount(beyond)
    if manner & APART:
        small, big = count_of(rest, beyond, SMALL_JOKER), count_of(rest, beyond, BIG_JOKER)
        cards -= min(small, big, 1) if manner & STRICT else min(small, big)
    return cards >= number


# ---- all plays of a hand


@jit
def write_plays(
    rules: Any, wild: int, hand: int, more: int, kind: int, length: int, rank: int, power: int, out: Any, at: int
) -> int:
    """Write the plays of a hand to ``out`` from row ``at`` on: those that beat a given play, or all leads.

    ``kind``, ``length``, ``rank`` and ``power`` describe the play to beat. If ``kind`` is NOTHING, all leads are
    written. ``wild`` is the wild rank, or -1 if there is none. ``out`` has ``PLAY`` columns. Returns the index
    after the last row written; -1 if ``out`` has too few rows.
    """
    if wild >= 0 and (hand >> wild) & EVERY_LANE:
        return write_wild_plays(rules, wild, hand, kind, length, rank, power, out, at)
    if kind == NOTHING:
        at = write_leads(rules, hand, more, out, at)
    elif not power:
        at = write_plays_with_bodies(rules, kind, length, bodies_above(hand, kind, length, rank), hand, more, out, at)
    return write_bombs(rules, hand, more, power, out, at)


@jit
def write_wild_plays(
    rules: Any, wild: int, hand: int, kind: int, length: int, rank: int, power: int, out: Any, at: int
) -> int:
    """Write the plays of a hand that holds wild cards: those that beat a given play, or all leads.

    The arguments and the result are as in ``write_plays``.
    """
    number = 0
    while at >= 0:
        if kind == NOTHING:
            play = wild_move_generation.nth_lead(rules, hand, wild, number)
        else:
            play = wild_move_generation.nth_beating_play(rules, hand, wild, kind, length, rank, power, number)
        if play[0] == NOTHING:
            return at
        at = write_play(
            out, at, play[0], play[1], play[2], play[3], 0, bomb_power_with_wilds(wild, play[0], play[2], play[3])
        )
        number += 1
    return at


@jit_inlined
def bomb_power_with_wilds(wild: int, kind: int, rank: int, cards: int) -> int:
    """Return the strength of a bomb or rocket in a game with wild cards; 0 for other plays (DDZ-8.6)."""
    if kind == ROCKET:
        return ROCKET_POWER
    if kind != BOMB:
        return 0
    if rank == wild:
        return PURE_POWER
    return bomb_power(4, rank) - (50 if (cards >> wild) & EVERY_LANE else 0)


@jit
def write_leads(rules: Any, hand: int, more: int, out: Any, at: int) -> int:
    """Write all leads of a hand except bombs and rockets (see ``write_plays``)."""
    for kind in range(BOMB):
        held = ranks_above_count(hand, UNIT[kind] - 1)
        if not held or not is_kind_allowed(rules, kind):
            continue
        if LONGEST_OF[kind] == 1:
            at = write_plays_with_bodies(rules, kind, 1, held, hand, more, out, at)
            continue
        length = SHORTEST[kind]
        bodies = chain_starts(held & CHAIN_RANKS, length)
        while bodies:
            at = write_plays_with_bodies(rules, kind, length, bodies, hand, more, out, at)
            length += 1
            bodies = chain_starts(held & CHAIN_RANKS, length)
    return at


@jit
def write_plays_with_bodies(
    rules: Any, kind: int, length: int, bodies: int, hand: int, more: int, out: Any, at: int
) -> int:
    """Write all plays of one kind and length that have a body in ``bodies`` (see ``write_plays``).

    ``bodies`` is a mask that has the lowest rank of each body. If the kind has attached cards, the plays with
    every choice of attached cards are written.
    """
    while bodies and at >= 0:
        first = popcount((bodies & -bodies) - 1)
        bodies &= bodies - 1
        mask = ((1 << length) - 1) << first
        body = mask * FILLED[UNIT[kind]]
        if not ATTACH[kind]:
            at = write_play(out, at, kind, length, first + length - 1, body, 0, 0)
        elif can_attach(rules, kind, length, first, hand, more):
            at = write_plays_with_attachments(
                rules, kind, length, first, hand & ~(mask * EVERY_LANE), more & ~(mask * EVERY_LANE), out, at
            )
    return at


@jit
def write_plays_with_attachments(
    rules: Any, kind: int, length: int, first: int, rest: int, more: int, out: Any, at: int
) -> int:
    """Write one play for each set of cards that can be attached to a body (see ``write_plays``).

    ``first`` is the lowest rank of the body. The two words ``rest`` and ``more`` are the rest of the hand, from
    which the attached cards are taken.
    """
    body = (((1 << length) - 1) << first) * FILLED[UNIT[kind]]
    number, rank = length * ATTACHED[kind], first + length - 1
    if number == 1:
        ranks = ranks_above_count(rest, ATTACH[kind] - 1)
        while ranks and at >= 0:
            bit = ranks & -ranks
            ranks ^= bit
            at = write_play(out, at, kind, length, rank, body | bit * FILLED[ATTACH[kind]], 0, 0)
        return at
    manner = attachment_manner(rules, kind)
    if number == 2 and not manner & APART:
        return write_plays_with_two_attachments(manner, kind, length, rank, body, rest, out, at)
    left = attachment_table(manner, number, rest, more)
    for which in range(left[0, number]):
        if at < 0:
            return at
        cards, beyond = nth_attachment_from_table(left, manner, number, rest, more, which)
        at = write_play(out, at, kind, length, rank, body | cards, beyond, 0)
    return at


@jit
def write_plays_with_two_attachments(
    manner: int, kind: int, length: int, rank: int, body: int, rest: int, out: Any, at: int
) -> int:
    """Write the plays that consist of the cards ``body`` with two attached singles or two attached pairs.

    One play is written for each choice of the attachments (see ``write_plays``). The attached cards are taken
    from ``rest``. ``manner`` says which cards may be attached (``batch.doudizhu.attachments``).
    """
    unit = FILLED[2] if manner == PAIRS else FILLED[1]
    ranks = ranks_above_count(rest, 1 if manner == PAIRS else 0)
    doubles = 0 if manner else ranks_above_count(rest, 1)
    while ranks and at >= 0:
        bit = ranks & -ranks
        ranks ^= bit
        if bit & doubles:
            at = write_play(out, at, kind, length, rank, body | bit * FILLED[2], 0, 0)
        others = ranks
        while others and at >= 0:
            other = others & -others
            others ^= other
            at = write_play(out, at, kind, length, rank, body | (bit | other) * unit, 0, 0)
    return at


@jit
def write_bombs(rules: Any, hand: int, more: int, power: int, out: Any, at: int) -> int:
    """Write the bombs and the rocket of a hand that are stronger than ``power`` (see ``write_plays``)."""
    quads = ranks_above_count(hand, 3)
    if quads:
        for unit in range(4, 4 * rules.decks + 1):
            mask = (quads if unit == 4 else ranks_above_count(more, unit - 5)) & ranks_of_stronger_bombs(unit, power)
            while mask and at >= 0:
                bit = mask & -mask
                mask ^= bit
                rank = popcount(bit - 1)
                at = write_play(
                    out, at, BOMB, 1, rank, bit * EVERY_LANE, bit * FILLED[unit - 4], bomb_power(unit, rank)
                )
    if at >= 0 and power < ROCKET_POWER and ranks_above_count(hand, rules.decks - 1) >> SMALL_JOKER == 3:
        cards = (3 << SMALL_JOKER) * FILLED[rules.decks]
        at = write_play(out, at, ROCKET, 1, SMALL_JOKER + 1, cards, 0, ROCKET_POWER)
    return at


@jit_inlined
def write_play(out: Any, at: int, kind: int, length: int, rank: int, cards: int, more: int, power: int) -> int:
    """Write a play to row ``at`` of ``out``. Returns the index of the next row; -1 if ``out`` has no row ``at``."""
    if at >= len(out):
        return -1
    row = out[at]
    row[CARDS], row[MORE], row[KIND], row[LENGTH], row[RANK], row[POWER] = cards, more, kind, length, rank, power
    return at + 1
