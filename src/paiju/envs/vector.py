"""Many hands at once as Gymnasium has them, over ``paiju.batch``: one seat of each learns, the others are played in arrays."""

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
from paiju.core.errors import UnknownName
from paiju.core.ruleset import Ruleset
from paiju.envs.numbering import MOST
from paiju.envs.zoo import Observation

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
Policy = Callable[[batch.Hands], Numbers]
"""What the others do: hands, in all of which it is another's turn, to the number of an action for each."""

POLICIES: Final[dict[str, Policy]] = {RANDOM: batch.Hands.sample}
REWARDS: Final[dict[str, Callable[[Numbers], Floats]]] = {
    "points": lambda points: points.astype(np.float64),
    "win": lambda points: np.sign(points).astype(np.float64),
}


def _one_of(known: dict[str, Any], name: str) -> Any:
    if name not in known:
        raise UnknownName("unknown_choice", name=name, known=", ".join(known))
    return known[name]


class BatchVectorEnv(VectorEnv[Observation, Numbers, NDArray[Any]]):
    """``num_envs`` hands of a ruleset. A hand that ends is dealt anew in the same step (``AutoresetMode.SAME_STEP``).

    Actions are places among the ``hands.counts`` legal ones, of which 1,024 at most are offered, evenly spread. Raises
    UnknownName for a ruleset whose family has no engine in arrays.
    """

    def __init__(
        self,
        num_envs: int,
        ruleset: str | Ruleset,
        opponents: str | Policy = RANDOM,
        seat: int = 0,
        reward: str = "points",
        threads: int = 1,
    ) -> None:
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs, self.seat = num_envs, seat
        self._policy: Policy = _one_of(POLICIES, opponents) if isinstance(opponents, str) else opponents
        self._reward: Callable[[Numbers], Floats] = _one_of(REWARDS, reward)
        self.hands = batch.new(ruleset, num_envs, threads=threads)
        seen = Box(0, 1, (64 * self.hands.layout.words,), np.uint8)
        self.single_observation_space = Dict({"observation": seen, "action_mask": Box(0, 1, (MOST,), np.int8)})
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([MOST] * num_envs)
        self.single_action_space = self.action_space[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all hands, and let the others act until the learner is asked in each."""
        super().reset(seed=seed)
        self.hands.seed = int(self.np_random.integers(1 << 63))
        self.hands.reset()
        self._wait(np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_))
        return self._told(), {}

    def step(
        self, actions: Numbers
    ) -> tuple[Observation, Floats, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Act in every hand. Raises IllegalAction, and does nothing at all, if a number means nothing."""
        actions, counts = np.asarray(actions, np.int64), self.hands.counts
        many = counts > MOST
        self.hands.step(np.where(many & (actions < MOST), actions * counts // MOST, actions) if many.any() else actions)
        rewards, over = self._ended(self.hands)
        self._wait(rewards, over)
        return self._told(), rewards, over, np.zeros(self.num_envs, np.bool_), {}

    def _ended(self, hands: batch.Hands) -> tuple[Floats, NDArray[np.bool_]]:
        """What the last step brought the learner, and where it ended a hand."""
        over = hands.ended > 0
        return np.where(hands.ended == 1, self._reward(hands.points[:, self.seat]), 0.0), over

    def _wait(self, rewards: Floats, over: NDArray[np.bool_]) -> None:
        """Until the learner is asked in every hand. Of several ends in one step the first is told."""
        waiting = np.flatnonzero(self.hands.turns != self.seat)
        while len(waiting):
            some = self.hands.take(waiting)
            some.anew = True
            some.step(self._policy(some))
            gained, ended = self._ended(some)
            first = ended & ~over[waiting]
            rewards[waiting[first]] = gained[first]
            over[waiting] |= ended
            self.hands.restore(some.rows, waiting)
            waiting = waiting[some.turns != self.seat]

    def _told(self) -> Observation:
        mask = np.arange(MOST) < self.hands.counts[:, None]
        return {"observation": self.hands.observe(planes=True), "action_mask": mask.view(np.int8)}
