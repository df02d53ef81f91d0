"""Distributed actors: self-play in several Ray processes, on one machine or a cluster. Needs the extra ``ray``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import ray

from paiju.batch.net_inference import Weights
from paiju.learn.actors import Experience, LeagueActors
from paiju.learn.hyperparameters import Hyperparameters
from paiju.learn.ruleset_group import RulesetGroup


class RayActorPool:
    """Actors in Ray processes: in the cluster of ``RAY_ADDRESS`` if that is set, otherwise on this machine.

    While the learner trains on the experience of one actor, the other actors keep playing. An actor starts when the cluster
    has a free core for it.
    """

    def __init__(self, group: RulesetGroup, settings: Hyperparameters, number: int, rivals: Sequence[Weights]) -> None:
        if not ray.is_initialized():
            here = {} if "RAY_ADDRESS" in os.environ else {"num_cpus": number}
            ray.init(include_dashboard=False, log_to_driver=False, **here)
        kept = ray.put(rivals)
        remote: Any = ray.remote(num_cpus=1)(LeagueActors)
        self._idle = [remote.remote(group, settings, settings.seed + 1000 * at, kept) for at in range(number)]
        self._all, self._going = list(self._idle), dict[Any, Any]()

    def play(self, weights: Weights, explore: float) -> Experience:
        """Return the experience of the actor that finishes first, and let idle actors play on with the new weights.

        ``explore`` is the exploration rate: the fraction of actions that are random.

        An exception in an actor is raised here. Raises RayError if the process of an actor is lost.
        """
        self._start_idle_actors(weights, explore)
        (done,), _ = ray.wait(list(self._going), num_returns=1)
        self._idle.append(self._going.pop(done))
        self._start_idle_actors(weights, explore)
        played: Experience = ray.get(done)
        return played

    def add_opponent(self, ancestor: Weights) -> None:
        kept = ray.put(ancestor)
        ray.get([player.add_opponent.remote(kept) for player in self._all])

    def _start_idle_actors(self, weights: Weights, explore: float) -> None:
        if self._idle:
            kept = ray.put(weights)
            self._going |= {player.play.remote(kept, explore): player for player in self._idle}
            self._idle = []
