"""Compiled functions for plays with wild cards, as the steady bot considers them.

They determine the order, the attached cards and the numbers of these plays. The order is that of
``wild_move_generation`` in the exact rules. The numbers are those of the batch engine.
"""

from __future__ import annotations

from typing import Any

from paiju.batch.doudizhu import two_wild_move_generation
from paiju.batch.doudizhu import wild_move_generation as wildly
from paiju.batch.doudizhu.move_generation import MORE_THAN_ALL_PLAYS, Play, nth_beating_play, nth_lead
from paiju.batch.jit_cache import jit, jit_inlined
from paiju.bots.doudizhu.batch_workspace import (
    card_total,
    chain_body,
    count_at,
    count_wilds,
    lowest_rank,
    ranks_with,
    wild_rank_mask,
)
from paiju.features.doudizhu.bit_encoding import (
    ATTACH,
    BOMB,
    LONGEST_OF,
    NOTHING,
    SHORTEST,
    TRIO_SINGLE,
    UNIT,
)
from paiju.games.doudizhu.wild_move_generation import QUAD

# ---- the order of plays


@jit_inlined
def is_listed_before(one: int, two: int) -> bool:
    """Whether the exact rules list the play ``one`` before the play ``two``.

    ``one`` and ``two`` are the cards of two plays that differ only in their attached cards. The lowest rank of
    which they have different numbers of cards decides. If only one play has cards of this rank, that play comes
    first. If both have cards of this rank, the play with fewer of them comes first.
    """
    differs = one ^ two
    if not differs:
        return False
    rank = lowest_rank(differs)
    fewer, more = count_at(one, rank), count_at(two, rank)
    return fewer != 0 and (more == 0 or fewer < more)


@jit
def is_listed_before_with_wilds(work: Any, kind: int, length: int, rank: int, one: int, two: int) -> bool:
    """Whether the exact rules list the play with the cards ``one`` before the play with the cards ``two``.

    Both are plays of a hand with wild cards, and have the same kind and body. The body has ``length`` units, and
    its highest rank is ``rank``.
    """
    wilds = wild_rank_mask(work)
    inside = chain_body(15, length, rank) & ~wilds
    differs = (one ^ two) & inside
    if differs:  # with more natural cards at the lowest rank of the body, a play comes first
        lowest = lowest_rank(differs)
        return count_at(one, lowest) > count_at(two, lowest)
    outside, other = one & ~(inside | wilds), two & ~(inside | wilds)
    if outside != other:
        return is_attachment_listed_before(kind, outside, other)
    if kind == TRIO_SINGLE and card_total(one & wilds) == QUAD:  # four cards of a wild rank come last
        return count_at(one, rank) < QUAD and count_at(two, rank) == QUAD
    return count_at(one, work.wild) > count_at(two, work.wild)


@jit_inlined
def is_attachment_listed_before(kind: int, one: int, two: int) -> bool:
    """Whether the attached natural cards ``one`` are listed before the attached natural cards ``two``.

    The two sets must differ. The set with more natural cards comes first.
    """
    if card_total(one) != card_total(two):
        return card_total(one) > card_total(two)
    if ATTACH[kind] == 2:  # a pair may consist of a natural and a wild card
        pairs, others = ranks_with(one, 2), ranks_with(two, 2)
        if card_total(pairs) != card_total(others):
            return card_total(pairs) > card_total(others)
        if pairs != others:
            return is_listed_before(pairs, others)
    return is_listed_before(one, two)


# ---- the attached cards of a play


@jit
def attached_ranks(strict: bool, work: Any, kind: int, length: int, rank: int, used: int) -> int:
    """Return the ranks for which the attached cards of a play stand, as packed rank counts.

    ``used`` are the cards of the play. ``strict`` says whether attached single cards must have different ranks.
    """
    body = chain_body(UNIT[kind], length, rank)
    if not count_wilds(work, used):
        return used - body
    if kind == TRIO_SINGLE and used == QUAD << 4 * rank:
        return 1 << 4 * rank
    natural = used & ~(chain_body(15, length, rank) | wild_rank_mask(work))
    left = card_total(used) - card_total(body) - card_total(natural)
    if ATTACH[kind] == 1:
        taken = body | natural if strict else body
        while left > 0:
            name = find_free_rank(work, taken)
            natural += 1 << 4 * name
            taken |= (1 if strict else 0) << 4 * name
            left -= 1
        return natural
    lone = ranks_with(natural, 1) ^ ranks_with(natural, 2)
    natural, left = natural + lone, left - card_total(lone)
    while left > 0:
        natural += 2 << 4 * find_free_rank(work, body | natural)
        left -= 2
    return natural


