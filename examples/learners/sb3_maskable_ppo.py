#!/usr/bin/env python3
"""MaskablePPO of sb3-contrib, without changes: a seat learns in 128 hands at once.

    pip install 'paiju[envs]' sb3-contrib
    python sb3_maskable_ppo.py [--ruleset doudizhu/qq --steps 400000 --opponents random --seed 1 --curve sb3.svg]

The command line is that of ``ppo.py``, beside this file.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from ppo import Progress, main
from sb3_contrib import MaskablePPO

from paiju.envs import share_won
from paiju.envs.stable_baselines import StableBaselinesVecEnv

NUM_ENVS, NUM_STEPS = 128, 64
HANDS = 1000
"""The number of hands in each evaluation."""


def learn(ruleset: str, steps: int, opponents: str = "random", seed: int = 1, every: int = 10) -> Iterator[Progress]:
    """Train a model, and evaluate it before, after, and every ``every`` updates."""
    env = StableBaselinesVecEnv(ruleset, NUM_ENVS, opponents=opponents, reward="win", numbers="letters")
    model = MaskablePPO(
        "MultiInputPolicy",
        env,
        n_steps=NUM_STEPS,
        batch_size=1024,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,
        ent_coef=0.01,
        seed=seed,
    )
    yield Progress(0, 0.0, evaluate(model, ruleset, opponents))
    seconds = 0.0
    while model.num_timesteps < steps:
        most = min(steps - model.num_timesteps, every * NUM_ENVS * NUM_STEPS)
        started = time.process_time()
        model.learn(most, reset_num_timesteps=False)
        seconds += time.process_time() - started
        yield Progress(model.num_timesteps, seconds, evaluate(model, ruleset, opponents))
    env.close()


def evaluate(model: MaskablePPO, ruleset: str, opponents: str) -> float:
    """Return the share of hands that the model wins if it always chooses the most likely letter."""

    def likeliest(observation: dict[str, Any]) -> Any:
        seen = {key: value for key, value in observation.items() if key != "action_mask"}
        return model.predict(seen, action_masks=observation["action_mask"], deterministic=True)[0]

    return share_won(likeliest, ruleset, opponents, HANDS, numbers="letters")


if __name__ == "__main__":
    main(learn, __doc__)
