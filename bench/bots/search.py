"""Search at the table: deal the unseen cards anew, play each action out in arrays, and take the one that wins most.

    paiju arena strong bench/bots/search.py:Milliseconds20 --rules doudizhu/qq --play-only

In the plain ones hands are played out at random, in ``Net100`` by the net of the package, among its own best actions.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from paiju import batch
from paiju.bots.registry import bot
from paiju.core.game import AnyGame, spread
from paiju.games.registry import likest, rulesets
from paiju.learn.acting import Acting
from paiju.learn.play import offer
from paiju.nets.strong import play_strong, trained, weigh

STEADY = bot("steady", "doudizhu")
WORLDS = 12
BEST = 4


class Milliseconds20:
    """Twenty milliseconds a decision, played out at random."""

    seconds = 0.02
    before = staticmethod(STEADY)

    def __call__(self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], random: Random) -> Any:
        """The action that won most often; what comes before the play is left to another."""
        if len(legal) == 1 or not hasattr(view.phase, "standing"):
            return self.before(game, view, seat, legal, random)
        start, among = time.perf_counter(), self.among(game, view, seat, legal)
        worlds = batch.new(likest(game.rules, rulesets()) or "", WORLDS, random.getrandbits(32), anew=False)
        for row in range(WORLDS):
            worlds.from_state(row, game.imagine(view, seat, random))
        hands = worlds.take(np.repeat(np.arange(WORLDS), len(among)))
        hands.step(np.tile([worlds.number_of(0, action) for action in among], WORLDS))
        saved, won = hands.save(), np.zeros(len(among))
        while True:
            self.play_out(hands)
            won += (hands.points[:, seat] > 0).reshape(WORLDS, -1).sum(0)
            if time.perf_counter() - start > self.seconds:
                return among[int(won.argmax())]
            hands.restore(saved)

    def among(self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any]) -> Sequence[Any]:
        """The actions that are looked at."""
        return spread(legal, 64)

    def play_out(self, hands: batch.Hands) -> None:
        """Until all hands are over."""
        while (hands.turns >= 0).any():
            hands.step(hands.sample())


class Milliseconds100(Milliseconds20):
    """A tenth of a second."""

    seconds = 0.1


class Net100(Milliseconds100):
    """A tenth of a second, by what the net of the package would do."""

    before = staticmethod(play_strong)

    def among(self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any]) -> Sequence[Any]:
        """The net's own best."""
        weighed = weigh("", game, view, seat, legal)
        return [weighed.actions[place] for place in np.argsort(-weighed.scores)[:BEST]]

    def play_out(self, hands: batch.Hands) -> None:
        """Until all hands are over."""
        net = trained("", hands.game.rules)
        acting, chance = Acting(net.net.weights, net.shape), np.random.default_rng(0)
        while (hands.turns >= 0).any():
            at = offer(hands, net.shape, net.flag, chance)
            at.step(hands, at.best(acting.scores(at)))
