"""Measures the solver of Gunzi on endings of real hands, and prints the table for bench/results.md.

    python bench/solve_gunzi.py [HANDS]

Steady bots play the hands by a fixed seed. The endings are the start of every trick with 2 to 9 cards left in each hand. The
solver must find the points of the team that leads, and whether it can win the last trick, each within a second of processor time
on one core.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from random import Random
from statistics import median
from typing import Any

import paiju
from paiju.bots.base import SeatedBot, make_bot_asker
from paiju.bots.registry import make_bot
from paiju.core.fair_deal import draw_deal
from paiju.core.hand_runner import run_hand
from paiju.games.gunzi.cards import size
from paiju.games.gunzi.state import Playing, team_of
from paiju.solve import Budget
from paiju.solve.gunzi import TrickPosition
from paiju.solve.gunzi.compiled_solver import CompiledTrickSolver
from paiju.solve.gunzi.search_objective import last_trick_aim, points_aim

NAME = "gunzi/six"
MOST = 9
MS = 1000


def endings(game: Any, hands: int) -> dict[int, list[TrickPosition]]:
    """Return the starts of the last tricks, by the number of cards in each hand."""
    random, found = Random("solve gunzi"), defaultdict(list)
    bot = make_bot("steady", NAME)
    ask = make_bot_asker(game, {seat: SeatedBot(bot, random) for seat in range(game.seats)})
    for _ in range(hands):
        state = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), random.randbytes(32)))
        for move in run_hand(game, state, ask):
            after = move.step.state
            if isinstance(after.phase, Playing) and not after.phase.plays and 2 <= after.counts[0] <= MOST:
                position = TrickPosition.of_state(after)
                found[size(position.hands[0])].append(position)
    return found


def main() -> None:
    game: Any = paiju.game(NAME)
    solver = CompiledTrickSolver(game)
    print("| tricks | points | last trick | million nodes/s |")
    print("|---|---|---|---|")
    for cards, positions in sorted(endings(game, int(sys.argv[1]) if len(sys.argv) > 1 else 30).items()):
        cells, nodes, spent = [], 0, 0.0
        for find_aim in (lambda position: points_aim(game.rules, position, team_of(position.turn)),
                         lambda position: last_trick_aim(team_of(position.turn))):  # fmt: skip
            budgets = [Budget(ms=MS, clock=time.process_time) for _ in positions]
            solved = [
                solver.find_value(position, find_aim(position), budget) is not None
                for position, budget in zip(positions, budgets, strict=True)
            ]
            took = [budget.elapsed_ms for budget in budgets]
            cells.append(f"{sum(solved)} of {len(positions)}, {median(took):.2f} ms")
            nodes, spent = nodes + sum(budget.nodes for budget in budgets), spent + sum(took)
        print(f"| {cards} | {' | '.join(cells)} | {nodes / spent / 1000:.1f} |", flush=True)


if __name__ == "__main__":
    main()
