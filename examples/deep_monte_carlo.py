#!/usr/bin/env python3
"""Deep Monte-Carlo in one file: a network learns by playing against itself, and is evaluated against random players.

    pip install 'paiju[envs]'
    python deep_monte_carlo.py [--ruleset doudizhu/qq --steps 1500 --seed 1]

For what a seat sees and one action, the network estimates whether the seat will win. All seats take the action with the highest
estimate, or sometimes a random one. When a hand has ended, each estimate of the actions taken in it is corrected towards the
result. DouZero uses this method with a larger network. The code does not know any game. It works for each ruleset that has a
batch engine and whose legal actions can be listed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from paiju import batch

HIDDEN, HANDS, BATCH = 128, 256, 512
EXPLORE, RATE = 0.05, 1e-3


class Net:
    """A network with two hidden layers.

    The first layer is the sum of a part for the observation and a part for the action. The part for the observation is computed
    once for all actions.
    """

    def __init__(self, seen: int, action: int, rng: np.random.Generator) -> None:
        def weights(inputs: int, outputs: int) -> Any:
            return rng.normal(0, np.sqrt(2 / inputs), (inputs, outputs)).astype(np.float32)

        zeros = np.zeros(HIDDEN, np.float32)
        self.values = [weights(seen, HIDDEN), weights(action, HIDDEN), zeros, weights(HIDDEN, HIDDEN), zeros.copy()]
        self.values += [weights(HIDDEN, 1) * 0.1, np.zeros(1, np.float32)]
        self.moments = [(np.zeros_like(value), np.zeros_like(value)) for value in self.values]
        self.updates = 0

    def guess(self, seen: Any, actions: Any, rows: Any) -> Any:
        """Return the estimate for each action; shape (actions,). ``rows`` says which row of ``seen`` belongs to each action."""
        return self._forward(seen, actions, rows)[-1]

    def _forward(self, seen: Any, actions: Any, rows: Any) -> tuple[Any, Any, Any]:
        sees, acts, bias, second, second_bias, last, last_bias = self.values
        one = np.maximum((seen @ sees)[rows] + actions @ acts + bias, 0)
        two = np.maximum(one @ second + second_bias, 0)
        return one, two, (two @ last)[:, 0] + last_bias

    def learn(self, seen: Any, actions: Any, wanted: Any) -> float:
        """Make one step of Adam towards the results ``wanted``. Returns the mean squared error before it."""
        one, two, guessed = self._forward(seen, actions, slice(None))
        second, last = self.values[3], self.values[5]
        error = (guessed - wanted)[:, None] / len(wanted)
        at_two = error @ last.T * (two > 0)
        at_one = at_two @ second.T * (one > 0)
        slopes = [seen.T @ at_one, actions.T @ at_one, at_one.sum(0), one.T @ at_two, at_two.sum(0)]
        self._adam([*slopes, two.T @ error, error.sum(0)])
        return float(((guessed - wanted) ** 2).mean())

    def _adam(self, slopes: list[Any]) -> None:
        self.updates += 1
        scale = RATE * np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for value, slope, (mean, square) in zip(self.values, slopes, self.moments, strict=True):
            mean[...] += 0.1 * (slope - mean)
            square[...] += 0.001 * (slope * slope - square)
            value[...] -= scale * mean / (np.sqrt(square) + 1e-8)


def bits(array: Any) -> Any:
    """Return each row as the bits of its bytes. The first layer learns what they mean."""
    return np.unpackbits(np.ascontiguousarray(array).view(np.uint8).reshape(len(array), -1), axis=1).astype(np.float32)


def choices(hands: batch.Hands, row: int) -> Any:
    """Return all legal actions of a row as bytes; shape (count, bytes).

    They are not copied as records, because that would not keep the zeros between the fields.
    """
    return hands.legal_list(row).view(np.uint8).reshape(hands.counts[row], -1)


def best(net: Net, hands: batch.Hands, rows: Any) -> Any:
    """Return, for some rows, the number of the action with the highest estimate."""
    counts, listed = hands.counts[rows], np.concatenate([choices(hands, row) for row in rows])
    owner = np.repeat(np.arange(len(rows)), counts)
    worth = net.guess(bits(hands.observe()[rows]), bits(listed), owner)
    order = np.lexsort((worth, owner))  # ordered by row, the best action of each last
    ends = np.cumsum(counts)
    return order[ends - 1] - (ends - counts)


class Memory:
    """The decisions of running hands, and those of ended hands, from which the network learns."""

    def __init__(self, rows: int) -> None:
        self.open: list[list[tuple[Any, Any, int]]] = [[] for _ in range(rows)]
        self.seen: list[Any] = []
        self.actions: list[Any] = []
        self.wanted: list[float] = []

    def keep(self, hands: batch.Hands, chosen: Any) -> None:
        """Record the actions that are about to be taken."""
        for row, (seen, number, turn) in enumerate(zip(hands.observe(), chosen, hands.turns, strict=True)):
            self.open[row].append((seen, choices(hands, row)[number], turn))

    def close(self, hands: batch.Hands) -> None:
        """For each hand that has ended, move its decisions to those to learn from, with who won as the result."""
        for row in np.flatnonzero(hands.end_codes):
            if hands.end_codes[row] == 1:
                for seen, action, seat in self.open[row]:
                    self.seen.append(seen)
                    self.actions.append(action)
                    self.wanted.append(float(np.sign(hands.points[row, seat])))
            self.open[row] = []

    def take(self) -> Iterator[tuple[Any, Any, Any]]:
        """Yield batches to learn from, as long as there are enough decisions."""
        while len(self.wanted) >= BATCH:
            yield (
                bits(np.array(self.seen[:BATCH])),
                bits(np.array(self.actions[:BATCH])),
                np.array(self.wanted[:BATCH], np.float32),
            )
            del self.seen[:BATCH], self.actions[:BATCH], self.wanted[:BATCH]


def wins_against_random(net: Net, ruleset: str, seed: int, n: int = 1000) -> float:
    """Return the share of hands that seat 0 wins with the network against random players. Hands that nobody wins do not count."""
    hands = batch.new_hands(ruleset, n, seed, anew=False)
    while (hands.turns >= 0).any():
        chosen = hands.sample()
        rows = np.flatnonzero(hands.turns == 0)
        if len(rows):
            chosen[rows] = best(net, hands, rows)
        hands.step(chosen)
    points = hands.points[:, 0]
    return float((points > 0).sum() / (points != 0).sum())


class Told(NamedTuple):
    """The progress of the learner."""

    step: int
    seconds: float
    error: float
    wins: float


def learn(ruleset: str, steps: int, seed: int, every: int = 250, n: int = HANDS) -> Iterator[Told]:
    """Play and learn. Yields the progress at the beginning and every ``every`` steps.

    Everything except the seconds depends on the seed alone.
    """
    rng = np.random.default_rng(seed)
    hands, memory = batch.new_hands(ruleset, n, seed), Memory(n)
    net = Net(hands.observe().shape[1] * 64, hands.legal_list(0).itemsize * 8, rng)
    started, measuring, error = time.process_time(), 0.0, 0.0
    for step in range(steps + 1):
        if step % every == 0:
            before = time.process_time()
            wins = wins_against_random(net, ruleset, seed + 1)
            measuring += time.process_time() - before
            yield Told(step, time.process_time() - started - measuring, error, wins)
        explores = rng.random(n) < EXPLORE
        chosen = np.where(explores, hands.sample(), best(net, hands, np.arange(n)))
        memory.keep(hands, chosen)
        hands.step(chosen)
        memory.close(hands)
        for seen, actions, wanted in memory.take():
            error = net.learn(seen, actions, wanted)


def main() -> None:
    """Print the progress."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ruleset", default="doudizhu/qq")
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("  step  seconds  error  wins against two at random")
    for told in learn(given.ruleset, given.steps, given.seed):
        print(f"{told.step:6} {told.seconds:8.1f} {told.error:6.3f} {told.wins:7.1%}", flush=True)


if __name__ == "__main__":
    main()
