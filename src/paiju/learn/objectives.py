"""Training objectives: the loss of a batch of decisions.

There is one objective for value learning, and one for policy learning (PPO). ``Trainer`` minimises the
objective that belongs to the head of its network (``paiju.learn.action_selection``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from paiju.batch.decision_batch import Floats
from paiju.features.feature_layout import BITS
from paiju.learn.action_selection import CRITIC, LIKELIEST, NEVER_LOGIT, PolicyHead, ValueHead
from paiju.learn.hyperparameters import Hyperparameters
from paiju.learn.ruleset_group import RulesetGroup
from paiju.learn.torch_net import TrainableNet
from paiju.learn.trajectories import Rows
from paiju.learn.warm_start import warm_start
from paiju.nets.net import HEADS, POLICY_HEAD, Net

CLIP: Final = 0.2
"""PPO's clipping range for the probability ratio."""
POLICY_WEIGHT: Final = 0.3
"""The weight of the policy loss relative to the value losses."""
SETTLED_MARGIN: Final = 0.003
"""How close to 1 the probability of an action must be for its decision to count as settled.

If the action of a decision was taken with a probability above 1 minus this value, the decision adds nothing
to the policy loss.
"""
POLICY_AFTER_UPDATES: Final = 200
"""The number of updates after which training of the policy begins.

Before that, only the value heads and the critic are trained.
"""
CRITIC_RATE_FACTOR: Final = 4.0
"""The factor for the learning rate of the critic.

The critic has its own rate, because its weights for hidden cards are untrained at the start.
"""
FEW_DECISIONS: Final = 8
"""If a batch has at most this many decisions of a role, their advantages are set to zero.

So few decisions are not enough to normalise the advantages.
"""


class Objective(Protocol):
    """Networks to be trained, and the loss that training minimises."""

    net: TrainableNet
    """The network that plays, and that is written to the network file."""

    def parameter_groups(self) -> list[dict[str, Any]]:
        """Return the parameter groups for the optimiser. ``pace`` in a group is a factor for its learning rate."""

    def inference_weights(self) -> Mapping[str, Any]:
        """Return the weights that actors need to play and to record decisions."""

    def loss(self, rows: Rows, steps: int, doubt: float) -> tuple[Tensor, Floats]:
        """Return the loss to minimise, and the mean squared error of each value head, shape (heads,).

        ``steps`` is the number of updates that have been made. ``doubt`` is the coefficient of a policy's entropy
        bonus.
        """

    def warm_start(self, old: Net) -> None:
        """Initialise the weights from a trained network. Raises ValueError if that network has wider layers."""


class ValueObjective(nn.Module):
    """Value learning: the regression of action values on TD(λ) returns."""

    def __init__(self, group: RulesetGroup, settings: Hyperparameters) -> None:
        super().__init__()
        self.group, self.points = group, settings.points
        shape = group.shape
        self.columns = np.concatenate([shape.observation_rows, shape.action_rows])
        self.net = TrainableNet(shape.rows, shape.roles, ValueHead.heads, settings.widths)

    def parameter_groups(self) -> list[dict[str, Any]]:
        return [{"params": list(self.parameters()), "pace": 1.0}]

    def inference_weights(self) -> Mapping[str, Any]:
        return self.net.arrays()

    def warm_start(self, old: Net) -> None:
        warm_start(self.net, self.group, old)

    def loss(self, rows: Rows, steps: int, doubt: float) -> tuple[Tensor, Floats]:
        errors = torch.stack(
            [self._role_loss(rows[rows["role"] == role], int(role)) for role in np.unique(rows["role"])]
        )
        error = errors.sum(0) / len(rows)
        return _combine_errors(error, self.points), error.detach().cpu().numpy()

    def _role_loss(self, rows: Rows, role: int) -> Tensor:
        return _squared_error(
            self.net(_contiguous_field(rows, "words"), self.columns, role), self.net.to_tensor(rows["target"])
        )


