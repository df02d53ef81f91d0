"""Search at the table: the unseen cards are dealt anew, and the net's best actions are played out, by the net, in arrays.

    paiju arena strong bench/bots/search.py:Milliseconds100 --rules doudizhu/qq --play-only

To play out at random instead is weaker by far: it loses three hands of four to steady.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from paiju import batch
from paiju.batch.decision_batch import gather_decisions
from paiju.batch.net_inference import BatchInference
from paiju.core.game import AnyGame
from paiju.games.registry import nearest_ruleset, rulesets
from paiju.nets.policy import RulesetNet, evaluate_actions, net_for_rules

BEST = 4
"""So many actions are looked at."""
CLEAR = 0.16
"""… where they lie closer than this to the best: a net that chooses takes others less than once in three thousand times."""


class Milliseconds20:
    """Twenty milliseconds a decision."""

    seconds, worlds = 0.02, 6

    def __call__(self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], random: Random) -> Any:
        """The action that won most often; what comes before the play is left to the net."""
        if len(legal) == 1:
            return legal[0]
        start, weighed = time.perf_counter(), evaluate_actions("", game, view, seat, legal)
        order = np.argsort(-weighed.scores)[:BEST]
        among = [weighed.actions[at] for at in order if weighed.scores[order[0]] - weighed.scores[at] < CLEAR]
        if len(among) == 1 or weighed.sure.any() or not hasattr(view.phase, "standing"):
            return weighed.actions[weighed.best]
        net = net_for_rules("", game.rules)
        won = np.zeros(len(among))
        while True:
            hands = self._dealt(game, view, seat, random)
            numbers = [hands.number_of(0, action) for action in among]
            hands = hands.take(np.repeat(np.arange(self.worlds), len(among)))
            hands.step(np.tile(numbers, self.worlds))
            play_out(hands, net)
            won += (hands.points[:, seat] > 0).reshape(self.worlds, -1).sum(0)
            if time.perf_counter() - start >= self.seconds:
                return among[int(won.argmax())]

    def _dealt(self, game: AnyGame, view: Any, seat: int, random: Random) -> batch.Hands:
        """Hands that look like this to the seat."""
        hands = batch.new_hands(
            nearest_ruleset(game.rules, rulesets()) or "", self.worlds, random.getrandbits(32), anew=False
        )
        for row in range(self.worlds):
            hands.from_state(row, game.determinize(view, seat, random))
        return hands


class Milliseconds100(Milliseconds20):
    """A tenth of a second."""

    seconds, worlds = 0.1, 24


def play_out(hands: batch.Hands, net: RulesetNet) -> None:
    """Play until all hands are over, everybody by the net."""
    acting, chance = BatchInference(net.net.weights, net.shape), np.random.default_rng(0)
    while (hands.turns >= 0).any():
        at = gather_decisions(hands, net.shape, net.flag, chance)
        at.step(hands, at.best(acting.scores(at)))
