"""Prints a table of ratings: each bot plays against each other one, side against side, on the same deals.

    python -m bench.nets.ratings RULESET DEALS BOT BOT…

A bot is anything that ``paiju arena`` takes: a level, the file of a network, a program. The ratings are those under which the
results are most likely (model of Bradley and Terry), on the scale of the levels: steady, which must be among the bots, has 1500.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from paiju.arena import run_match
from paiju.bots.base import STEADY
from paiju.bots.levels import RATING_SCALE, STEADY_RATING

ROUNDS: Final = 2000
DRAW: Final = 1.0
"""The number of hands that are added for each two bots, half won and half lost. A bot that never wins needs them for a rating."""

Wins = Mapping[tuple[str, str], float]
"""The number of hands that one bot won against another, by (winner, loser)."""


def play_pairwise_matches(ruleset: str, deals: int, bots: Sequence[str]) -> dict[tuple[str, str], float]:
    """Play each bot against each other one, and return the numbers of wins. Exits if an external bot commits a fault."""
    wins: dict[tuple[str, str], float] = {}
    for first, second in combinations(bots, 2):
        report = run_match((first, second), ruleset, deals, 11, play_only=True)
        if any(report.faults):
            raise SystemExit(f"{first} and {second} were at fault, and the fallback played for them: {report.faults}")
        share = report.overall.wins.mean
        print(f"{first} against {second}: {share:.3f} of {report.hands}", file=sys.stderr, flush=True)
        wins[first, second], wins[second, first] = report.hands * share, report.hands * (1 - share)
    return wins


def fit_bradley_terry(bots: Sequence[str], wins: Wins) -> dict[str, float]:
    """Return the most likely strengths as logarithms; that of steady is 0.

    In each iteration, a strength is set to the value at which the bot would win as many hands as it did.
    """
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(ROUNDS):
        for one in bots:
            others = [other for other in bots if other != one]
            won = sum(wins[one, other] + DRAW / 2 for other in others)
            met = sum(
                (wins[one, other] + wins[other, one] + DRAW) / (strength[one] + strength[other]) for other in others
            )
            strength[one] = won / met
    return {one: math.log(strength[one] / strength[STEADY]) for one in bots}


def main() -> None:
    ruleset, deals, *bots = sys.argv[1:]
    wins = play_pairwise_matches(ruleset, int(deals), bots)
    print(f"| {ruleset} | rating | wins against steady |")
    print("|---|---|---|")
    for one, above in sorted(fit_bradley_terry(bots, wins).items(), key=lambda item: -item[1]):
        seen = wins[one, STEADY] / (wins[one, STEADY] + wins[STEADY, one]) if one != STEADY else 0.5
        print(f"| {one} | {STEADY_RATING + RATING_SCALE * above:.0f} | {seen:.3f} |")


if __name__ == "__main__":
    main()
