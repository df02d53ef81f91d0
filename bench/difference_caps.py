"""Computes the cap for a ruleset's daily sets (``cap`` in its file): the largest difference from the mean that counts for a seat.

    python -m bench.difference_caps doudizhu/happy --deals 60

Each house player of the field plays every deal of a set once. The cap is the 80 % quantile of the absolute differences between
their results and the mean of the deal, rounded up. One result in five therefore counts for less than it is, so that no hand with
many bombs decides a day.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean, quantiles

from bench.duplicate_deals import duplicate_set
from paiju.bots.registry import make_bot
from paiju.duplicate.daily_set import field_players
from paiju.duplicate.house_play import make_house_play_of_field_player, play_field_hand
from paiju.games.registry import game

QUANTILE = 80
"""The quantile that is the cap, in percent."""


def points_of(name: str, deals: int, number: int) -> list[int]:
    """Return the points that each house player of the field makes in a deal."""
    deal, of = duplicate_set(name, deals).deal(number), game(name)
    found = []
    for player in field_players(of):
        if player.run == 1:
            hand = play_field_hand(
                make_house_play_of_field_player(of, deal, player.id, lambda one: make_bot(one, name))
            )
            assert hand.outcome is not None
            found.append(hand.outcome.points[deal.seat])
    return found


def differences_from_deal_mean(rows: Sequence[Sequence[int]]) -> list[float]:
    """Return how far each result is from the mean of its deal."""
    return [abs(points - fmean(row)) for row in rows for points in row]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    with ProcessPoolExecutor(given.processes) as pool:
        for name in given.rulesets:
            rows = list(pool.map(partial(points_of, name, given.deals), range(1, given.deals + 1), chunksize=4))
            found = quantiles(differences_from_deal_mean(rows), n=100, method="inclusive")
            shown = {percent: round(found[percent - 1], 1) for percent in (50, QUANTILE, 90, 95, 99)}
            print(f"{name}: cap = {math.ceil(found[QUANTILE - 1])}; quantiles {shown}, {given.deals} deals", flush=True)


if __name__ == "__main__":
    main()
