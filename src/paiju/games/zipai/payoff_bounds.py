"""Bounds on the points that a seat can win or lose in one hand (ZP-8)."""

from __future__ import annotations

from paiju.games.zipai.melds import WORTH
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.scoring import FROM_HAND
from paiju.games.zipai.state import BANKER_CARDS

MOST_MELDS = BANKER_CARDS // 3
"""The number of melds in a complete hand without a pair (ZP-7.1). No seat can lay more."""


def payoff_bounds(rules: Rules) -> tuple[int, int]:
    """Return bounds of the points that a seat can get in one hand: the least, and the most.

    A winner has at most the points of ``MOST_MELDS`` melds of the highest value. Either all others pay a winner, or one seat
    pays alone (ZP-8.4), perhaps to several winners. A seat can be caught keeping further copies (下伙) at most once for each
    meld that it lays (ZP-R6). No hand exceeds the bounds, but perhaps none reaches them.
    """
    others = rules.players - 1
    highest = MOST_MELDS * max(WORTH.values())
    fines = MOST_MELDS * rules.minimum_to * others if rules.false_eat == "caught" else 0
    return -(FROM_HAND * highest * others + fines), max(FROM_HAND, others) * highest + fines
