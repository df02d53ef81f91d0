"""Players spread over several processes, on one machine or many (the extra ``ray``)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import ray

from paiju.learn.acting import Weights
from paiju.learn.group import Group
from paiju.learn.players import Played, Players
from paiju.learn.settings import Settings


class Spread:
    """Players in processes of their own, by Ray: in its cluster, if ``RAY_ADDRESS`` names one, else on this machine.

    While the learner learns from what one of them has played, all are at play. Each waits until the cluster has a core for it.
    """

    def __init__(self, group: Group, settings: Settings, number: int, rivals: Sequence[Weights]) -> None:
        if not ray.is_initialized():
            here = {} if "RAY_ADDRESS" in os.environ else {"num_cpus": number}
            ray.init(include_dashboard=False, log_to_driver=False, **here)
        kept = ray.put(rivals)
        remote: Any = ray.remote(num_cpus=1)(Players)
        self._idle = [remote.remote(group, settings, settings.seed + 1000 * at, kept) for at in range(number)]
        self._all, self._going = list(self._idle), dict[Any, Any]()

    def play(self, weights: Weights, explore: float) -> Played:
        """See ``Crew``. Raises what a player raised, and RayError where one is lost."""
        self._send(weights, explore)
        (done,), _ = ray.wait(list(self._going), num_returns=1)
        self._idle.append(self._going.pop(done))
        self._send(weights, explore)
        played: Played = ray.get(done)
        return played

    def meet(self, ancestor: Weights) -> None:
        """See ``Crew``."""
        kept = ray.put(ancestor)
        ray.get([player.meet.remote(kept) for player in self._all])

    def _send(self, weights: Weights, explore: float) -> None:
        if self._idle:
            kept = ray.put(weights)
            self._going |= {player.play.remote(kept, explore): player for player in self._idle}
            self._idle = []
