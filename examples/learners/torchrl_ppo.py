#!/usr/bin/env python3
"""PPO with TorchRL: its collector plays 128 hands at once, and its PPO loss trains the networks on their decisions.

    pip install 'paiju[envs]' torchrl
    python torchrl_ppo.py [--ruleset doudizhu/qq --steps 400000 --opponents random --seed 1 --curve torchrl.svg]

The command line is that of ``ppo.py``, beside this file.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import torch
from ppo import Progress, main
from tensordict import TensorDict
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from paiju.envs import BatchVectorEnv, share_won

NUM_ENVS, NUM_STEPS, EPOCHS, MINIBATCH, LEARNING_RATE = 128, 64, 4, 1024, 5e-4
HANDS = 1000
"""The number of hands in each evaluation."""
INPUTS = ["observation", "said"]
"""The inputs of the networks: bits, and how often each letter was chosen for the current action."""


class Network(nn.Module):
    """A network whose input is an observation."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        hidden = nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU()
        self.layers = nn.Sequential(*hidden, nn.Linear(256, outputs))

    def forward(self, observation: Tensor, said: Tensor) -> Tensor:
        """Return the outputs for each row of the observations."""
        return self.layers(torch.cat([observation, said], -1).float())


def make_env(ruleset: str, opponents: str, seed: int) -> GymWrapper:
    """Return the vector environment as a TorchRL environment. TorchRL itself resets the hands that have ended."""
    choices: dict[str, Any] = {"reward": "win", "numbers": "letters", "autoreset_mode": "Disabled"}
    env = GymWrapper(BatchVectorEnv(NUM_ENVS, ruleset, opponents, **choices), categorical_action_encoding=True)
    env.set_seed(seed)
    return env


def make_actor(env: GymWrapper, inputs: int) -> ProbabilisticActor:
    """Return a policy over the letters that the mask allows."""
    logits = TensorDictModule(Network(inputs, env.action_spec.space.n), in_keys=INPUTS, out_keys=["logits"])
    mask = TensorDictModule(lambda mask: mask.bool(), in_keys=["action_mask"], out_keys=["mask"])
    return ProbabilisticActor(
        TensorDictSequential(logits, mask),
        in_keys=["logits", "mask"],
        distribution_class=MaskedCategorical,
        spec=env.action_spec,
        return_log_prob=True,
    )


def learn(ruleset: str, steps: int, opponents: str = "random", seed: int = 1, every: int = 10) -> Iterator[Progress]:
    """Train the networks, and evaluate them before, after, and every ``every`` updates."""
    torch.manual_seed(seed)
    env = make_env(ruleset, opponents, seed)
    inputs = sum(env.observation_spec[key].shape[-1] for key in INPUTS)
    actor, critic = make_actor(env, inputs), ValueOperator(Network(inputs, 1), in_keys=INPUTS)
    frames = NUM_ENVS * NUM_STEPS
    updates = -(-steps // frames)
    collector = Collector(
        env, actor, frames_per_batch=frames, total_frames=updates * frames, auto_register_policy_transforms=True
    )
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01, critic_coeff=0.5, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss.parameters(), LEARNING_RATE, eps=1e-5)
    yield Progress(0, 0.0, evaluate(actor, ruleset, opponents))
    seconds, started = 0.0, time.process_time()
    for done, rollout in enumerate(collector, 1):
        with torch.no_grad():
            advantage(rollout)
        update(loss, optimizer, rollout.reshape(-1))
        seconds += time.process_time() - started
        if done % every == 0 or done == updates:
            yield Progress(done * frames, seconds, evaluate(actor, ruleset, opponents))
        started = time.process_time()
    collector.shutdown()


def update(loss: ClipPPOLoss, optimizer: torch.optim.Optimizer, rows: TensorDict) -> None:
    """Update the networks with the decisions of one batch of the collector."""
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(rows)).split(MINIBATCH):
            losses = loss(rows[chosen])
            optimizer.zero_grad()
            sum(losses[name] for name in ("loss_objective", "loss_critic", "loss_entropy")).backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def evaluate(actor: ProbabilisticActor, ruleset: str, opponents: str) -> float:
    """Return the share of hands that the actor wins if it always chooses the most likely letter."""

    def likeliest(observation: dict[str, Any]) -> Any:
        rows = TensorDict(
            {key: torch.as_tensor(value) for key, value in observation.items()}, [len(observation["said"])]
        )
        return actor.get_dist(rows).mode.numpy()

    return share_won(likeliest, ruleset, opponents, HANDS, numbers="letters")


if __name__ == "__main__":
    main(learn, __doc__)
