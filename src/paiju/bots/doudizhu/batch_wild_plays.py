"""Compiled: plays with wild cards, as the steady bot considers them: their order, their attached cards and their numbers.

The functions are for games with one wild rank. ``wild_move_generation`` of the exact rules defines the order.
"""

from __future__ import annotations

from typing import Any

from paiju.batch.doudizhu import wild_move_generation as wildly
from paiju.batch.doudizhu.move_generation import MORE_THAN_ALL_PLAYS, Play, bomb_power
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.bots.doudizhu.batch_workspace import card_total, chain_body, count_at, lowest_rank, ranks_with
from paiju.features.doudizhu.bit_encoding import (
    ATTACH,
    BOMB,
    LONGEST_OF,
    NOTHING,
    ROCKET,
    SHORTEST,
    TRIO_SINGLE,
    UNIT,
)
from paiju.games.doudizhu.combinations import PURE_POWER, ROCKET_POWER
from paiju.games.doudizhu.wild_move_generation import QUAD


@jit_inlined
def holds_wild(wild: int, cards: int) -> bool:
    """Whether a set of cards, of which ``cards`` is the first word, has a card of the rank ``wild`` (-1 for none)."""
    return bool(wild >= 0 and cards >> wild & 1)


@jit_inlined
def power_of_bomb(wild: int, play: Play) -> int:
    """Return the strength of a bomb or rocket; 0 for other plays. ``wild`` is the wild rank, -1 for none."""
    kind, _, rank, cards, more = play
    if kind == ROCKET:
        return ROCKET_POWER
    if kind != BOMB:
        return 0
    if rank == wild:
        return PURE_POWER
    return bomb_power(popcount(cards) + popcount(more), rank) - (50 if holds_wild(wild, cards) else 0)


# ---- the order of plays


@jit_inlined
def is_listed_before(one: int, two: int) -> bool:
    """Whether the exact rules list one play before another, if they differ only in their attached cards.

    ``one`` and ``two`` are the cards of the two plays. The lowest rank at which these differ decides: if only one play
    has cards of this rank, that play comes first; otherwise the one with fewer such cards comes first.
    """
    differs = one ^ two
    if not differs:
        return False
    rank = lowest_rank(differs)
    fewer, more = count_at(one, rank), count_at(two, rank)
    return fewer != 0 and (more == 0 or fewer < more)


@jit
def is_listed_before_with_wilds(wild: int, kind: int, length: int, rank: int, one: int, two: int) -> bool:
    """Whether the exact rules list one play before another, if a hand with wild cards has plays of the same kind and body.

    ``one`` and ``two`` are the cards of the two plays. The body has ``length`` units up to ``rank``.
    """
    own = 15 << 4 * wild
    inside = chain_body(15, length, rank) & ~own
    differs = (one ^ two) & inside
    if differs:  # with more natural cards at the lowest rank of the body, a play comes first
        lowest = lowest_rank(differs)
        return count_at(one, lowest) > count_at(two, lowest)
    one, two = one & ~(inside | own), two & ~(inside | own)
    if card_total(one) != card_total(two):
        return card_total(one) > card_total(two)
    if ATTACH[kind] != 2:
        return is_listed_before(one, two)
    pairs, others = ranks_with(one, 2), ranks_with(two, 2)
    if card_total(pairs) != card_total(others):
        return card_total(pairs) > card_total(others)
    if pairs != others:
        return is_listed_before(pairs, others)
    return is_listed_before(one, two)


# ---- the attached cards of a play


@jit
def attached_ranks(strict: bool, wild: int, kind: int, length: int, rank: int, used: int) -> int:
    """Return the ranks for which the attached cards of a play stand, as packed rank counts.

    ``used`` are the cards of the play. ``strict`` says whether attached single cards must have different ranks.
    """
    body = chain_body(UNIT[kind], length, rank)
    if wild < 0 or not count_at(used, wild):
        return used - body
    if kind == TRIO_SINGLE and rank == wild and count_at(used, wild) == QUAD:
        return 1 << 4 * wild
    natural = used & ~(chain_body(15, length, rank) | 15 << 4 * wild)
    left = card_total(used) - card_total(body) - card_total(natural)
    if ATTACH[kind] == 1:
        taken = body | natural if strict else body
        while left > 0:
            name = free_rank(wild, taken)
            natural += 1 << 4 * name
            taken |= (1 if strict else 0) << 4 * name
            left -= 1
        return natural
    lone = ranks_with(natural, 1) ^ ranks_with(natural, 2)
    natural, left = natural + lone, left - card_total(lone)
    while left > 0:
        natural += 2 << 4 * free_rank(wild, body | natural)
        left -= 2
    return natural


@jit_inlined
def free_rank(wild: int, taken: int) -> int:
    """Return the rank for which an attached wild card stands: the wild rank, or else the lowest one, that is not taken.

    ``taken`` contains a card of each rank that is taken.
    """
    if not count_at(taken, wild):
        return wild
    rank = 0
    while count_at(taken, rank):
        rank += 1
    return rank


# ---- the number of a lead


@jit
def find_wild_lead(rules: Any, wild: int, hand: int, wanted: Play) -> int:
    """Return the number of a lead in the list of leads of a hand with wild cards; 0 if the lead is not legal."""
    kind, length, rank, cards, more = wanted
    before = 0
    for other in range(min(kind, BOMB)):
        if wildly.is_kind_allowed(rules, other):
            for units in range(SHORTEST[other], LONGEST_OF[other] + 1):
                before += count_plays(rules, wild, hand, other, units, -1)
    if kind < BOMB:
        for units in range(SHORTEST[kind], length):
            before += count_plays(rules, wild, hand, kind, units, -1)
        before += count_plays(rules, wild, hand, kind, length, -1)
        before -= count_plays(rules, wild, hand, kind, length, rank - 1)
    number = 0
    while True:
        if kind < BOMB:
            play = wildly.nth_of_length(rules, hand, wild, kind, length, rank - 1, number)
        else:
            play = wildly.nth_bomb(rules, hand, wild, 0, number)
        if play[0] == NOTHING or (kind < BOMB and play[2] != rank):
            return 0
        if play[0] == kind and play[2] == rank and play[3] == cards and play[4] == more:
            return before + number
        number += 1


@jit_inlined
def count_plays(rules: Any, wild: int, hand: int, kind: int, length: int, above: int) -> int:
    """Return the number of plays of this kind with this length whose body ends above rank ``above``."""
    rest = wildly.nth_of_length(rules, hand, wild, kind, length, above, MORE_THAN_ALL_PLAYS)[3]
    return MORE_THAN_ALL_PLAYS - rest
