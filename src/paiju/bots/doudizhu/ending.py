"""Who goes out next: how likely a seat with few cards wins with its very next play."""

from __future__ import annotations

from math import comb

from paiju.bots.doudizhu.knowledge import Other
from paiju.bots.doudizhu.odds import KINDS
from paiju.games.doudizhu.cards import count_of, total
from paiju.games.doudizhu.combos import Combo


def goes_out(one: Other, unseen: int, beat: Combo | None) -> float:
    """The chance that a seat wins with its next play, which leads or beats this one; bombs are left out of account."""
    if beat is None:
        return 1.0 if one.to_go == 1 else _alike(one, unseen, -1)
    if beat.bomb or beat.length > 1 or beat.attached or not one.to_go <= beat.size <= one.size:
        return 0.0
    if beat.size == one.size:
        return _alike(one, unseen, beat.rank)
    return _has_above(one, unseen, beat.rank) if beat.size == 1 else 0.0


def _alike(one: Other, unseen: int, rank: int) -> float:
    """The chance that all its cards are equal, and higher than a rank."""
    known = total(one.known)
    hidden = one.size - known
    fits = [count_of(unseen, above) for above in range(rank + 1, KINDS) if count_of(one.known, above) == known]
    return sum(comb(copies, hidden) for copies in fits) / comb(max(hidden, total(unseen)), hidden)


def _has_above(one: Other, unseen: int, rank: int) -> float:
    """The chance that it holds a card higher than a rank."""
    hidden = one.size - total(one.known)
    higher = [above for above in range(rank + 1, KINDS) if count_of(unseen, above)]
    if one.known >> 8 * (rank + 1):
        return 1.0
    left = total(unseen)
    lower = left - sum(count_of(unseen, above) for above in higher)
    return 1 - comb(lower, hidden) / comb(max(hidden, left), hidden)
