"""Players: a net in self-play at the tables of a group, and older nets among it. They need NumPy and Numba, and not PyTorch."""

from __future__ import annotations

import time
from typing import Final, NamedTuple, Protocol

import numpy as np

from paiju.learn.acting import Acting, Weights
from paiju.learn.group import Group
from paiju.learn.play import Floats, Offer, Samples, Table, offer
from paiju.learn.settings import Settings

ROUNDS: Final = 8
"""Decisions in each hand before what came of them is handed over."""
LONG: Final = 50
"""An older net is the stranger for so many rounds, then the next."""


class Played(NamedTuple):
    """What came of playing for a while."""

    samples: list[Samples]
    decisions: int
    hands: int
    """How many ended."""
    seconds: float
    """Of the processor."""


class Crew(Protocol):
    """Players, however many and wherever they are."""

    def play(self, weights: Weights, explore: float) -> Played:
        """What comes next of playing with these weights, or not much older ones."""

    def meet(self, ancestor: Weights) -> None:
        """From now on this net is among the strangers."""


class Players:
    """Tables of each ruleset of a group, ``settings.hands`` hands in all."""

    def __init__(self, group: Group, settings: Settings, seed: int) -> None:
        self.group, self.settings = group, settings
        self.chance = np.random.default_rng(seed)
        each = max(settings.hands // len(group.rulesets), 1)
        self.tables = [Table(name, each, seed * 100 + at, at) for at, name in enumerate(group.rulesets)]
        self.ancestors: list[Acting] = []
        self.rounds = 0

    def meet(self, ancestor: Weights) -> None:
        """From now on this net is among the strangers."""
        self.ancestors.append(self._acting(ancestor))

    def play(self, weights: Weights, explore: float, rounds: int = ROUNDS) -> Played:
        """So many decisions in every hand; ``explore`` is the share of those taken at random."""
        start, before = time.process_time(), sum(table.ended for table in self.tables)
        samples, decisions, acting = list[Samples](), 0, self._acting(weights)
        for _ in range(rounds):
            self.rounds += 1
            for table in self.tables:
                decisions += self._decide(table, acting, explore)
                samples.append(self._settle(table))
        hands = sum(table.ended for table in self.tables) - before
        return Played(samples, decisions, hands, time.process_time() - start)

    def _acting(self, weights: Weights) -> Acting:
        return Acting(weights, self.group.shape, self.group.mix)

    def _decide(self, table: Table, acting: Acting, explore: float) -> int:
        """One action in every hand of a table. How many decisions there were."""
        at = offer(table.hands, self.group.shape, table.flag, self.chance)
        values = acting.values(at)
        self._let_strangers(table, at, values)
        best = at.best(acting.weigh(at, values))
        chosen = best.copy()
        wild = np.flatnonzero(self.chance.random(len(best)) < explore)
        spread = self.chance.random(len(wild)) * (at.starts[wild + 1] - at.starts[wild])
        chosen[wild] = at.starts[wild] + spread.astype(np.int64)
        table.remember(at, chosen, values[best])
        at.step(table.hands, chosen)
        return len(best)

    def _settle(self, table: Table) -> Samples:
        """What is learned from the hands that have just ended; in the next ones strangers may sit."""
        over, samples = table.settle(self.settings.keep)
        if self.ancestors:
            mixed = self.chance.random((len(over), 1)) < self.settings.strangers
            table.strangers[over] = mixed & (self.chance.random((len(over), table.seats)) < 0.5)
        return samples

    def _let_strangers(self, table: Table, at: Offer, values: Floats) -> None:
        """Where a stranger decides, its values stand for the net's own."""
        theirs = np.flatnonzero(table.strangers[at.live, table.hands.turns[at.live]])
        if theirs.size:
            places = np.flatnonzero(np.isin(at.owner, theirs))
            part = at._replace(
                seen=at.seen[theirs],
                roles=at.roles[theirs],
                owner=np.searchsorted(theirs, at.owner[places]),
                actions=at.actions[places],
            )
            values[places] = self.ancestors[self.rounds // LONG % len(self.ancestors)].values(part)
