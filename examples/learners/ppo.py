#!/usr/bin/env python3
"""Proximal policy optimization in one file, in the style of CleanRL: a seat learns in 128 hands at once.

    pip install 'paiju[envs]' torch
    python ppo.py [--ruleset doudizhu/qq --steps 400000 --opponents random --seed 1 --curve ppo.svg]

The code does not know any game. An observation consists of bits. An action is written letter by letter: each step chooses one
letter, and the mask says which letters may follow.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from paiju.envs import BatchVectorEnv, share_won
from paiju.learn.learning_curve_plot import plot_shares

NUM_ENVS, NUM_STEPS, EPOCHS, MINIBATCH = 128, 64, 4, 1024
LEARNING_RATE, GAE_LAMBDA, CLIP, ENTROPY, VALUE, MAX_GRADIENT = 5e-4, 0.95, 0.2, 0.01, 0.5, 0.5
HANDS = 1000
"""The number of hands in each evaluation."""


class Agent(nn.Module):
    """A policy head and a value head on common hidden layers."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.policy, self.value = nn.Linear(256, actions), nn.Linear(256, 1)

    def forward(self, features: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """Return the distribution over the allowed actions, and the value, for each row."""
        hidden = self.body(features.float())
        logits = self.policy(hidden).masked_fill(mask == 0, -1e9)
        return Categorical(logits=logits, validate_args=False), self.value(hidden).squeeze(-1)


def to_tensors(observation: dict[str, Any]) -> tuple[Tensor, Tensor]:
    """Return the features of each hand and the mask, as uint8 and int8.

    The features are the bits of the observation, and how often each letter was chosen for the current action.
    """
    features = np.concatenate([observation["observation"], observation["said"]], 1)
    return torch.from_numpy(features), torch.from_numpy(observation["action_mask"])


class Rollout(NamedTuple):
    """Decisions in all hands. The shape is (NUM_STEPS, NUM_ENVS, …), or (decisions, …) after it is flattened."""

    features: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    values: Tensor
    rewards: Tensor
    over: Tensor


def advantages_of(rollout: Rollout, next_values: Tensor) -> Tensor:
    """Return the generalized advantage estimates of a rollout.

    There is no discount, because a hand is short and has its reward at the end.
    """
    advantages, last = torch.zeros_like(rollout.rewards), torch.zeros_like(next_values)
    for step in reversed(range(NUM_STEPS)):
        goes_on = 1 - rollout.over[step]
        error = rollout.rewards[step] + next_values * goes_on - rollout.values[step]
        advantages[step] = last = error + GAE_LAMBDA * goes_on * last
        next_values = rollout.values[step]
    return advantages


def update(agent: Agent, optimizer: torch.optim.Optimizer, rollout: Rollout, advantages: Tensor) -> None:
    """Update the agent with the decisions of a flattened rollout."""
    returns = advantages + rollout.values
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(advantages)).split(MINIBATCH):
            distribution, values = agent(rollout.features[rows], rollout.masks[rows])
            ratio = (distribution.log_prob(rollout.actions[rows]) - rollout.log_probs[rows]).exp()
            gain = (advantages[rows] - advantages[rows].mean()) / (advantages[rows].std() + 1e-8)
            policy_loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            value_loss = (values - returns[rows]).square().mean()
            loss = policy_loss + VALUE * value_loss - ENTROPY * distribution.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), MAX_GRADIENT)
            optimizer.step()


class Progress(NamedTuple):
    """The progress of a learner: steps, seconds of processor time for learning, and the share of hands that it wins."""

    steps: int
    seconds: float
    wins: float


Learner = Callable[..., Iterator[Progress]]


def learn(ruleset: str, steps: int, opponents: str = "random", seed: int = 1, every: int = 10) -> Iterator[Progress]:
    """Train an agent, and evaluate it before, after, and every ``every`` updates.

    Everything except the seconds depends on the seed alone.
    """
    torch.manual_seed(seed)
    env = BatchVectorEnv(NUM_ENVS, ruleset, opponents, reward="win", numbers="letters")
    features, mask = to_tensors(env.reset(seed=seed)[0])
    agent = Agent(features.shape[1], mask.shape[1])
    optimizer = torch.optim.Adam(agent.parameters(), LEARNING_RATE, eps=1e-5)
    seconds, updates = 0.0, -(-steps // (NUM_ENVS * NUM_STEPS))
    for done in range(updates + 1):
        if done % every == 0 or done == updates:
            yield Progress(done * NUM_ENVS * NUM_STEPS, seconds, evaluate(agent, ruleset, opponents))
        if done == updates:
            break
        started, played = time.process_time(), []
        for _ in range(NUM_STEPS):
            with torch.no_grad():
                distribution, values = agent(features, mask)
                actions = distribution.sample()
            observation, rewards, over, _, _ = env.step(actions.numpy())
            after = torch.from_numpy(rewards).float(), torch.from_numpy(over).float()
            played.append((features, mask, actions, distribution.log_prob(actions), values, *after))
            features, mask = to_tensors(observation)
        rollout = Rollout(*map(torch.stack, zip(*played, strict=True)))
        with torch.no_grad():
            advantages = advantages_of(rollout, agent(features, mask)[1])
        update(agent, optimizer, Rollout(*(part.flatten(0, 1) for part in rollout)), advantages.flatten())
        seconds += time.process_time() - started
    env.close()


@torch.no_grad()
def evaluate(agent: Agent, ruleset: str, opponents: str) -> float:
    """Return the share of hands that the agent wins if it always chooses the most likely letter."""

    def likeliest(observation: dict[str, Any]) -> Any:
        return agent(*to_tensors(observation))[0].logits.argmax(-1).numpy()

    return share_won(likeliest, ruleset, opponents, HANDS, numbers="letters")


def main(learn: Learner, description: str | None) -> None:
    """Run a learner, print its progress, and write the curve."""
    parser = argparse.ArgumentParser(description=(description or "").splitlines()[0])
    parser.add_argument("--ruleset", default="doudizhu/qq")
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="write the curve to this SVG file")
    given = parser.parse_args()
    found = []
    print("   steps  seconds  hands won")
    for progress in learn(given.ruleset, given.steps, given.opponents, given.seed):
        found.append(progress)
        print(f"{progress.steps:8,} {progress.seconds:8.1f} {progress.wins:9.1%}", flush=True)
    if given.curve:
        title = f"{given.ruleset}: hands won against {given.opponents}"
        given.curve.write_text(plot_shares([(at.steps, at.wins) for at in found], title, "steps"), "utf-8")


if __name__ == "__main__":
    main(learn, __doc__)
