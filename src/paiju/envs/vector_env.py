"""A Gymnasium vector environment over ``paiju.batch``.

One seat learns in many hands at once, and a policy plays the other seats.
"""

from __future__ import annotations

from collections.abc import Collection
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
from paiju.envs.opponents import Numbers, Policy, find_opponent_policy
from paiju.envs.pettingzoo_env import ILLEGAL, Observation
from paiju.envs.rewards import Amounts, find_reward_function
from paiju.envs.vector_action_space import VECTOR_NUMBERINGS

Truths = NDArray[np.bool_]
Info = dict[str, Any]
NO_HANDS: Final = np.zeros(0, np.int64)


def check_known_name(name: str, known: Collection[str]) -> None:
    """Raise UnknownName if ``name`` is not one of ``known``."""
    if name not in known:
        raise UnknownName("unknown_choice", name=name, known=", ".join(known))


class BatchVectorEnv(VectorEnv[Observation, Numbers, NDArray[Any]]):
    """A vector environment of ``num_envs`` hands of one ruleset. When a hand ends, a new hand is dealt in its place.

    ``autoreset_mode`` says when the new hand is dealt:

    - ``SAME_STEP``: by the step that ends the hand. ``info`` then contains ``final_obs`` and ``final_info``.
    - ``NEXT_STEP``: by the following step, which ignores the action for this hand.
    - ``DISABLED``: by the caller, with ``reset(options={"reset_mask": mask})``. ``mask`` is true for the hands to
      deal; shape (num_envs,), bool.

    ``numbers`` is the action space. With ``places``, a number is the index of a legal action; if a hand has more
    than 1,024 of them, an evenly spread sample is offered. With ``letters``, a number is the next character of
    the text of a legal action.

    ``illegal`` says what happens at an invalid number. With ``raise``, ``step`` raises IllegalAction and changes
    nothing. With ``end``, the number ends its hand with a reward of -1 (``ILLEGAL``), as in ``HandEnv``.

    - ``observation``: ``planes`` (a byte for each bit) or ``words`` (uint64)
    - ``opponents``: a ``Policy``, or a name for ``opponents.find_opponent_policy``
    - ``processes``: the number of processes in which bots play
    - ``history``: whether observations contain past actions

    Raises UnknownName if one of these names is unknown, or if the family has no batch engine.
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
        illegal: Literal["raise", "end"] = "raise",
        history: bool = False,
    ) -> None:
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        check_known_name(numbers, VECTOR_NUMBERINGS)
        check_known_name(observation, ("planes", "words"))
        check_known_name(illegal, ("raise", "end"))
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self.num_envs, self.seat, self._planes = num_envs, seat, observation == "planes"
        self._illegal_ends = illegal == "end"
        self.hands = batch.new_hands(ruleset, num_envs, threads=threads, anew=False, history=history)
        self._policy = find_opponent_policy(opponents, self.hands.ruleset, processes)
        self._reward = find_reward_function(reward, self.hands.ruleset)
        self._numbering = VECTOR_NUMBERINGS[numbers](self.hands)
        self._over = np.zeros(num_envs, np.bool_)
        """Whether each hand has ended and no new hand has been dealt in its place yet."""
        self.single_observation_space = self._make_observation_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([self._numbering.size] * num_envs)
        self.single_action_space = self.action_space[0]

    def _make_observation_space(self) -> Dict:
        words, size = self.hands.layout.words, self._numbering.size
        bits = Box(0, 1, (64 * words,), np.uint8) if self._planes else Box(0, 2**64 - 1, (words,), np.uint64)
        spaces = {"observation": bits, "action_mask": Box(0, 1, (size,), np.int8)}
        return Dict({**spaces, **({"said": Box(0, 255, (size,), np.uint8)} if self._numbering.has_tokens else {})})

    # ---- playing

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """Deal new hands, and play the other seats until the learner has a decision in each new hand.

        If ``options["reset_mask"]`` is given, only the hands for which it is true are dealt anew. The others stay as
        they are.
        """
        super().reset(seed=seed)
        mask = (options or {}).get("reset_mask")
        which = np.arange(self.num_envs) if mask is None else np.flatnonzero(mask)
        if mask is None or seed is not None:
            self.hands.seed = int(self.np_random.integers(1 << 63))
        if mask is None:
            self.hands.reset()
        self._over[which] = False
        self._play_to_learner_decisions(which, deal=mask is not None)
        self._numbering.on_new_decisions(which)
        return self._observe(), {}

    def step(self, actions: Numbers) -> tuple[Observation, Amounts, Truths, Truths, Info]:
        """Take the learner's action in every hand, and play the other seats.

        ``actions`` has one number of the action space for each hand. Raises IllegalAction if any number is invalid
        (unless ``illegal="end"``). With ``AutoresetMode.DISABLED``, raises ValueError if a hand has ended and
        ``reset`` has not dealt a new one. If either error is raised, nothing changes.
        """
        if self.autoreset_mode is AutoresetMode.DISABLED and self._over.any():
            raise ValueError(f"hands {np.flatnonzero(self._over).tolist()} have ended: reset them by a reset_mask")
        numbers = np.asarray(actions, np.int64)
        illegal = self._numbering.find_invalid_choices(numbers, ~self._over) if self._illegal_ends else NO_HANDS
        which, chosen = self._numbering.choose(numbers, self._live_without(illegal))
        dealt, self._over = np.flatnonzero(self._over), np.zeros(self.num_envs, np.bool_)
        rewards, over, info = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_), {}
        self._act(which, chosen)
        self._play_opponents(which)
        ended = which[self.hands.turns[which] < 0]
        if len(ended) or len(illegal):
            rewards[ended], rewards[illegal] = self._learner_rewards(ended), ILLEGAL
            ended = np.concatenate([ended, illegal])
            over[ended] = True
            info = self._autoreset_hands(ended)
        self._play_to_learner_decisions(dealt, deal=True)
        anew = np.concatenate([which, illegal, dealt]) if len(dealt) or len(illegal) else which
        self._numbering.on_new_decisions(anew)
        return self._observe(), rewards, over, np.zeros(self.num_envs, np.bool_), info

    def _live_without(self, illegal: Numbers) -> Truths:
        live = ~self._over
        live[illegal] = False
        return live

    def _act(self, which: Numbers, chosen: Numbers) -> None:
        """Apply the actions ``chosen`` (indices of legal actions) in the hands ``which``."""
        if len(which) == self.num_envs:
            self.hands.step(chosen)
        elif len(which):
            self.hands.step_some(which, chosen)

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the processes in which bots play."""
        if hasattr(self._policy, "close"):
            self._policy.close()

    def _play_opponents(self, which: Numbers) -> None:
        """Play the other seats in these hands until the learner has a decision or the hand is over."""
        turns = self.hands.turns[which]
        waiting = which[(turns != self.seat) & (turns >= 0)]
        while len(waiting):
            if self._policy is batch.Hands.sample:
                self.hands.step_some_at_random(waiting)
            else:
                some = self.hands.take(waiting)
                some.step(self._policy(some))
                self.hands.restore(some.rows, waiting)
            turns = self.hands.turns[waiting]
            waiting = waiting[(turns != self.seat) & (turns >= 0)]

    def _play_to_learner_decisions(self, which: Numbers, *, deal: bool = False) -> None:
        """Play the other seats in the hands of these rows until the learner has a decision in each row.

        If ``deal`` is true, a new hand is dealt in each row first. If a hand ends before the learner has a
        decision, another hand is dealt.
        """
        while len(which):
            if deal:
                over = self.hands.turns[which] < 0
                self.hands.deal_next(which[over])
                self._restart_broken_off_hands(which[~over])
            self._play_opponents(which)
            which, deal = which[self.hands.turns[which] < 0], True

    def _restart_broken_off_hands(self, which: Numbers) -> None:
        """Deal the first hand of a new match in place of hands that are not over.

        The current match cannot go on there, because its next hand depends on the result of the hand that was not
        played to the end.
        """
        if len(which):
            self.hands.restart(which)

    # ---- the end of hands

    def _autoreset_hands(self, ended: Numbers) -> Info:
        """Deal the next hand in place of each ended hand, or mark that it must be dealt later. Returns ``info``.

        ``ended`` are the indices of the ended hands. ``AutoresetMode`` says which of the two happens.
        """
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
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
        self._play_to_learner_decisions(ended, deal=True)
        return {"final_obs": final, "_final_obs": which, "final_info": {}, "_final_info": which.copy()}

    def _learner_rewards(self, ended: Numbers) -> Amounts:
        """Return the learner's reward in hands that are over; 0 for a hand that no seat won."""
        paid = self.hands.end_codes[ended] == 1
        rewards = np.zeros(len(ended))
        rewards[paid] = self._reward(self.hands.points[ended[paid]])[:, self.seat]
        return rewards

    def _observe(self) -> Observation:
        if not self._over.any():
            seen = self.hands.observe(planes=self._planes)
            return {"observation": seen, **self._numbering.observation_arrays()}
        # No seat is to act in hands that have ended: observe them as the learner.
        seen = self.hands.observe(np.full(self.num_envs, self.seat), planes=self._planes)
        arrays = self._numbering.observation_arrays()
        for array in arrays.values():
            array[self._over] = 0
        return {"observation": seen, **arrays}
