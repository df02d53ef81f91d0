"""Gymnasium vector environment over ``paiju.batch``.

One seat learns in many hands at once, and a policy plays the other seats.
"""

from __future__ import annotations

from typing import Any, Final, Literal

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
from paiju.envs.opponents import Numbers, Policy, opponent_policy
from paiju.envs.pettingzoo_env import Observation
from paiju.envs.rewards import Amounts, reward_function
from paiju.envs.vector_action_space import VECTOR_NUMBERINGS

Truths = NDArray[np.bool_]
Info = dict[str, Any]
AUTORESET_MODES: Final = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)


class BatchVectorEnv(VectorEnv[Observation, Numbers, NDArray[Any]]):
    """A vector environment that plays ``num_envs`` hands of a ruleset at once. A finished hand is replaced by a new one.

    With ``AutoresetMode.SAME_STEP``, the step that ends a hand also deals the next one, and ``info`` contains ``final_obs``
    and ``final_info``. With ``NEXT_STEP``, the next step deals it and ignores the action for that hand.

    ``numbers`` is ``places`` or ``letters``. With ``places``, an action is the index of one of the ``hands.counts`` legal
    actions; of more than 1,024, an evenly spread sample is offered. With ``letters``, it is one character of the action's
    text. ``observation`` is ``planes`` (a byte for each bit) or ``words`` (uint64). ``opponents`` is a function, or a name for
    ``opponents.opponent_policy``, and ``processes`` is the number of processes for bots. Raises UnknownName, also if the
    family has no batch engine.
    """

    def __init__(  # noqa: PLR0913 - options of make_vec
        self,
        num_envs: int,
        ruleset: str | Ruleset,
        opponents: str | Policy = RANDOM,
        seat: int = 0,
        reward: str | Stakes = "points",
        threads: int = 1,
        *,
        numbers: str = "places",
        observation: Literal["planes", "words"] = "planes",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        processes: int = 1,
    ) -> None:
        if numbers not in VECTOR_NUMBERINGS:
            raise UnknownName("unknown_choice", name=numbers, known=", ".join(VECTOR_NUMBERINGS))
        if observation not in ("planes", "words"):
            raise UnknownName("unknown_choice", name=observation, known="planes, words")
        self._mode = AutoresetMode(autoreset_mode)
        if self._mode not in AUTORESET_MODES:
            raise UnknownName(
                "unknown_choice", name=self._mode.value, known=", ".join(one.value for one in AUTORESET_MODES)
            )
        self.metadata = {"autoreset_mode": self._mode}
        self.num_envs, self.seat, self._planes = num_envs, seat, observation == "planes"
        self.hands = batch.new_hands(ruleset, num_envs, threads=threads, anew=False)
        self._policy = opponent_policy(opponents, self.hands.ruleset, processes)
        self._reward = reward_function(reward, self.hands.ruleset)
        self._numbering = VECTOR_NUMBERINGS[numbers](self.hands)
        self._over = np.zeros(num_envs, np.bool_)
        """Hands that are over and that the next step deals anew."""
        self.single_observation_space = self._space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([self._numbering.size] * num_envs)
        self.single_action_space = self.action_space[0]

    def _space(self) -> Dict:
        words, size = self.hands.layout.words, self._numbering.size
        bits = Box(0, 1, (64 * words,), np.uint8) if self._planes else Box(0, 2**64 - 1, (words,), np.uint64)
        spaces = {"observation": bits, "action_mask": Box(0, 1, (size,), np.int8)}
        return Dict({**spaces, **({"said": Box(0, 255, (size,), np.uint8)} if self._numbering.has_tokens else {})})

    # ---- playing

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """Deal all hands, and play the other seats until the learner has a decision in each."""
        super().reset(seed=seed)
        self.hands.seed = int(self.np_random.integers(1 << 63))
        self.hands.reset()
        self._over[:] = False
        self._play_on(np.arange(self.num_envs))
        self._numbering.on_new_decisions(np.arange(self.num_envs))
        return self._observation(), {}

    def step(self, actions: Numbers) -> tuple[Observation, Amounts, Truths, Truths, Info]:
        """Act in every hand. If any number is invalid, raises IllegalAction and changes nothing."""
        which, chosen = self._numbering.choose(np.asarray(actions, np.int64), ~self._over)
        dealt, self._over = np.flatnonzero(self._over), np.zeros(self.num_envs, np.bool_)
        rewards, over, info = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_), {}
        if len(which) == self.num_envs:
            self.hands.step(chosen)
        elif len(which):
            some = self.hands.take(which)
            some.step(chosen)
            self.hands.restore(some.rows, which)
        self._play_opponents(which)
        ended = which[self.hands.turns[which] < 0]
        if len(ended):
            over[ended] = True
            rewards[ended] = self._rewards_of(ended)
            info = self._end_hands(ended)
        self._play_on(dealt, deal=True)
        self._numbering.on_new_decisions(np.concatenate([which, dealt]) if len(dealt) else which)
        return self._observation(), rewards, over, np.zeros(self.num_envs, np.bool_), info

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the processes in which bots play."""
        if hasattr(self._policy, "close"):
            self._policy.close()

    def _play_opponents(self, which: Numbers) -> None:
        """Play the other seats in these hands until the learner has a decision or the hand is over."""
        turns = self.hands.turns[which]
        waiting = which[(turns != self.seat) & (turns >= 0)]
        while len(waiting):
            some = self.hands.take(waiting)
            some.step(self._policy(some))
            self.hands.restore(some.rows, waiting)
            waiting = waiting[(some.turns != self.seat) & (some.turns >= 0)]

    def _play_on(self, which: Numbers, *, deal: bool = False) -> None:
        """Play the other seats in these hands until the learner has a decision. Deal a hand again if it ends before that."""
        while len(which):
            if deal:
                self.hands.deal_next(which)
            self._play_opponents(which)
            which, deal = which[self.hands.turns[which] < 0], True

    # ---- the end of hands

    def _end_hands(self, ended: Numbers) -> Info:
        """Deal the next hands, now or in the next step by the autoreset mode, and return ``info``."""
        if self._mode is AutoresetMode.NEXT_STEP:
            self._over[ended] = True
            return {}
        last = self.hands.take(ended)
        seen = last.observe(np.full(len(ended), self.seat), planes=self._planes)
        blank: dict[str, Any] = {"action_mask": np.zeros(self._numbering.size, np.int8)}
        if self._numbering.has_tokens:
            blank["said"] = np.zeros(self._numbering.size, np.uint8)
        final, which = np.full(self.num_envs, None, object), np.zeros(self.num_envs, np.bool_)
        for at, one in zip(ended.tolist(), seen, strict=True):
            final[at] = {"observation": one, **blank}
        which[ended] = True
        self._play_on(ended, deal=True)
        return {"final_obs": final, "_final_obs": which, "final_info": {}, "_final_info": which.copy()}

    def _rewards_of(self, ended: Numbers) -> Amounts:
        """Return the learner's reward in hands that are over; 0 where nobody won."""
        paid = self.hands.end_codes[ended] == 1
        rewards = np.zeros(len(ended))
        rewards[paid] = self._reward(self.hands.points[ended[paid]])[:, self.seat]
        return rewards

    def _observation(self) -> Observation:
        if not self._over.any():
            seen = self.hands.observe(planes=self._planes)
        else:  # a finished hand is shown as the learner sees it
            seen = self.hands.observe(np.full(self.num_envs, self.seat), planes=self._planes)
        return {"observation": seen, **self._numbering.arrays()}
