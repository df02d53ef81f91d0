"""Learners of other libraries train in the environments without adapters (``make test-learn``)."""

from __future__ import annotations

import runpy
from typing import Any

import numpy as np
import pytest
import torch
from stable_baselines3.common.vec_env import VecMonitor
from torchrl.envs import GymWrapper
from torchrl.envs.utils import check_env_specs

from paiju.envs import BatchVectorEnv
from paiju.envs.stable_baselines import StableBaselinesVecEnv
from tests.envs.test_howto_examples import EXAMPLES

pytestmark = [
    pytest.mark.learn,
    pytest.mark.filterwarnings("default"),  # those of other libraries are not ours to mend
]

LEARNERS = EXAMPLES / "learners"
STEPS = 5 * 128 * 64


@pytest.mark.parametrize("example", ["ppo", "sb3_maskable_ppo", "torchrl_ppo"])
def test_standard_learner_learns_to_beat_random_players(example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    torch.set_num_threads(1)
    monkeypatch.syspath_prepend(str(LEARNERS))
    begin, *_, end = runpy.run_path(str(LEARNERS / f"{example}.py"))["learn"]("doudizhu/qq", STEPS)
    assert begin.steps == 0
    assert end.steps >= STEPS
    assert begin.wins < 0.55
    assert end.wins > begin.wins + 0.15


def first_valid(env: StableBaselinesVecEnv) -> Any:
    return np.stack(env.env_method("action_masks")).argmax(1)


def test_stable_baselines_environment_plays_the_hands_of_the_vector_environment() -> None:
    """So are rewards, lengths and last observations, which Stable-Baselines3's own monitor counts alike."""
    choices: dict[str, Any] = {"reward": "win", "numbers": "letters"}
    bare, env = BatchVectorEnv(8, "doudizhu/duel", **choices), StableBaselinesVecEnv("doudizhu/duel", 8, **choices)
    monitored = VecMonitor(env)
    env.seed(4)
    shown, (seen, _) = monitored.reset(), bare.reset(seed=4)
    ends, lengths = 0, np.zeros(8, np.int64)
    for _ in range(60):
        assert set(shown) == {"observation", "said"}
        assert all((shown[key] == seen[key]).all() for key in shown)
        assert (env.action_masks() == seen["action_mask"]).all()
        numbers = first_valid(env)
        shown, rewards, over, infos = monitored.step(numbers)
        seen, due, ended, _, info = bare.step(numbers)
        lengths += 1
        assert (rewards == due).all()
        assert (over == ended).all()
        for at in np.flatnonzero(over).tolist():
            ends += 1
            assert infos[at]["episode"]["l"] == lengths[at]
            assert infos[at]["episode"]["r"] == rewards[at]
            last = infos[at]["terminal_observation"]["observation"]
            assert (last == info["final_obs"][at]["observation"]).all()
        lengths[over] = 0
    assert ends
    with pytest.raises(AttributeError):
        env.env_method("fly")
    monitored.close()


def test_torchrl_environment_check_passes() -> None:
    """It draws numbers without regard to the mask, and an invalid one ends the hand."""
    choices: dict[str, Any] = {"numbers": "letters", "autoreset_mode": "Disabled", "illegal": "end"}
    env = GymWrapper(BatchVectorEnv(8, "doudizhu/qq", **choices), categorical_action_encoding=True)
    check_env_specs(env)
    rollout = env.rollout(20, break_when_any_done=False)
    done, rewards = rollout["next", "done"].squeeze(-1), rollout["next", "reward"].squeeze(-1)
    assert done.any()
    assert (rewards[done] == -1).any()
    assert not rewards[~done].any()
    assert not rollout["next", "action_mask"][done].any()
    assert rollout["action_mask"].any(-1).all()
