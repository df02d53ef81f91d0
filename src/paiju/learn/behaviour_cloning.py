"""Behaviour cloning: trains a network to imitate a bot, from decisions of the bot that were recorded.

The result is a network. Unlike the bot, it can therefore play thousands of hands at once in the batch engine,
as an opponent of the learner.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import torch
from torch import Tensor

from paiju.batch.net_inference import Weights
from paiju.learn.demonstrations import Demonstrations
from paiju.learn.hyperparameters import WIDTHS
from paiju.learn.ruleset_group import RulesetGroup
from paiju.learn.torch_net import TrainableNet
from paiju.learn.warm_start import warm_start
from paiju.nets.net import POLICY_TEMPERATURE, Net
from paiju.nets.network_inputs import Words

PASSES: Final = 8
"""Number of epochs."""
BATCH: Final = 256
RATE: Final = (1e-3, 3e-5)
"""The learning rate in the first and in the last step. It falls geometrically between them."""
HELD_OUT_ONE_IN: Final = 20
"""One in this many decisions is held out for validation."""


class ClonedPolicy(NamedTuple):
    """A network that imitates a bot. Its only head is a policy head."""

    weights: Weights
    accuracy: float
    """The network's accuracy: the fraction of held-out decisions in which it takes the bot's action."""


def clone_behaviour(group: RulesetGroup, watched: Demonstrations, begin: Net | None, seed: int) -> ClonedPolicy:
    """Return a network that is trained on demonstrations. ``begin`` is a trained network to start from, if any."""
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    widths = WIDTHS if begin is None else begin.widths
    net, average = (TrainableNet(group.shape.rows, group.shape.roles, 1, widths) for _ in range(2))
    if begin is not None:
        warm_start(net, group, begin)
    average.load_state_dict(net.state_dict())
    optimiser = torch.optim.Adam(net.parameters(), lr=RATE[0])
    order = chance.permutation(len(watched.seen))
    held, known = np.split(order, [len(order) // HELD_OUT_ONE_IN])
    steps = PASSES * len(known) // BATCH
    for step in range(steps):
        for part in optimiser.param_groups:
            part["lr"] = RATE[0] * (RATE[1] / RATE[0]) ** (step / steps)
        error, _ = _cloning_loss(net, group, watched, chance.choice(known, BATCH))
        optimiser.zero_grad()
        error.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        with torch.no_grad():
            for mean, now in zip(average.parameters(), net.parameters(), strict=True):
                mean.lerp_(now, max(0.002, 1 / (step + 1)))
    with torch.no_grad():
        _, accuracy = _cloning_loss(average, group, watched, held)
    mix = np.full((group.shape.roles, 1), POLICY_TEMPERATURE, np.float32)
    return ClonedPolicy({**average.arrays(), "mix": mix}, accuracy)


def _cloning_loss(
    net: TrainableNet, group: RulesetGroup, watched: Demonstrations, picked: Words
) -> tuple[Tensor, float]:
    """Return the mean cross-entropy and the accuracy of a network on the demonstrations with indices ``picked``."""
    errors, agreeing = list[Tensor](), 0
    roles = watched.roles[picked]
    for role in np.unique(roles):
        some = picked[roles == role]
        counts = watched.starts[some + 1] - watched.starts[some]
        first = np.cumsum(counts) - counts
        owner = np.repeat(np.arange(len(some)), counts)
        actions = watched.actions[np.arange(len(owner)) - first[owner] + watched.starts[some][owner]]
        owners: Any = torch.from_numpy(owner)
        scores = net.forward_actions(watched.seen[some], owners, actions, group.shape, int(role))[:, 0]
        most = torch.full((len(some),), -torch.inf).scatter_reduce(0, owners, scores.detach(), "amax")
        whole = torch.zeros(len(some)).index_add(0, owners, torch.exp(scores - most[owners]))
        taken = scores[torch.from_numpy(first + watched.chosen[some])]
        errors.append((torch.log(whole) + most - taken).sum())
        agreeing += int((taken >= most).sum())
    return torch.stack(errors).sum() / len(picked), agreeing / len(picked)
