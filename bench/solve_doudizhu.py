"""Measures the solver of open endings on fixed positions, beside a plain search, and prints the table for bench/results.md.

    python bench/solve_doudizhu.py [RULESET …]

The positions are from real hands (bench/solve_positions.jsonl.xz, made by bench/make_solve_positions.py). The solver must prove
who wins within a second of processor time, on one core. The plain search gets every tenth position in the same run
(paiju.solve.doudizhu.reference_search: it uses the exact rules, tries plays in their order, and remembers results).
"""

from __future__ import annotations

import json
import lzma
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import paiju
from paiju.games.doudizhu.cards import card_count
from paiju.solve import Budget
from paiju.solve.doudizhu import Position, question_from_json
from paiju.solve.doudizhu.compiled_solver import CompiledSolver
from paiju.solve.doudizhu.reference_search import ExactSolver

FILE = Path(__file__).parent / "solve_positions.jsonl.xz"
GROUPS = ((10, 24), (25, 27), (28, 30), (31, 34))
MS = 1000
PLAIN = 10
"""The plain search gets one of this many positions."""


class Result(NamedTuple):
    """What the search of one position found, and what it took."""

    cards: int
    landlord_wins: bool | None
    nodes: int
    ms: float


def measure(solver: Any, positions: list[Position]) -> list[Result]:
    found = []
    for position in positions:
        budget = Budget(ms=MS, clock=time.process_time)
        wins = solver.landlord_wins(position, budget)
        found.append(Result(sum(map(card_count, position.hands)), wins, budget.nodes, budget.elapsed_ms))
    return found


def print_row(name: str, results: list[Result]) -> None:
    cells = []
    for low, high in GROUPS:
        some = [result for result in results if low <= result.cards <= high]
        proved = [result.landlord_wins is not None for result in some]
        took = f", {median(result.ms for result in some):.2f} ms" if some else ""
        cells.append(f"{sum(proved)} of {len(some)}{took}" if some else "–")
    rate = sum(result.nodes for result in results) / max(sum(result.ms for result in results), 1) / 1000
    print(f"| {name} | {' | '.join(cells)} | {rate:.2f} |", flush=True)


def main() -> None:
    asked = [json.loads(line) for line in lzma.decompress(FILE.read_bytes()).splitlines()]
    names = sys.argv[1:] or list(dict.fromkeys(question["rules"] for question in asked))
    print(f"| ruleset | {' | '.join(f'{low}–{high} cards' for low, high in GROUPS)} | million nodes/s |")
    print("|---|---|---|---|---|---|")
    for name in names:
        game: Any = paiju.game(name)
        positions = [question_from_json(game.compiled, question) for question in asked if question["rules"] == name]
        found, plain = measure(CompiledSolver(game), positions), measure(ExactSolver(game), positions[::PLAIN])
        print_row(name, found)
        print_row(f"{name}, plain search", plain)
        both = zip(found[::PLAIN], plain, strict=True)
        assert all(
            None in (one.landlord_wins, two.landlord_wins) or one.landlord_wins == two.landlord_wins
            for one, two in both
        )


if __name__ == "__main__":
    main()
