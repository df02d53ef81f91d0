"""Compiled functions that divide hands, also hands with wild cards, into plays (``wild_decomposition``).

They assign one wild card after another to the rank where it saves most. They then divide the hand like one
without wild cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.batch.jit_cache import jit, jit_inlined_early
from paiju.bots.doudizhu import batch_workspace as at
from paiju.bots.doudizhu.batch_decomposition import JOKERS, divide, find_division, play_size
from paiju.bots.doudizhu.batch_workspace import (
    CHAIN_ONES,
    card_total,
    count_at,
    count_wilds,
    ranks_with,
    wild_rank_mask,
)
from paiju.bots.doudizhu.combination_cost import ROCKET_COST
from paiju.bots.doudizhu.trick_odds import KINDS
from paiju.bots.doudizhu.wild_decomposition import TRIED
from paiju.games.doudizhu.cards import SMALL_JOKER
from paiju.games.doudizhu.wild_move_generation import QUAD


@jit_inlined_early
def divide_with_wilds(work: Any, counts: int) -> float:
    """Divide a hand, which may have wild cards, into plays. Returns the cost of the hand.

    ``counts`` are the packed rank counts of the hand. The plays are written to ``work.plays``.
    """
    has_wilds = work.wilds and count_wilds(work, counts)
    return divide(work, assign_wilds(work, counts) if has_wilds else counts)


@jit
def divide_hand(work: Any) -> None:
    """Divide the seat's whole hand into plays.

    The plays are written to ``work.hand_plays``, and the cost of the hand to ``work.hand_cost``. In a hand with wild
    cards, the shortest plays come first.
    """
    work.hand_cost, work.hand_count = divide_with_wilds(work, work.hand), work.count
    if work.wilds:
        sort_plays_by_size(work)
    work.hand_plays[: work.count] = work.plays[: work.count]
    left = work.hand
    for place in range(work.hand_count):
        play = work.hand_plays[place]
        shown = play[at.BODY] + play[at.ATTACHED]
        play[at.USED] = find_used_cards(work, shown, left) if work.wilds else shown
        left -= play[at.USED]


@jit
def sort_plays_by_size(work: Any) -> None:
    """Sort ``work.plays`` by the number of cards. Plays of the same size keep their order."""
    for place in range(1, work.count):
        to = place
        while to and play_size(work.plays[to - 1]) > play_size(work.plays[to]):
            for column in range(at.USED):
                lower = work.plays[to, column]
                work.plays[to, column] = work.plays[to - 1, column]
                work.plays[to - 1, column] = lower
            to -= 1


@jit
def find_used_cards(work: Any, shown: int, hand: int) -> int:
    """Return the cards of a hand that make up a play.

    ``shown`` are the ranks for which the cards of the play stand, as packed rank counts. If the hand has natural
    cards of these ranks, they are used. Wild cards are used for the others; the hand must have enough of them.
    """
    used = 0
    for rank in range(KINDS):
        used += min(count_at(shown, rank), count_at(hand, rank)) << 4 * rank
    missing = card_total(shown) - card_total(used)
    first = min(missing, count_at(hand - used, work.wild))
    used += first << 4 * work.wild
    if missing > first:
        used += missing - first << 4 * work.second_wild
    return int(used)


@jit
def assign_wilds(work: Any, counts: int) -> int:
    """Choose a rank for each wild card of a hand, and return the rank counts of the hand after that choice.

    In the returned counts, each wild card counts as a card of its chosen rank.
    """
    best, cost = counts, cost_of_natural_hand(work, counts)
    first, number = count_at(counts, work.wild), count_wilds(work, counts)
    for assigned in range(number):
        own = work.wild if assigned < first else work.second_wild
        found, least = 0, np.inf
        for place in range(fill_promising_ranks(work, best)):
            option = best - (1 << 4 * own) + (1 << 4 * work.promising[place])
            changed = cost_of_natural_hand(work, option)
            if changed < least:
                found, least = option, changed
        if least >= cost:
            break
        best, cost = found, least
    return best


@jit
def cost_of_natural_hand(work: Any, counts: int) -> float:
    """Return the lowest cost of a hand in which every card counts as its own rank."""
    rocket = JOKERS * work.decks
    has_rocket = counts & JOKERS * 15 == rocket
    cost = work.rest_costs[find_division(work, counts - rocket if has_rocket else counts)]
    return float(cost + ROCKET_COST if has_rocket else cost)


@jit
def fill_promising_ranks(work: Any, counts: int) -> int:
    """Write to ``work.promising`` the ranks to which it seems best to add one more card, and return their number.

    The candidates are the natural ranks of which the hand has one to three cards, and the ranks next to a rank of
    the hand. The best candidates are those where one more card lowers the cost of the rank's cards most; a rank
    next to a rank of the hand gets a bonus. At most ``TRIED`` ranks are written.
    """
    found = 0
    present = ranks_with(counts, 1)
    gaps = (present << 4 | present >> 4) & ~present & CHAIN_ONES
    wilds = wild_rank_mask(work)
    for rank in range(SMALL_JOKER):
        held, gap = count_at(counts, rank), count_at(gaps, rank)
        if count_at(wilds, rank) or not (0 < held < QUAD or gap):
            continue
        saving = work.split_costs[held + 1, rank] - work.split_costs[held, rank] - 0.5 * gap
        place = found
        while place and work.savings[place - 1] > saving:
            work.savings[place], work.promising[place] = work.savings[place - 1], work.promising[place - 1]
            place -= 1
        work.savings[place], work.promising[place] = saving, rank
        found = min(found + 1, TRIED)
    return found
