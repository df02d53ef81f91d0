"""Compares the strong bot with the network alone, on the same deals and in every seat.

    python bench/strong_vs_net.py pairs [DEALS [RULESET]]      prints the difference in wins and points, and times of decisions
    python bench/strong_vs_net.py missed [HANDS [RULESET]]     prints in how many hands each bot missed a sure win

A sure win is missed if some action wins in every deal that fits the view, with open hands, and the chosen action loses in one of
them. Decisions with more than MOST deals do not count. The same bot plays all seats.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from random import Random
from statistics import quantiles
from typing import Any

import numpy as np

import paiju
from paiju.bots.base import SeatedBot, make_bot_asker
from paiju.bots.doudizhu.consistent_deals import consistent_deals
from paiju.bots.strong_bot import play_strong
from paiju.core.fair_deal import draw_deal
from paiju.core.hand_runner import run_hand
from paiju.games.doudizhu.state import Playing
from paiju.nets.policy import play_strong as play_net
from paiju.solve import Budget
from paiju.solve.doudizhu.compiled_solver import CompiledSolver

MOST = 100
CARDS = 22
NODES = 20_000


class TimedBot:
    """A bot that records the processor time of each of its decisions in the phase of play, in milliseconds."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self.ms: list[float] = []

    def __call__(self, game: Any, view: Any, seat: int, legal: Any, random: Random) -> Any:
        start = time.thread_time()
        chosen = self._bot(game, view, seat, legal, random)
        if len(legal) > 1 and isinstance(view.phase, Playing):
            self.ms.append((time.thread_time() - start) * 1000)
        return chosen


def run(game: Any, seed: str, bots: list[Any]) -> Iterator[Any]:
    """Play a deal that depends on the seed alone, and yield its moves."""
    state = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), Random(seed).randbytes(32)))
    yield from run_hand(
        game, state, make_bot_asker(game, {seat: SeatedBot(bot, Random(0)) for seat, bot in enumerate(bots)})
    )


def compare_pairs(deals: int, name: str) -> None:
    game = paiju.game(name)
    strong, net = TimedBot(play_strong), TimedBot(play_net)
    differences, points = [], []
    for deal in range(deals):
        for seat in range(game.seats):
            ends = []
            for own in (strong, net):
                bots = [own if other == seat else play_net for other in range(game.seats)]
                *_, last = run(game, f"strong {deal}", bots)
                ends.append(game.outcome(last.step.state))
            differences.append((seat in ends[0].winners) - (seat in ends[1].winners))
            points.append(ends[0].points[seat] - ends[1].points[seat])
    for word, found in (("wins in a hundred", 100 * np.array(differences)), ("points a hand", np.array(points))):
        print(f"{len(found)} pairs of hands: {np.mean(found):+.2f} ± {np.std(found) / len(found) ** 0.5:.2f} {word}")
    for word, bot in (("strong", strong), ("net", net)):
        cut = quantiles(bot.ms, n=100)
        print(f"{word}: {len(bot.ms)} decisions; ms: median {cut[49]:.2f}, p90 {cut[89]:.2f}, p99 {cut[98]:.2f}")


def is_missed_win(game: Any, solver: Any, state: Any, seat: int, chosen: Any) -> bool:
    """Whether the chosen action loses in a deal that fits the seat's view, and another action wins in all of them."""
    view = game.view(state, seat)
    legal = game.legal(view, seat)
    if len(legal) < 2 or not isinstance(view.phase, Playing) or sum(view.public.counts) > CARDS:
        return False
    deals = consistent_deals(game, view, seat, MOST)
    if not deals.is_complete:
        return False

    def loses(action: Any) -> bool:
        return any(solver.result_of_action(position, action, Budget(NODES)) is False for position in deals.positions)

    def wins(action: Any) -> bool:
        return all(solver.result_of_action(position, action, Budget(NODES)) for position in deals.positions)

    return loses(chosen) and any(wins(action) for action in legal if action != chosen)


def count_missed(hands: int, name: str) -> None:
    game: Any = paiju.game(name)
    solver = CompiledSolver(game)
    bots = {"net": play_net, "strong": play_strong}
    counts = {word: np.zeros(3, int) for word in bots}
    for hand in range(hands):
        for word, bot in bots.items():
            found, ended = [], None
            for move in run(game, f"missed {hand}", [bot] * game.seats):
                ended = game.outcome(move.step.state)
                if is_missed_win(game, solver, move.before, move.seat, move.action):
                    found.append((move.seat, move.before.public.landlord))
            by_farmer = any(seat != landlord for seat, landlord in found)
            counts[word] += bool(found), by_farmer, any(seat not in ended.winners for seat, _ in found)
        if hand % 50 == 49 or hand == hands - 1:
            for word, (missed, farmer, lost) in counts.items():
                print(
                    f"{word}: missed in {missed} of {hand + 1} hands, {farmer} by a farmer; lost in the end {lost}",
                    flush=True,
                )


def main() -> None:
    mode, number, name = [*sys.argv[1:], *("pairs", "100", "doudizhu/qq")[len(sys.argv) - 1 :]]
    {"pairs": compare_pairs, "missed": count_missed}[mode](int(number), name)


if __name__ == "__main__":
    main()
