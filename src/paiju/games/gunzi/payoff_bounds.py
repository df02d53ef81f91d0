"""Bounds on the points that a seat can win or lose in one hand."""

from __future__ import annotations

from paiju.games.gunzi.match_progression import HALVES
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.scoring import BANK
from paiju.games.gunzi.state import TEAMS


def payoff_bounds(rules: Rules) -> tuple[int, int]:
    """Return the least and the most points that a seat can get in one hand.

    A hand reaches these bounds when a team at the first level wins the match, because the stake is then highest.
    A loser pays the stake once. A winner receives the stake from each of the two other teams (``scoring``).
    """
    stake = BANK + HALVES * (rules.last_level + 1 - rules.first_level)
    return -stake, (TEAMS - 1) * stake
