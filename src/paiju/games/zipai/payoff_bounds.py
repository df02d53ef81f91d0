"""Bounds on the points that a seat can win or lose in one hand (ZP-8)."""

from __future__ import annotations

from paiju.games.zipai.melds import WORTH
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.scoring import FROM_HAND
from paiju.games.zipai.state import BANKER_CARDS

MOST_MELDS = BANKER_CARDS // 3
"""Melds of a complete hand (ZP-7.1), and so the most that a seat can have laid."""


def payoff_bounds(rules: Rules) -> tuple[int, int]:
    """Return the least and the most points of a seat.

    A winner has at most as much as if each of its melds were worth the most. The winner's payers are all others, or one that
    pays alone (ZP-8.4) and may have to pay several winners. A seat that is caught eating without 下伙 lays a meld each time
    (ZP-R6). The bounds hold for every hand, and need not be reached.
    """
    others = rules.players - 1
    highest = MOST_MELDS * max(WORTH.values())
    fines = MOST_MELDS * rules.minimum_to * others if rules.false_eat == "caught" else 0
    return -(FROM_HAND * highest * others + fines), max(FROM_HAND, others) * highest + fines
