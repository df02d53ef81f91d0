"""Compares the strong bot with one that also solves sampled deals near the end, on the same deals, in every seat.

python bench/solve_strong.py [DEALS [CARDS [WEIGHT]]]        prints wins, their difference, and what a decision takes

Where at most CARDS cards are out, the other bot takes the action with the highest sum of the net's chance of winning and WEIGHT
times the share of sampled deals in which the action wins.
"""

from __future__ import annotations

import sys
import time
from random import Random
from statistics import quantiles
from typing import Any

import numpy as np

import paiju
from paiju.bots.base import SeatedBot, ask_bots
from paiju.core.fair_deal import draw_deal
from paiju.core.hand_runner import run_hand
from paiju.games.doudizhu.state import Playing
from paiju.nets.net import WIN
from paiju.nets.policy import evaluate_actions, play_strong
from paiju.solve.doudizhu.compiled_solver import CompiledSolver
from paiju.solve.doudizhu.sampled_deals import sample_wins

NAME = "doudizhu/qq"


class SolvingBot:
    """The strong bot, with sampled deals near the end."""

    def __init__(self, game: Any, cards: int, weight: float) -> None:
        self.solver, self.cards, self.weight = CompiledSolver(game), cards, weight
        self.ms: list[float] = []
        self.changed = 0

    def __call__(self, game: Any, view: Any, seat: int, legal: Any, random: Random) -> Any:
        chosen = play_strong(game, view, seat, legal, random)
        if len(legal) == 1 or not isinstance(view.phase, Playing) or sum(view.public.counts) > self.cards:
            return chosen
        start = time.process_time()
        weighed = evaluate_actions("", game, view, seat, legal)
        sampled = sample_wins(self.solver, view, seat, weighed.actions, Random(str(view.public)))
        scores = weighed.values[:, WIN] + self.weight * np.array([one.share for one in sampled])
        best = weighed.actions[int(np.argmax(scores))]
        self.ms.append((time.process_time() - start) * 1000)
        self.changed += best != chosen
        return best


def main() -> None:
    deals, cards, weight = (float(word) for word in [*sys.argv[1:], *("200", "22", "1")[len(sys.argv) - 1 :]])
    game = paiju.game(NAME)
    solving = SolvingBot(game, int(cards), weight)
    differences = []
    for deal in range(int(deals)):
        seed = Random(f"strong {deal}").randbytes(32)
        for seat in range(game.seats):
            won = [_plays(game, seed, {seat: bot}) for bot in (solving, play_strong)]
            differences.append(won[0][seat] - won[1][seat])
    mean, error = np.mean(differences), np.std(differences) / len(differences) ** 0.5
    worst = quantiles(solving.ms, n=100)
    print(f"{len(differences)} pairs of hands: {100 * mean:+.2f} ± {100 * error:.2f} wins in a hundred")
    print(f"{len(solving.ms)} decisions, {solving.changed} changed; ms: median {worst[49]:.2f}, p99 {worst[98]:.2f}")


def _plays(game: Any, seed: bytes, own: dict[int, Any]) -> list[bool]:
    """Play one deal; whether each seat won."""
    bots = {seat: SeatedBot(own.get(seat, play_strong), Random(0)) for seat in range(game.seats)}
    state = game.start(game.new_match(), draw_deal(game.plan(game.new_match()), seed))
    for move in run_hand(game, state, ask_bots(game, bots)):
        state = move.step.state
    return [seat in game.outcome(state).winners for seat in range(game.seats)]


if __name__ == "__main__":
    main()