class PolicyObjective(nn.Module):
    """Policy learning: PPO with a critic that sees the hands of all seats.

    An update makes an action more likely if it led to a better result than the critic expected.
    """

    def __init__(self, group: RulesetGroup, settings: Hyperparameters, head: PolicyHead) -> None:
        super().__init__()
        self.group, self.points, self.head = group, settings.points, head
        shape = group.shape
        self.net = TrainableNet(shape.rows, shape.roles, head.heads, settings.widths)
        self.critic = TrainableNet(shape.rows + head.hidden * BITS, shape.roles, widths=settings.widths)

    def parameter_groups(self) -> list[dict[str, Any]]:
        nets = ((self.net, 1.0), (self.critic, CRITIC_RATE_FACTOR))
        return [{"params": list(net.parameters()), "pace": pace} for net, pace in nets]

    def inference_weights(self) -> Mapping[str, Any]:
        return {**self.net.arrays(), CRITIC: self.critic.arrays()}

    @torch.no_grad()
    def warm_start(self, old: Net) -> None:
        """Initialise the weights from a trained network. The critic starts with the weights of that network's value heads."""
        warm_start(self.net, self.group, old)
        own, known = dict(self.critic.named_parameters()), dict(self.net.named_parameters())
        for name, weights in known.items():
            if name == "table":
                own[name][: len(weights)] = weights
            else:
                own[name].copy_(weights[..., : own[name].shape[-1]])

    def loss(self, rows: Rows, steps: int, doubt: float) -> tuple[Tensor, Floats]:
        found = [self._role_loss(rows[rows["role"] == role], int(role), doubt) for role in np.unique(rows["role"])]
        values, critics, choices = (torch.stack(part).sum(0) / len(rows) for part in zip(*found, strict=True))
        error = _combine_errors(values, self.points) + _combine_errors(critics, self.points)
        return (
            error + POLICY_WEIGHT * choices if steps >= POLICY_AFTER_UPDATES else error,
            values.detach().cpu().numpy(),
        )

    def _role_loss(self, rows: Rows, role: int, doubt: float) -> tuple[Tensor, Tensor, Tensor]:
        there = rows["logits"][:, :LIKELIEST] > NEVER_LOGIT
        doubtful = np.exp(rows["chance"]) < 1 - SETTLED_MARGIN
        there[:, 1:] &= doubtful[:, None]
        owner, place = np.nonzero(there)
        net, at = self.net, (self.net.to_tensor(owner), self.net.to_tensor(place))
        found = net.forward_actions(
            _contiguous_field(rows, "seen"), at[0], rows["actions"][owner, place], self.group.shape, role
        )
        logits = net.to_tensor(np.full(there.shape, NEVER_LOGIT)).index_put(at, found[:, POLICY_HEAD])
        chances = torch.log_softmax(torch.cat([logits, net.to_tensor(rows["logits"][:, LIKELIEST:])], 1), 1)
        more = torch.exp(chances[:, 0] - net.to_tensor(rows["chance"]))
        better, target = net.to_tensor(self._normalised_advantage(rows, role)), net.to_tensor(rows["target"])
        gained = torch.min(more * better, more.clamp(1 - CLIP, 1 + CLIP) * better)
        open_yet = -(torch.exp(chances) * chances.clamp(min=-30)).sum(1)
        choices = -((gained + doubt * open_yet) * net.to_tensor(doubtful)).sum()
        values = found[net.to_tensor(np.flatnonzero(place == 0))][:, : len(HEADS)]
        critics = self.critic(np.concatenate([rows["seen"], rows["hidden"]], 1), self.head.columns, role)
        return _squared_error(values, target), _squared_error(critics, target), choices

    def _normalised_advantage(self, rows: Rows, role: int) -> Floats:
        """Return the advantages of decisions of one role, normalised to mean 0 and standard deviation 1; shape (n,).

        ``rows`` are the training rows of these decisions. If there are at most ``FEW_DECISIONS`` rows, all advantages
        are 0.
        """
        found: Floats = (rows["target"] - rows["value"]) @ self.group.mix[role]
        many = len(rows) > FEW_DECISIONS
        return (
            (found - found.mean()) / (found.std(ddof=1) + np.float32(1e-4)) if many else np.zeros(len(rows), np.float32)
        )


def objective_for(
    group: RulesetGroup, settings: Hyperparameters, head: ValueHead | PolicyHead
) -> ValueObjective | PolicyObjective:
    """Return the objective by which a network with this head is trained."""
    return PolicyObjective(group, settings, head) if isinstance(head, PolicyHead) else ValueObjective(group, settings)


def _contiguous_field(rows: Rows, name: str) -> NDArray[Any]:
    """Return one field of the rows as a contiguous array."""
    return np.ascontiguousarray(rows[name])


def _squared_error(found: Tensor, target: Tensor) -> Tensor:
    return ((found - target) ** 2).sum(0)


def _combine_errors(error: Tensor, points: float) -> Tensor:
    """Return the error of the win head plus ``points`` times the error of the points head."""
    return error[0] + points * error[1]
