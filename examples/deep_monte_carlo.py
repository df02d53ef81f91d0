#!/usr/bin/env python3
"""Deep Monte-Carlo in one file: learns by playing against itself, and is then measured against play at random.

    pip install 'paiju[envs]'
    python deep_monte_carlo.py [--ruleset doudizhu/qq --steps 1500 --seed 1]

A network guesses, for what a seat sees and one action, whether the seat will win. All seats take the action it likes best, or
now and then another; when a hand has ended, every guess that was made in it is corrected towards what came of it. This is what
DouZero does, less its size. Nothing here knows a game: any ruleset in arrays will do whose legal actions can be listed.
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
    """Two hidden layers; the first is the sum of one for what is seen and one for the action, so that the former is made once."""

    def __init__(self, seen: int, action: int, rng: np.random.Generator) -> None:
        def weights(inputs: int, outputs: int) -> Any:
            return rng.normal(0, np.sqrt(2 / inputs), (inputs, outputs)).astype(np.float32)

        zeros = np.zeros(HIDDEN, np.float32)
        self.values = [weights(seen, HIDDEN), weights(action, HIDDEN), zeros, weights(HIDDEN, HIDDEN), zeros.copy()]
        self.values += [weights(HIDDEN, 1) * 0.1, np.zeros(1, np.float32)]
        self.moments = [(np.zeros_like(value), np.zeros_like(value)) for value in self.values]
        self.updates = 0

    def guess(self, seen: Any, actions: Any, rows: Any) -> Any:
        """(actions,) what each action is worth; ``rows`` says which row of ``seen`` it belongs to."""
        return self._forward(seen, actions, rows)[-1]

    def _forward(self, seen: Any, actions: Any, rows: Any) -> tuple[Any, Any, Any]:
        sees, acts, bias, second, second_bias, last, last_bias = self.values
        one = np.maximum((seen @ sees)[rows] + actions @ acts + bias, 0)
        two = np.maximum(one @ second + second_bias, 0)
        return one, two, (two @ last)[:, 0] + last_bias

    def learn(self, seen: Any, actions: Any, wanted: Any) -> float:
        """One step of Adam towards what came of it. The mean squared error before it."""
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
    """Each row as the bits of its bytes: the first layer learns what they mean."""
    return np.unpackbits(np.ascontiguousarray(array).view(np.uint8).reshape(len(array), -1), axis=1).astype(np.float32)


def choices(hands: batch.Hands, row: int) -> Any:
    """(count, bytes) all legal actions of a row as bytes. (Copied as records they would lose the zeros between their fields.)"""
    return hands.legal_list(row).view(np.uint8).reshape(hands.counts[row], -1)


def best(net: Net, hands: batch.Hands, rows: Any) -> Any:
    """The number of the action that the network likes best, for some rows."""
    counts, listed = hands.counts[rows], np.concatenate([choices(hands, row) for row in rows])
    owner = np.repeat(np.arange(len(rows)), counts)
    worth = net.guess(bits(hands.observe()[rows]), bits(listed), owner)
    order = np.lexsort((worth, owner))  # by row, the best one last
    ends = np.cumsum(counts)
    return order[ends - 1] - (ends - counts)


class Memory:
    """The decisions of hands that go on, and those of hands that have ended, to learn from."""

    def __init__(self, rows: int) -> None:
        self.open: list[list[tuple[Any, Any, int]]] = [[] for _ in range(rows)]
        self.seen: list[Any] = []
        self.actions: list[Any] = []
        self.wanted: list[float] = []

    def keep(self, hands: batch.Hands, chosen: Any) -> None:
        """Remember what is about to be done."""
        for row, (seen, number, turn) in enumerate(zip(hands.observe(), chosen, hands.turns, strict=True)):
            self.open[row].append((seen, choices(hands, row)[number], turn))

    def close(self, hands: batch.Hands) -> None:
        """A hand has ended: every decision in it is to be judged by who won."""
        for row in np.flatnonzero(hands.end_codes):
            if hands.end_codes[row] == 1:
                for seen, action, seat in self.open[row]:
                    self.seen.append(seen)
                    self.actions.append(action)
                    self.wanted.append(float(np.sign(hands.points[row, seat])))
            self.open[row] = []

    def take(self) -> Iterator[tuple[Any, Any, Any]]:
        """Batches, as long as there is enough."""
        while len(self.wanted) >= BATCH:
            yield (
                bits(np.array(self.seen[:BATCH])),
                bits(np.array(self.actions[:BATCH])),
                np.array(self.wanted[:BATCH], np.float32),
            )
            del self.seen[:BATCH], self.actions[:BATCH], self.wanted[:BATCH]


def wins_against_random(net: Net, ruleset: str, seed: int, n: int = 1000) -> float:
    """The share of hands that seat 0 wins with the network, the others at random; hands that nobody wins do not count."""
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
    """How far it has come."""

    step: int
    seconds: float
    error: float
    wins: float


def learn(ruleset: str, steps: int, seed: int, every: int = 250, n: int = HANDS) -> Iterator[Told]:
    """Play and learn; tell at the beginning and every so many steps. All but the seconds follows from the seed."""
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
    """Tell how it goes."""
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
