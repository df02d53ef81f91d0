"""Plays many hands at once at random, and prints how often each seat wins, how many points it makes, and how hands end.

    pip install 'paiju[batch]'
    python batch_random_play.py [--ruleset doudizhu/qq --steps 1000 --seed 1]

Each row is a hand. After each step, a loop over the hands that have ended reads their outcomes.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import NamedTuple

import numpy as np

from paiju import batch


class Told(NamedTuple):
    """The results of the hands that have ended.

    ``hands`` is their number. ``won`` (hands won) and ``points`` are by seat, and ``ends`` counts how often hands ended for each
    reason.
    """

    hands: int
    won: list[int]
    points: list[int]
    ends: Counter[str]


def play(ruleset: str, steps: int, seed: int, n: int = 1024) -> Told:
    """Take ``steps`` random actions in each of ``n`` hands, and return the results. When a hand ends, a new one is dealt."""
    hands = batch.new_hands(ruleset, n, seed)
    won, points, ends = Counter[int](), np.zeros(hands.game.seats, np.int64), Counter[str]()
    for _ in range(steps):
        hands.step(hands.sample())
        for row in np.flatnonzero(hands.end_codes).tolist():
            outcome = hands.outcome(row)
            assert outcome is not None, "this hand has ended"
            won.update(outcome.winners)
            points += outcome.points
            ends[outcome.reason] += 1
    return Told(ends.total(), [won[seat] for seat in range(hands.game.seats)], points.tolist(), ends)


def main() -> None:
    """Print the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ruleset", default="doudizhu/qq")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    told = play(given.ruleset, given.steps, given.seed)
    print(
        f"{told.hands} hands: " + ", ".join(f"{reason} {times / told.hands:.1%}" for reason, times in told.ends.items())
    )
    for seat, (won, points) in enumerate(zip(told.won, told.points, strict=True)):
        print(f"seat {seat}: won {won / told.hands:.1%}, {points / told.hands:+.2f} points a hand")


if __name__ == "__main__":
    main()