@jit_inlined
def find_free_rank(work: Any, taken: int) -> int:
    """Return the rank for which an attached wild card stands.

    ``taken`` contains one card of each rank that the attached card must not have. The result is a wild rank that is
    not taken. If all wild ranks are taken, it is the lowest rank that is not taken.
    """
    if not count_at(taken, work.wild):
        return int(work.wild)
    if work.second_wild >= 0 and not count_at(taken, work.second_wild):
        return int(work.second_wild)
    rank = 0
    while count_at(taken, rank):
        rank += 1
    return rank


# ---- legal plays


@jit
def lead_at(rules: Any, row: Any, hand: int, more: int, number: int) -> Play:
    """Return the ``number``-th lead (from 0) of a hand. If the hand has fewer leads, the kind is NOTHING."""
    if row.second_wild >= 0:
        return two_wild_move_generation.nth_lead(rules, row, hand, number)
    if wildly.holds_wild(row, hand):
        return wildly.nth_lead(rules, hand, row.wild, number)
    return nth_lead(rules, hand, more, number)


@jit
def answer_at(rules: Any, row: Any, hand: int, more: int, number: int) -> Play:
    """Return the ``number``-th play (from 0) of a hand that beats the play to beat.

    If the hand has fewer such plays, the kind is NOTHING.
    """
    kind, length, rank, power = row.kind, row.length, row.rank, row.power
    if row.second_wild >= 0:
        return two_wild_move_generation.nth_beating_play(rules, row, hand, kind, length, rank, power, number)
    if wildly.holds_wild(row, hand):
        return wildly.nth_beating_play(rules, hand, row.wild, kind, length, rank, power, number)
    return nth_beating_play(rules, hand, more, kind, length, rank, power, number)


@jit
def find_wild_lead(rules: Any, row: Any, hand: int, wanted: Play) -> int:
    """Return the number of a lead in the list of leads of a hand with wild cards; 0 if the lead is not legal."""
    kind, length, rank, cards, _ = wanted
    number = 0
    while True:
        if kind < BOMB:
            play = nth_play_of_length(rules, row, hand, kind, length, rank - 1, number)
        elif row.second_wild >= 0:
            play = two_wild_move_generation.nth_bomb(rules, row, hand, 0, number)
        else:
            play = wildly.nth_bomb(rules, hand, row.wild, 0, number)
        if play[0] == NOTHING or (kind < BOMB and play[2] != rank):
            return 0
        if play[0] == kind and play[2] == rank and play[3] == cards:
            return number + count_leads_before(rules, row, hand, kind, length, rank)
        number += 1


@jit
def count_leads_before(rules: Any, row: Any, hand: int, kind: int, length: int, rank: int) -> int:
    """Return the number of leads that come before those with this kind, length and rank.

    For a bomb or rocket, the result is the number of all leads that are neither a bomb nor a rocket.
    """
    before = 0
    for other in range(min(kind, BOMB)):
        if wildly.is_kind_allowed(rules, other):
            for units in range(SHORTEST[other], LONGEST_OF[other] + 1):
                before += count_plays(rules, row, hand, other, units, -1)
    if kind < BOMB:
        for units in range(SHORTEST[kind], length + 1):
            before += count_plays(rules, row, hand, kind, units, -1)
        before -= count_plays(rules, row, hand, kind, length, rank - 1)
    return before


@jit
def nth_play_of_length(  # noqa: PLR0913, PLR0917
    rules: Any, row: Any, hand: int, kind: int, length: int, above: int, number: int
) -> Play:
    """Return the ``number``-th play (from 0) of a kind and length whose body has a highest rank above ``above``."""
    if row.second_wild >= 0:
        return two_wild_move_generation.nth_play_of_length(rules, row, hand, kind, length, above, number)
    return wildly.nth_play_of_length(rules, hand, row.wild, kind, length, above, number)


@jit_inlined
def count_plays(rules: Any, row: Any, hand: int, kind: int, length: int, above: int) -> int:
    """Return the number of plays of a kind and length whose body has a highest rank above ``above``."""
    return MORE_THAN_ALL_PLAYS - nth_play_of_length(rules, row, hand, kind, length, above, MORE_THAN_ALL_PLAYS)[3]
