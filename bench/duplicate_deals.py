"""Measures how many deals show that one level is stronger than another: with plain deals, and with scores of duplicate deals.

    python bench/duplicate_deals.py doudizhu/happy --deals 200

Each level plays the same seat of the same deals against the house players of a daily set, several times with other random
numbers. All these results are the field, and the first one of each level counts. Plain deals are computed from the same hands, as
if each level had played other deals. The program prints after how many deals the difference is twice its standard error, and how
often the levels come out in the right order after certain numbers of deals (resampled).
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC
from functools import cache, partial
from itertools import pairwise, product
from random import Random
from statistics import fmean, variance

from paiju.bots.levels import levels
from paiju.bots.registry import make_bot
from paiju.duplicate.daily_set import DailySet, make_daily_set
from paiju.duplicate.house_play import HousePlay, HouseSeat, make_house_play_at_table, play_field_hand
from paiju.duplicate.scoring import score_results
from paiju.games.registry import game, ruleset, ruleset_entry

RESAMPLES = 1000
RUNS = 3
"""How many times each level plays each deal."""
AFTER = (8, 16, 24, 40, 56, 80, 120)


@cache
def duplicate_set(name: str, deals: int) -> DailySet:
    secrets = tuple(hashlib.sha256(f"{name} {number}".encode()).digest() for number in range(deals))
    return make_daily_set(
        day="2026-11-25", ruleset=ruleset(name), game=game(name), cap=ruleset_entry(name).cap, zone=UTC, secrets=secrets
    )


def play_deal_with_each_bot(name: str, deals: int, bots: Sequence[str], number: int) -> list[tuple[int, bool]]:
    """Return the points of each level in a deal, and whether it won, in each of the runs."""
    deal, of = duplicate_set(name, deals).deal(number), game(name)
    found = []
    for run, bot in product(range(RUNS), bots):
        play: HousePlay = make_house_play_at_table(of, deal, lambda one: make_bot(one, name))
        hand = play_field_hand(play._replace(seats={**play.seats, deal.seat: HouseSeat(bot, f"{bot} {run}")}))
        assert hand.outcome is not None
        found.append((hand.outcome.points[deal.seat], deal.seat in hand.outcome.winners))
    return found


def deals_needed(weak: Sequence[float], strong: Sequence[float], *, paired: bool) -> float:
    """Return the number of deals after which the mean difference is twice its standard error."""
    mean = fmean(strong) - fmean(weak)
    if mean <= 0:
        return float("inf")
    spread = (
        variance([b - a for a, b in zip(weak, strong, strict=True)]) if paired else variance(weak) + variance(strong)
    )
    return 4 * spread / mean**2


def in_order(values: Sequence[Sequence[float]], deals: int, random: Random, *, paired: bool) -> float:
    """Return in what share of resamples the levels come out in order of strength after this number of deals."""
    count, right = len(values[0]), 0
    for _ in range(RESAMPLES):
        drawn = [random.choices(range(count), k=deals) for _ in values]
        means = [fmean(one[place] for place in drawn[0 if paired else at]) for at, one in enumerate(values)]
        right += all(a < b for a, b in pairwise(means))
    return right / RESAMPLES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--levels", default="child,learner,casual,strong")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    bots = [one for one in given.levels.split(",") if one in levels(game(given.ruleset))]
    work = partial(play_deal_with_each_bot, given.ruleset, given.deals, bots)
    with ProcessPoolExecutor(given.processes) as pool:
        rows = list(pool.map(work, range(1, given.deals + 1), chunksize=4))
    cap = duplicate_set(given.ruleset, given.deals).cap
    scores = [score_results([points for points, _ in row], cap) for row in rows]
    values = {
        "plain wins": [[float(row[at][1]) for row in rows] for at in range(len(bots))],
        "plain points": [[float(row[at][0]) for row in rows] for at in range(len(bots))],
        "duplicate wins": [[float(row[at][1]) for row in rows] for at in range(len(bots))],
        "duplicate difference": [[row[at].difference for row in scores] for at in range(len(bots))],
        "duplicate beaten": [[row[at].beaten for row in scores] for at in range(len(bots))],
    }
    print(
        given.ruleset,
        given.deals,
        "deals; mean share beaten:",
        {bot: round(fmean(one), 3) for bot, one in zip(bots, values["duplicate beaten"], strict=True)},
    )
    for name, of in values.items():
        paired = name.startswith("duplicate")
        needed = [deals_needed(a, b, paired=paired) for a, b in pairwise(of)]
        ends = deals_needed(of[0], of[-1], paired=paired)
        order = [in_order(of, deals, Random(deals), paired=paired) for deals in AFTER]
        print(
            f"{name:22}",
            "neighbours",
            [f"{one:.0f}" for one in needed],
            f"ends {ends:.0f}",
            "in order after",
            {deals: f"{share:.2f}" for deals, share in zip(AFTER, order, strict=True)},
        )


if __name__ == "__main__":
    main()
