"""The net in PyTorch: a first layer of sums of rows, then two small layers and two heads for each role."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from paiju.learn import kernels
from paiju.learn.play import Floats, Offer
from paiju.nets.net import HEADS, LAYERS
from paiju.nets.shape import Shape, Words

WIDTHS: Final = (256, 128, 64)
"""Cells of the first layer, which all roles share, and of the two after it."""


class Sums(torch.autograd.Function):
    """Sums of rows of a table, by the bits of words."""

    @staticmethod
    def forward(ctx: Any, table: Tensor, words: Words, columns: NDArray[np.int32]) -> Tensor:
        """(n, width)"""
        ctx.words, ctx.columns, ctx.rows = words, columns, table.shape
        out = np.zeros((len(words), table.shape[1]), np.float32)
        kernels.embed(words, columns, table.detach().numpy(), out)
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        """What each row of the table is to be moved by."""
        table = np.zeros(ctx.rows, np.float32)
        kernels.scatter(ctx.words, ctx.columns, grads[0].contiguous().numpy(), table)
        return torch.from_numpy(table), None, None


class Learning(nn.Module):
    """The weights of ``paiju.nets.net.Net``, to be learned."""

    def __init__(self, rows: int, roles: int, widths: tuple[int, int, int] = WIDTHS) -> None:
        super().__init__()
        first, second, third = widths
        self.table = nn.Parameter(torch.randn(rows, first) * 0.06)
        self.bias = nn.Parameter(torch.zeros(first))
        self.second = nn.Parameter(torch.randn(roles, first, second) * (2 / first) ** 0.5)
        self.second_bias = nn.Parameter(torch.zeros(roles, 1, second))
        self.third = nn.Parameter(torch.randn(roles, second, third) * (2 / second) ** 0.5)
        self.third_bias = nn.Parameter(torch.zeros(roles, 1, third))
        self.head = nn.Parameter(torch.randn(roles, third, len(HEADS)) * 0.3 * (1 / third) ** 0.5)
        self.head_bias = nn.Parameter(torch.zeros(roles, 1, len(HEADS)))

    def forward(self, words: Words, columns: NDArray[np.int32], role: int) -> Tensor:
        """(n, heads) of decisions of one role."""
        hidden = torch.relu(Sums.apply(self.table, words, columns) + self.bias)  # type: ignore[no-untyped-call]
        hidden = torch.relu(hidden @ self.second[role] + self.second_bias[role])
        hidden = torch.relu(hidden @ self.third[role] + self.third_bias[role])
        return hidden @ self.head[role] + self.head_bias[role]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The weights as NumPy sees them: the same memory."""
        return {name: value.detach().numpy() for name, value in self.named_parameters()}


class Acting:
    """Weights put to many decisions at once: what is seen is summed once for all actions of a decision."""

    def __init__(self, weights: dict[str, NDArray[Any]], shape: Shape, mix: Floats) -> None:
        self.weights, self.shape, self.mix = weights, shape, mix

    def values(self, at: Offer) -> Floats:
        """(m, heads) of the actions of an offer."""
        weights = self.weights
        state = np.tile(weights["bias"], (len(at.seen), 1))
        kernels.embed(at.seen, self.shape.seen, weights["table"], state)
        hidden = state[at.owner]
        kernels.embed(at.actions, self.shape.action, weights["table"], hidden)
        np.maximum(hidden, 0, out=hidden)
        out = np.empty((len(hidden), len(HEADS)), np.float32)
        role_of = at.roles[at.owner]
        for role in range(self.shape.roles):
            mine = np.flatnonzero(role_of == role)
            if mine.size:
                out[mine] = self._deep(hidden[mine], role)
        return out

    def _deep(self, hidden: Floats, role: int) -> Floats:
        weights = self.weights
        for layer in LAYERS:
            hidden = hidden @ weights[layer][role]
            hidden += weights[f"{layer}_bias"][role]
            np.maximum(hidden, 0, out=hidden)
        found: Floats = hidden @ weights["head"][role] + weights["head_bias"][role]
        return found

    def weigh(self, at: Offer, values: Floats) -> Floats:
        """(m,) values as one number, by the role's own mix of winning and points."""
        found: Floats = (values * self.mix[at.roles[at.owner]]).sum(1)
        return found

    def scores(self, at: Offer) -> Floats:
        """(m,) what the actions are worth."""
        return self.weigh(at, self.values(at))
