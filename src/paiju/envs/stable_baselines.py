"""A vector environment for Stable-Baselines3 over ``BatchVectorEnv``, which MaskablePPO of sb3-contrib can use.

::

    env = StableBaselinesVecEnv("doudizhu/qq", 128, reward="win", numbers="letters")
    MaskablePPO("MultiInputPolicy", env).learn(400_000)

Stable-Baselines3 is not an extra of paiju: ``pip install sb3-contrib``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Dict
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from paiju.core.ruleset import Ruleset
from paiju.envs.pettingzoo_env import Observation
from paiju.envs.vector_env import BatchVectorEnv

MASK = "action_mask"
METHOD = "action_masks"
"""The name of the method by which MaskablePPO asks for the action masks."""


class StableBaselinesVecEnv(VecEnv):
    """Plays ``num_envs`` hands of a ruleset at once. One seat learns in each hand.

    ``choices`` are parameters of ``BatchVectorEnv``. Observations contain no mask, because MaskablePPO calls
    ``action_masks`` instead. When a hand ends, its ``info`` contains ``terminal_observation``, and the reward and
    the length of the hand in steps, in the form of Stable-Baselines3's Monitor.
    """

    def __init__(self, ruleset: str | Ruleset, num_envs: int, **choices: Any) -> None:
        self.inner = BatchVectorEnv(num_envs, ruleset, **choices)
        self._mask = np.zeros((num_envs, 0), np.bool_)
        self._steps = np.zeros(num_envs, np.int64)
        self._actions: NDArray[Any] = self._steps
        seen = self.inner.single_observation_space
        assert isinstance(seen, Dict)
        spaces = {key: space for key, space in seen.spaces.items() if key != MASK}
        super().__init__(num_envs, Dict(spaces), self.inner.single_action_space)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which numbers are valid now in each hand; shape (num_envs, n), bool."""
        return self._mask

    def _split_off_mask(self, observation: Observation) -> Observation:
        self._mask = observation[MASK].astype(np.bool_)
        return {key: value for key, value in observation.items() if key != MASK}

    def reset(self) -> Observation:
        self._steps[:] = 0
        observation, _ = self.inner.reset(seed=self._seeds[0])
        self._reset_seeds()
        return self._split_off_mask(observation)

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], list[dict[str, Any]]]:
        observation, rewards, over, _, info = self.inner.step(self._actions)
        self._steps += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for at in np.flatnonzero(over).tolist():
            last = {key: value for key, value in info["final_obs"][at].items() if key != MASK}
            episode = {"r": float(rewards[at]), "l": int(self._steps[at])}
            infos[at] = {"episode": episode, "terminal_observation": last, "TimeLimit.truncated": False}
        self._steps[over] = 0
        return self._split_off_mask(observation), rewards.astype(np.float32), over, infos

    def close(self) -> None:
        self.inner.close()

    # ---- what Stable-Baselines3 expects of single environments

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        if method_name != METHOD:
            raise AttributeError(method_name)
        return [self._mask[at] for at in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        value = getattr(self if attr_name == METHOD else self.inner, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name} cannot be set: all hands are played by one environment")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> Sequence[bool]:
        return [False for _ in self._get_indices(indices)]
