"""Gymnasium vector environment over ``paiju.batch``.

One seat learns in many hands at once, and a policy plays the other seats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from paiju import batch
from paiju.bots.base import RANDOM
from paiju.core.coins import Stakes
from paiju.core.errors import UnknownName
from paiju.core.ruleset import Ruleset
from paiju.envs.action_space import MOST
from paiju.envs.pettingzoo_env import Observation
from paiju.envs.rewards import Amounts, reward_function

Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]
Policy = Callable[[batch.Hands], Numbers]
"""Chooses actions for the other seats: takes hands in which one of them is to act, and returns an action number for each hand."""

POLICIES: Final[dict[str, Policy]] = {RANDOM: batch.Hands.sample}
PLACES: Final = np.arange(MOST, dtype=np.int16)


def opponent_policy(opponents: str | Policy) -> Policy:
    """Return a policy by name. Raises UnknownName."""
    if not isinstance(opponents, str):
        return opponents
    if opponents not in POLICIES:
        raise UnknownName("unknown_choice", name=opponents, known=", ".join(POLICIES))
    return POLICIES[opponents]


def to_action_index(actions: Numbers, counts: Numbers) -> Numbers:
    """Map chosen numbers to action indices: unchanged, or evenly spread if a hand has more actions than numbers."""
    many = (counts > MOST) & (actions < MOST)
    if not many.any():
        return actions
    # In this form no product overflows.
    return np.where(many, actions * (counts // MOST) + actions * (counts % MOST) // MOST, actions)


class BatchVectorEnv(VectorEnv[Observation, Numbers, NDArray[Any]]):
    """``num_envs`` hands of a ruleset. A finished hand is dealt again in the same step (``AutoresetMode.SAME_STEP``).

    Actions are indices into the ``hands.counts`` legal actions; at most 1,024 are offered, evenly spread. Raises UnknownName
    if the ruleset's family has no batch engine.
    """

    def __init__(
        self,
        num_envs: int,
        ruleset: str | Ruleset,
        opponents: str | Policy = RANDOM,
        seat: int = 0,
        reward: str | Stakes = "points",
        threads: int = 1,
    ) -> None:
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs, self.seat = num_envs, seat
        self._policy = opponent_policy(opponents)
        self.hands = batch.new_hands(ruleset, num_envs, threads=threads)
        self._reward = reward_function(reward, self.hands.ruleset)
        seen = Box(0, 1, (64 * self.hands.layout.words,), np.uint8)
        self.single_observation_space = Dict({"observation": seen, "action_mask": Box(0, 1, (MOST,), np.int8)})
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([MOST] * num_envs)
        self.single_action_space = self.action_space[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all hands, and play the other seats until the learner has a decision in each."""
        super().reset(seed=seed)
        self.hands.seed = int(self.np_random.integers(1 << 63))
        self.hands.reset()
        self._play_opponents(np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_))
        return self._observation(), {}

    def step(self, actions: Numbers) -> tuple[Observation, Amounts, Truths, Truths, dict[str, Any]]:
        """Act in every hand. If any number is invalid, raises IllegalAction and changes nothing."""
        self.hands.step(to_action_index(np.asarray(actions, np.int64), self.hands.counts))
        rewards, over = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._record_endings(self.hands, np.arange(self.num_envs), rewards, over)
        self._play_opponents(rewards, over)
        return self._observation(), rewards, over, np.zeros(self.num_envs, np.bool_), {}

    def _play_opponents(self, rewards: Amounts, over: Truths) -> None:
        """Play the other seats until the learner has a decision in every hand."""
        waiting = np.flatnonzero(self.hands.turns != self.seat)
        while len(waiting):
            some = self.hands.take(waiting)
            some.anew = True
            some.step(self._policy(some))
            self._record_endings(some, waiting, rewards, over)
            self.hands.restore(some.rows, waiting)
            waiting = waiting[some.turns != self.seat]

    def _record_endings(self, hands: batch.Hands, which: Numbers, rewards: Amounts, over: Truths) -> None:
        """Record which hands the last step ended, and the learner's reward; of several ends in one step, the first one counts."""
        ended = np.flatnonzero(hands.end_codes)
        first = ended[~over[which[ended]]]
        over[which[first]] = True
        paid = first[hands.end_codes[first] == 1]
        rewards[which[paid]] = self._reward(hands.points[paid])[:, self.seat]

    def _observation(self) -> Observation:
        counts = np.minimum(self.hands.counts, MOST).astype(np.int16)
        mask = self.hands.shelf.array((self.num_envs, MOST), np.int8)
        np.less(PLACES, counts[:, None], out=mask.view(np.bool_))
        return {"observation": self.hands.observe(planes=True), "action_mask": mask}
