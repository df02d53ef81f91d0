"""Computes how long coins last in the stake rooms of the package. Steady bots play hands, whose results are dealt to players.

``python bench/coin_economy.py [HANDS]`` plays 1,000 or HANDS hands of each ruleset. It prints a row for each ruleset with the
spread of its points, and a row for each stake room: what a hand moves, how often a loss exceeds the player's coins, the fee, how
long the coins of a new player last, and how many of the players who sit down with the minimum can begin another hand after 20.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from statistics import fmean, pstdev, quantiles

from paiju.arena.deal_runner import MatchSettings, play_deal
from paiju.bots.base import STEADY
from paiju.bots.registry import make_bot
from paiju.core.coins import compute_transfer
from paiju.core.score_breakdown import Outcome
from paiju.core.stake_rooms import StakeRoom
from paiju.games.registry import family_of, game_of, rooms, ruleset
from paiju.server.app.economy.coin_settings import CoinSettings

PLAYERS = 2000
EVENING = 20
"""The number of hands that a newcomer should be able to play."""
MOST = 400
HEAD = (
    f"{'room':29}{'N':>6}{'A':>5}{'enter':>7}{'stay':>7}{'mean':>9}{'spread':>8}{'1 in 100':>9}{'capped':>8}{'at least':>9}"
    f"{'fee':>6}{'coins':>8}{'1 in 20':>8}{'half':>6}{'20 hands':>9}{'from enter':>11}"
)


def outcomes(rules: str, hands: int) -> list[Outcome]:
    """Return the outcomes of ``hands`` hands among steady bots."""
    found = ruleset(rules)
    steady = make_bot(STEADY, found.family)
    settings = MatchSettings(game_of(found), family_of(found.family).role_info, (steady, steady), None, 1)
    return [play_deal(settings, number)[0].outcome for number in range(hands)]


def points_row(rules: str, ended: Sequence[Outcome]) -> str:
    """Return the row of a ruleset: how the points of a seat are spread over hands."""
    points = [amount for outcome in ended for amount in outcome.points]
    cuts = quantiles([-amount for amount in points], n=100)
    worst = "".join(f"{cuts[at - 1]:>8.0f}" for at in (90, 95, 99))
    void = fmean(not outcome.winners for outcome in ended)
    means = f"{pstdev(points):>9.1f}{fmean(map(abs, points)):>8.1f}"
    return f"{rules:24}{len(ended):>6}{means}{worst}{max(map(abs, points)):>8}{void:>6.0%}"


def changes(place: StakeRoom, ended: Sequence[Outcome]) -> list[int]:
    """Return what each hand moves for each of its seats, in coins, if nobody lacks coins."""
    plenty = [10**9]
    return [
        change
        for outcome in ended
        for change in compute_transfer(place.stakes, outcome, plenty * len(outcome.points)).seats
    ]


def lasts(coins: int, stay: int, moved: Sequence[int], random: Random) -> int:
    """Return how many hands are played before the coins are too few for another one, at most MOST."""
    for hands in range(MOST):
        if coins < stay:
            return hands
        coins = max(0, coins + random.choice(moved))
    return MOST


def row(place: StakeRoom, ended: Sequence[Outcome]) -> str:
    """Return the row of a stake room.

    "capped" is the share of lost hands that cost more than ``enter``, and "at least" of those that cost more than ``stay``.
    "fee" is the fee as a share of the coins that change hands.
    """
    random, gifts = Random(2), CoinSettings()
    moved = changes(place, ended)
    worst = -quantiles(moved, n=100)[0]
    losses = [-change for change in moved if change < -place.rake]
    coins = max(gifts.start, place.enter)
    long = sorted(lasts(coins, place.stay, moved, random) for _ in range(PLAYERS))
    least = fmean(lasts(place.enter, place.stay, moved, random) >= EVENING for _ in range(PLAYERS))
    return (
        f"{place.id:29}{place.coefficient:>6}{place.rake:>5}{place.enter:>7}{place.stay:>7}"
        f"{fmean(moved):>9.1f}{pstdev(moved):>8.0f}{worst:>9.0f}"
        f"{fmean(loss > place.enter for loss in losses):>8.1%}{fmean(loss > place.stay for loss in losses):>9.1%}"
        f"{place.rake / fmean(map(abs, moved)):>6.0%}"
        f"{coins:>8}{long[PLAYERS // 20]:>8}{long[PLAYERS // 2]:>6}"
        f"{fmean(hands >= EVENING for hands in long):>9.0%}{least:>11.0%}"
    )


def main() -> None:
    """Print the table of the rulesets, then that of the stake rooms."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{'ruleset':24}{'hands':>6}{'spread':>9}{'mean':>8}{'9 in 10':>8}{'95':>8}{'99':>8}{'most':>8}{'void':>6}")
    played: dict[str, list[Outcome]] = {}
    for place in rooms():
        if place.ruleset_id not in played:
            played[place.ruleset_id] = outcomes(place.ruleset_id, hands)
            print(points_row(place.ruleset_id, played[place.ruleset_id]), flush=True)
    print(f"\n{HEAD}")
    for place in rooms():
        print(row(place, played[place.ruleset_id]), flush=True)


if __name__ == "__main__":
    main()
