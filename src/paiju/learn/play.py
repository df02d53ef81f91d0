"""Self-play: many hands at once, each decision kept until its hand is over and it is known what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju import batch
from paiju.learn import kernels

Words = NDArray[np.int64]
MOST: Final = 64
"""Of more actions than these so many are looked at, spread over all."""
LONGEST: Final = 320
"""Decisions of a hand that are learned from; what comes later is not."""
LEFT_OUT: Final = ("move.",)
"""Slices that the exact rules do not tell from a position alone."""


class Shape(NamedTuple):
    """What a net is fed: rows of its table by bits of what is seen and of actions, and how roles are told."""

    seen: NDArray[np.int32]
    action: NDArray[np.int32]
    rows: int
    role_bits: tuple[int, ...]
    roles: int


def shape_of(hands: batch.Hands, flags: int) -> Shape:
    """One row for each bit that has a name, and for each ruleset of the group."""
    wanted = [s for s in hands.layout.slices if not s.name.startswith(LEFT_OUT)]
    rows = 0
    columns = []
    for slices, words in ((wanted, hands.layout.words + 1), (hands.described.slices, hands.described.words)):
        column = np.full(words * 64, -1, np.int32)
        for one in slices:
            column[one.first : one.first + one.size] = np.arange(rows, rows + one.size)
            rows += one.size
        columns.append(column)
    last = hands.layout.words * 64
    columns[0][last : last + flags] = np.arange(rows, rows + flags)
    rows += flags
    bits = tuple(s.first for s in hands.layout.slices if s.name.startswith("landlord."))
    return Shape(columns[0], columns[1], rows, bits, len(bits) + 1)


class Offer(NamedTuple):
    """The decisions that are none by themselves: of which hands (n), what is seen, whose role, and the actions looked at (m)."""

    live: NDArray[np.int64]
    seen: Words
    roles: NDArray[np.int64]
    starts: NDArray[np.int64]
    owner: NDArray[np.int64]
    """(m,) the decision that an action belongs to."""
    numbers: NDArray[np.int64]
    actions: Words


def offer(hands: batch.Hands, shape: Shape, flag: int, chance: np.random.Generator, most: int = MOST) -> Offer:
    """What there is to decide, where there is more than one action."""
    live = np.flatnonzero(hands.counts > 1)
    words = hands.observe().view(np.int64)[live]
    seen = np.concatenate([words, np.full((len(live), 1), 1 << flag, np.int64)], 1)
    roles = np.zeros(len(live), np.int64)
    for step, bit in enumerate(shape.role_bits):
        roles += (step + 1) * (seen[:, bit >> 6] >> (bit & 63) & 1)
    counts = hands.counts[live]
    taken = np.minimum(counts, most)
    starts = np.concatenate([[0], np.cumsum(taken)])
    owner = np.repeat(np.arange(len(live)), taken)
    place = np.arange(starts[-1]) - starts[owner]
    many = counts > most
    numbers = place
    if many.any():
        spread = ((place + chance.random(len(place))) * counts[owner] / taken[owner]).astype(np.int64)
        numbers = np.where(many[owner], np.minimum(spread, counts[owner] - 1), place)
    actions = hands.describe(live[owner], numbers).view(np.int64)
    return Offer(live, seen, roles, starts, owner, numbers, actions)


class Memory:
    """The newest samples: words of what was seen and of the action taken, the role, and what it came to."""

    def __init__(self, size: int, words: int, heads: int) -> None:
        self.words = np.zeros((size, words), np.int64)
        self.roles = np.zeros(size, np.int8)
        self.targets = np.zeros((size, heads), np.float32)
        self.added = 0

    def add(self, words: Words, roles: Any, targets: Any) -> None:
        places = (self.added + np.arange(len(words))) % len(self.words)
        self.words[places], self.roles[places], self.targets[places] = words, roles, targets
        self.added += len(words)

    @property
    def filled(self) -> int:
        return min(self.added, len(self.words))


class Table:
    """``n`` hands of one ruleset in self-play."""

    def __init__(self, ruleset: str, n: int, seed: int, flag: int) -> None:
        self.hands = batch.new(ruleset, n, seed)
        self.flag = flag
        self.seats = self.hands.game.seats
        self.length = np.zeros(n, np.int64)
        words = self.hands.layout.words + 1 + self.hands.described.words
        self.words = np.zeros((n, LONGEST, words), np.int64)
        self.who = np.zeros((n, LONGEST), np.int64)
        self.role = np.zeros((n, LONGEST), np.int8)
        self.value = np.zeros((n, LONGEST, 2), np.float32)
        self.target = np.zeros((n, LONGEST, 2), np.float32)
        self.old = np.zeros((n, self.seats), bool)
        self.hands_ended = 0
        self.scale = scale_of(self.hands)

    def remember(self, at: Offer, chosen: NDArray[np.int64], best: Any) -> None:
        room = np.flatnonzero(self.length[at.live] < LONGEST)
        rows = at.live[room]
        place = self.length[rows]
        self.words[rows, place] = np.concatenate([at.seen[room], at.actions[chosen[room]]], 1)
        self.who[rows, place] = self.hands.turns[rows]
        self.role[rows, place] = at.roles[room]
        self.value[rows, place] = best[room]
        self.length[rows] += 1

    def settle(self, memory: Memory, keep: float, share: float, chance: np.random.Generator) -> int:
        """Hands that have just ended give their samples."""
        over = np.flatnonzero(self.hands.ended)
        if not over.size:
            return 0
        ends = np.zeros((len(self.hands), self.seats, 2), np.float32)
        points = self.hands.points[over].astype(np.float32)
        ends[over, :, 0] = np.where(points > 0, 1.0, np.where(points < 0, 0.0, 0.5))
        ends[over, :, 1] = np.sign(points) * np.sqrt(np.abs(points) / self.scale)
        kernels.look_back(over, self.length, self.who, self.value, ends, keep, self.target)
        given = 0
        mask = np.arange(LONGEST)[None, :] < self.length[over][:, None]
        mask &= ~np.take_along_axis(self.old[over], self.who[over], 1)
        rows, places = np.nonzero(mask)
        rows = over[rows]
        memory.add(self.words[rows, places], self.role[rows, places], self.target[rows, places])
        given = len(rows)
        self.length[over] = 0
        self.hands_ended += len(over)
        mixed = chance.random(len(over)) < share
        self.old[over] = mixed[:, None] & (chance.random((len(over), self.seats)) < 0.5)
        return given


def scale_of(hands: batch.Hands) -> float:
    """The mean of points, without sign, in random play."""
    trial = batch.new(hands.ruleset, 256, 1)
    sums, number = 0.0, 0
    while number < 2000:
        trial.step(trial.sample())
        over = np.flatnonzero(trial.ended == 1)
        sums += float(np.abs(trial.points[over]).mean(1).sum())
        number += len(over)
    return max(sums / max(number, 1), 1e-6)
