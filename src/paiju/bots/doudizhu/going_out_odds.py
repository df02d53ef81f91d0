"""Estimates the probability that another seat goes out with its next play.

A seat goes out when it has played all its cards, except those that it may keep at the end (DDZ-6.4).
"""

from __future__ import annotations

from math import comb

from paiju.bots.doudizhu.seat_knowledge import OtherSeat
from paiju.bots.doudizhu.trick_odds import KINDS
from paiju.games.doudizhu.cards import card_count, count_of
from paiju.games.doudizhu.combinations import Combination


def chance_to_go_out(one: OtherSeat, unseen: int, beat: Combination | None) -> float:
    """Return the probability that a seat goes out with its next play, ignoring bombs.

    The seat leads if ``beat`` is None; otherwise it has to beat that combination.
    """
    if beat is None:
        return 1.0 if one.to_go == 1 else _chance_all_equal(one, unseen, -1)
    if beat.bomb or beat.length > 1 or beat.attached or not one.to_go <= beat.size <= one.size:
        return 0.0
    if beat.size == one.size:
        return _chance_all_equal(one, unseen, beat.rank)
    return _chance_of_higher_card(one, unseen, beat.rank) if beat.size == 1 else 0.0


def _chance_all_equal(one: OtherSeat, unseen: int, rank: int) -> float:
    """Return the probability that all cards of the seat ``one`` have the same rank, which is higher than ``rank``."""
    known = card_count(one.known)
    hidden = one.size - known
    fits = [count_of(unseen, above) for above in range(rank + 1, KINDS) if count_of(one.known, above) == known]
    return sum(comb(copies, hidden) for copies in fits) / comb(max(hidden, card_count(unseen)), hidden)


def _chance_of_higher_card(one: OtherSeat, unseen: int, rank: int) -> float:
    """Return the probability that the seat ``one`` holds a card higher than ``rank``."""
    hidden = one.size - card_count(one.known)
    higher = [above for above in range(rank + 1, KINDS) if count_of(unseen, above)]
    if one.known >> 8 * (rank + 1):
        return 1.0
    left = card_count(unseen)
    lower = left - sum(count_of(unseen, above) for above in higher)
    return 1 - comb(lower, hidden) / comb(max(hidden, left), hidden)
