"""Compiled: whether the seat to act certainly loses if it passes (``losing_actions``).

The functions work on a row of the batch engine, which is the state of one hand. They decide most cases, because most
hands that an enemy may hold cannot be played as a whole in one play. They leave the other cases to the exact rules.
"""

from __future__ import annotations

from typing import Any

from paiju.batch.jit_cache import jit_inlined_early, popcount
from paiju.bots.doudizhu.batch_decomposition import JOKERS
from paiju.bots.doudizhu.batch_play_choice import answer_at, owner_of_trick
from paiju.bots.doudizhu.batch_seat_knowledge import hidden_cards
from paiju.bots.doudizhu.batch_workspace import lowest_rank, ranks_with, unpack_counts
from paiju.bots.doudizhu.losing_actions import MOST_CARDS_PARTLY_UNKNOWN
from paiju.features.doudizhu.bit_encoding import NOTHING, SINGLE
from paiju.features.doudizhu.forced_wins import MOST_CARDS_SEARCHED

NO, YES, UNKNOWN = range(3)
"""Results of the functions below. UNKNOWN means that the exact rules have to decide."""


@jit_inlined_early
def is_lost_by_passing(rules: Any, row: Any, work: Any) -> int:
    """Return whether the seat to act certainly loses if it passes: NO, YES or UNKNOWN."""
    owner = owner_of_trick(row, work.players)
    for other in range(owner + 1):
        if not work.enemies[other]:
            continue
        wins = certainly_wins_next(rules, row, work, other, other == owner)
        if wins == UNKNOWN:
            return UNKNOWN
        if wins == YES:
            for partner in range(other):
                if not work.enemies[partner] and may_beat(rules, row, work, partner):
                    return NO
            return YES
    return NO


@jit_inlined_early
def certainly_wins_next(rules: Any, row: Any, work: Any, other: int, leads: bool) -> int:
    """Return whether an enemy wins from its next turn on with every hand that it may hold: NO, YES or UNKNOWN.

    ``other`` is the index of the enemy among the other seats. ``leads`` says whether it leads at that turn.
    """
    if leads and work.to_go[other] == 1:
        return YES
    hidden = hidden_cards(work, other)
    if work.sizes[other] > (MOST_CARDS_SEARCHED if hidden == 0 else MOST_CARDS_PARTLY_UNKNOWN):
        return NO
    if hidden == 0:
        cards, more = unpack_counts(work.known[other])
        return UNKNOWN if leads or answer_at(rules, row, cards, more, 0)[0] != NOTHING else NO
    if work.to_go[other] < work.sizes[other]:
        return UNKNOWN
    if work.sizes[other] == 1:
        return YES if row.kind == SINGLE and lowest_rank(work.unseen) > row.rank else NO
    return NO if may_need_several_plays(work, other, hidden) else UNKNOWN


@jit_inlined_early
def may_need_several_plays(work: Any, other: int, hidden: int) -> bool:
    """Whether another seat, which holds two to four cards, may hold cards that cannot all be played in one play.

    ``hidden`` is the number of its cards that this seat does not know.
    """
    known, unseen = ranks_with(work.known[other], 1), ranks_with(work.unseen, 1)
    new = unseen & ~known
    different = popcount(known) + min(popcount(new), hidden)
    if work.sizes[other] == 2:
        return different > 1 and ((known | new) != JOKERS)
    return bool(different > work.sizes[other] - 2)


@jit_inlined_early
def may_beat(rules: Any, row: Any, work: Any, other: int) -> bool:
    """Whether a seat may hold a play that beats the play to beat."""
    cards, more = unpack_counts(work.known[other] + (work.unseen if hidden_cards(work, other) else 0))
    number = 0
    while True:
        play = answer_at(rules, row, cards, more, number)
        if play[0] == NOTHING:
            return False
        if popcount(play[3]) + popcount(play[4]) <= work.sizes[other]:
            return True
        number += 1
