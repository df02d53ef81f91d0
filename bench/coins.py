"""How long coins last in the rooms of the package: hands among steady bots give points, and chance deals them to players.

``python bench/coins.py [HANDS]`` (2000) prints a row a room: what a hand moves, how long a newcomer's coins last, and how many
of those who sit down with the least that the room takes can still begin a hand after so many.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from statistics import fmean, pstdev, quantiles

from paiju.arena.deal_runner import MatchSettings, play_deal
from paiju.bots.base import STEADY
from paiju.bots.registry import make_bot
from paiju.core.breakdown import Outcome
from paiju.core.coins import compute_transfer
from paiju.core.stake_rooms import StakeRoom
from paiju.games.registry import family_of, game_of, rooms, ruleset
from paiju.server.app.economy.bank import Gifts

PLAYERS = 2000
EVENING = 20
"""Hands that a newcomer should be able to play."""
MOST = 400


def outcomes(rules: str, hands: int) -> list[Outcome]:
    """How so many hands among steady bots end."""
    found = ruleset(rules)
    steady = make_bot(STEADY, found.family)
    settings = MatchSettings(game_of(found), family_of(found.family).role_info, (steady, steady), None, 1)
    return [play_deal(settings, number)[0].outcome for number in range(hands)]


def changes(place: StakeRoom, ended: Sequence[Outcome]) -> list[int]:
    """What hands move for each of their seats, where nobody lacks coins."""
    plenty = [10**9]
    return [
        change
        for outcome in ended
        for change in compute_transfer(place.stakes, outcome, plenty * len(outcome.points)).seats
    ]


def lasts(coins: int, stay: int, moved: Sequence[int], random: Random) -> int:
    """So many hands are played before the coins are too few for another."""
    for hands in range(MOST):
        if coins < stay:
            return hands
        coins = max(0, coins + random.choice(moved))
    return MOST


def row(place: StakeRoom, ended: Sequence[Outcome]) -> str:
    random, gifts = Random(2), Gifts()
    moved = changes(place, ended)
    worst = -quantiles(moved, n=100)[0]
    coins = max(gifts.start, place.enter)
    long = sorted(lasts(coins, place.stay, moved, random) for _ in range(PLAYERS))
    least = fmean(lasts(place.enter, place.stay, moved, random) >= EVENING for _ in range(PLAYERS))
    return (
        f"{place.id:25}{place.coefficient:>6}{place.rake:>5}{place.enter:>7}{place.stay:>7}  "
        f"{fmean(moved):>8.1f}{pstdev(moved):>9.0f}{worst:>9.0f}  {coins:>6}{long[PLAYERS // 20]:>5}{long[PLAYERS // 4]:>5}"
        f"{long[PLAYERS // 2]:>5}  {fmean(hands >= EVENING for hands in long):>6.0%}{least:>7.0%}"
    )


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    print(f"{'room':25}{'N':>6}{'A':>5}{'enter':>7}{'stay':>7}  {'mean':>8}{'spread':>9}{'1 in 100':>9}  {'coins':>6}")
    played: dict[str, list[Outcome]] = {}
    for place in rooms():
        if place.rules not in played:
            played[place.rules] = outcomes(place.rules, hands)
        print(row(place, played[place.rules]), flush=True)


if __name__ == "__main__":
    main()
