"""Measures a policy: the fraction of hands that it wins in a vector environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiju.bots.base import RANDOM
from paiju.core.ruleset import Ruleset
from paiju.envs.opponents import Policy
from paiju.envs.pettingzoo_env import Observation
from paiju.envs.vector_env import BatchVectorEnv

MaskedPolicy = Callable[[Observation], NDArray[Any]]
"""A function that takes observations of many hands, with their action masks, and returns an action number for each."""


def share_won(
    policy: MaskedPolicy,
    ruleset: str | Ruleset,
    opponents: str | Policy = RANDOM,
    hands: int = 1000,
    seed: int = 0,
    **choices: Any,
) -> float:
    """Return the fraction of hands that a policy wins in the learner's seat. Hands that no seat wins do not count.

    About ``hands`` hands are played. This takes ``hands / 8`` environments (rounded up), which play at the same
    time. Each environment plays eight hands, or ``hands`` if that is less. Because all environments play equally
    many hands, short hands do not count more often than long ones. ``choices`` are parameters of
    ``BatchVectorEnv``.
    """
    places, rounds = -(-hands // 8), min(8, hands)
    env = BatchVectorEnv(places, ruleset, opponents, reward="win", **choices)
    observation, _ = env.reset(seed=seed)
    ended, won, lost = np.zeros(places, np.int64), 0, 0
    while (ended < rounds).any():
        observation, rewards, over, _, _ = env.step(policy(observation))
        counts = over & (ended < rounds)
        won, lost = won + int((rewards[counts] > 0).sum()), lost + int((rewards[counts] < 0).sum())
        ended += over
    env.close()
    return won / (won + lost)
