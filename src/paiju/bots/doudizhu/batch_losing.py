"""Compiled: whether the seat to act in a row of the batch engine certainly loses by a pass (``losing_actions``).

The compiled code decides most cases, because most hands that an enemy may hold are no single play. It leaves the others to the
exact rules.
"""

from __future__ import annotations

from typing import Any

from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.bots.doudizhu import batch_workspace as at
from paiju.bots.doudizhu.batch_beliefs import hidden_cards
from paiju.bots.doudizhu.batch_costs import JOKERS
from paiju.bots.doudizhu.batch_plays import answer_at, owner_of_trick
from paiju.bots.doudizhu.batch_workspace import lowest_rank, ranks_with, unpack_counts
from paiju.bots.doudizhu.losing_actions import FEW, WHOLE
from paiju.features.doudizhu.bit_encoding import NOTHING, SINGLE

NO, YES, UNKNOWN = range(3)
"""Answers; UNKNOWN leaves the question to the exact rules."""


@jit
def is_lost_by_passing(rules: Any, row: Any, work: Any) -> int:
    """Return whether the pass certainly loses: NO, YES or UNKNOWN."""
    owner = owner_of_trick(row, work.facts[at.PLAYERS])
    for other in range(owner + 1):
        one = work.others[other]
        if not one[at.ENEMY]:
            continue
        wins = certainly_wins_next(rules, row, work, one, other == owner)
        if wins == UNKNOWN:
            return UNKNOWN
        if wins == YES:
            for partner in range(other):
                if not work.others[partner, at.ENEMY] and may_beat(rules, row, work, work.others[partner]):
                    return NO
            return YES
    return NO


@jit
def certainly_wins_next(rules: Any, row: Any, work: Any, one: Any, leads: bool) -> int:
    """Return whether an enemy wins from its next turn on, whichever of its possible hands it holds: NO, YES or UNKNOWN."""
    if leads and one[at.TO_GO] == 1:
        return YES
    hidden = hidden_cards(one)
    if one[at.SIZE] > (WHOLE if hidden == 0 else FEW):
        return NO
    if hidden == 0:
        cards, more = unpack_counts(one[at.KNOWN])
        return UNKNOWN if leads or answer_at(rules, row, cards, more, 0)[0] != NOTHING else NO
    if one[at.TO_GO] < one[at.SIZE]:
        return UNKNOWN
    if one[at.SIZE] == 1:
        return YES if row.kind == SINGLE and lowest_rank(work.facts[at.UNSEEN]) > row.rank else NO
    return NO if may_hold_no_play(work, one, hidden) else UNKNOWN


@jit
def may_hold_no_play(work: Any, one: Any, hidden: int) -> bool:
    """Whether a hand of two to four cards, ``hidden`` of which are not known, may be one that is not a single play."""
    known, unseen = ranks_with(one[at.KNOWN], 1), ranks_with(work.facts[at.UNSEEN], 1)
    new = unseen & ~known
    different = popcount(known) + min(popcount(new), hidden)
    if one[at.SIZE] == 2:
        return different > 1 and ((known | new) != JOKERS)
    return different > one[at.SIZE] - 2


@jit_inlined
def may_beat(rules: Any, row: Any, work: Any, one: Any) -> bool:
    """Whether a seat may hold a play that beats the play to beat."""
    cards, more = unpack_counts(one[at.KNOWN] + (work.facts[at.UNSEEN] if hidden_cards(one) else 0))
    number = 0
    while True:
        play = answer_at(rules, row, cards, more, number)
        if play[0] == NOTHING:
            return False
        if popcount(play[3]) + popcount(play[4]) <= one[at.SIZE]:
            return True
        number += 1
