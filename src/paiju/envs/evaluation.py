"""Measures a policy over observations: the share of hands that it wins in a vector environment."""

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
"""Maps the observations of many hands, with their masks, to a number for each hand."""


def share_won(
    policy: MaskedPolicy,
    ruleset: str | Ruleset,
    opponents: str | Policy = RANDOM,
    hands: int = 1000,
    seed: int = 0,
    **choices: Any,
) -> float:
    """Return the share of hands that the learner's seat wins by a policy; hands that nobody wins do not count.

    Exactly ``hands`` hands are played: rounded up, an eighth of them at a time, each place the same number. So a short hand
    does not count more often than a long one. ``choices`` are those of ``BatchVectorEnv``.
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
