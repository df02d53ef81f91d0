"""Estimates how many leads a hand needs to get rid of all its cards.

The search tries plays with a low estimate first. The estimate may be wrong, so the search does not use it as a bound.
"""

from __future__ import annotations

from paiju.batch.doudizhu.cards import CHAIN_RANKS, EVERY_LANE, ranks_above_count
from paiju.batch.doudizhu.move_generation import chain_starts
from paiju.batch.jit_cache import jit, popcount
from paiju.games.doudizhu.cards import SMALL_JOKER


@jit
def estimate_turns(hand: int, wild: int) -> int:
    """Return an estimate of the fewest leads that empty a hand.

    The estimate is one lead for each rank, minus the leads that chains, attached cards and the rocket save.
    ``hand`` is the first word of the hand; the cards of its second word are ignored. ``wild`` is the wild rank, or
    -1. Four wild cards count as one lead, and fewer wild cards as none.
    """
    turns = 0
    if wild >= 0:
        wilds = (hand >> wild) & EVERY_LANE
        turns += wilds == EVERY_LANE
        hand &= ~((1 << wild) * EVERY_LANE)
    ones, twos, threes = ranks_above_count(hand, 0), ranks_above_count(hand, 1), ranks_above_count(hand, 2)
    turns += popcount(ones)
    lone, pairs, trios = ones & ~twos, twos & ~threes, threes & ~ranks_above_count(hand, 3)
    starts = chain_starts(ones & CHAIN_RANKS, 5)
    if starts:
        covered = starts | starts << 1 | starts << 2 | starts << 3 | starts << 4
        saved = popcount(covered & lone) - popcount(covered & ~(covered << 1))
        if saved > 0:
            turns -= saved
            lone &= ~covered
    starts = chain_starts(twos & CHAIN_RANKS, 3)
    if starts:
        covered = starts | starts << 1 | starts << 2
        saved = popcount(covered & pairs) - popcount(covered & ~(covered << 1))
        if saved > 0:
            turns -= saved
            pairs &= ~covered
    if trios:
        chained = chain_starts(trios & CHAIN_RANKS, 2)
        turns -= popcount(chained) + min(popcount(trios), popcount(lone | pairs))
    return turns - (ones >> SMALL_JOKER == 3)
