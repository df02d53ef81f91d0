"""A bot that searches: it deals the unseen cards at random, and plays out the network's best actions, by the network, in arrays.

    paiju arena strong bench/bots/search_bot.py:Milliseconds100 --rules doudizhu/qq --play-only

Random playouts instead are far weaker: a bot that uses them loses three of four hands against the steady bot.
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
from paiju.games.registry import most_similar_ruleset, rulesets
from paiju.nets.policy import RulesetNet, evaluate_actions, net_for_rules

BEST = 4
"""The largest number of actions that are played out."""
CLEAR = 0.16
"""Only actions whose score is closer than this to the best are played out. A policy takes others less than once in 3,000."""


class Milliseconds20:
    """The bot with 20 milliseconds for each decision."""

    seconds, worlds = 0.02, 6

    def __call__(self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], random: Random) -> Any:
        """Return the action that won most often. Before the phase of play, return the network's choice."""
        if len(legal) == 1:
            return legal[0]
        start, weighed = time.perf_counter(), evaluate_actions("", game, view, seat, legal)
        order = np.argsort(-weighed.scores)[:BEST]
        among = [weighed.actions[at] for at in order if weighed.scores[order[0]] - weighed.scores[at] < CLEAR]
        if len(among) == 1 or weighed.forced_wins.any() or not hasattr(view.phase, "standing"):
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
        """Return ``worlds`` hands that fit the seat's view."""
        hands = batch.new_hands(
            most_similar_ruleset(game.rules, rulesets()) or "", self.worlds, random.getrandbits(32), anew=False
        )
        for row in range(self.worlds):
            hands.from_state(row, game.determinize(view, seat, random))
        return hands


class Milliseconds100(Milliseconds20):
    """The bot with 100 milliseconds for each decision."""

    seconds, worlds = 0.1, 24


def play_out(hands: batch.Hands, net: RulesetNet) -> None:
    """Play all hands to the end. The network chooses the actions of all seats."""
    acting, chance = BatchInference(net.net.weights, net.shape), np.random.default_rng(0)
    while (hands.turns >= 0).any():
        at = gather_decisions(hands, net.shape, net.flag, chance)
        at.apply_actions(hands, at.argmax_actions(acting.scores(at)))
