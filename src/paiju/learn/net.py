"""The net in PyTorch: a first layer of sums of rows, then two small layers and two heads for each role."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from paiju.learn import kernels

Floats = NDArray[np.float32]


class Sums(torch.autograd.Function):
    """Sums of rows of a table, by the bits of words."""

    @staticmethod
    def forward(ctx: Any, table: Tensor, words: NDArray[np.int64], columns: NDArray[np.int32]) -> Tensor:
        ctx.words, ctx.columns, ctx.rows = words, columns, table.shape
        out = np.zeros((len(words), table.shape[1]), np.float32)
        kernels.embed(words, columns, table.detach().numpy(), out)
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        table = np.zeros(ctx.rows, np.float32)
        kernels.scatter(ctx.words, ctx.columns, grads[0].contiguous().numpy(), table)
        return torch.from_numpy(table), None, None


class Net(nn.Module):
    """Values of actions: (winning, points), given the words of what is seen and of the action, and whose role it is."""

    def __init__(self, rows: int, roles: int, widths: tuple[int, int, int] = (256, 128, 64), heads: int = 2) -> None:
        super().__init__()
        first, second, third = widths
        self.table = nn.Parameter(torch.randn(rows, first) * 0.06)
        self.bias = nn.Parameter(torch.zeros(first))
        self.second = nn.Parameter(torch.randn(roles, first, second) * (2 / first) ** 0.5)
        self.second_bias = nn.Parameter(torch.zeros(roles, 1, second))
        self.third = nn.Parameter(torch.randn(roles, second, third) * (2 / second) ** 0.5)
        self.third_bias = nn.Parameter(torch.zeros(roles, 1, third))
        self.head = nn.Parameter(torch.randn(roles, third, heads) * (1 / third) ** 0.5 * 0.3)
        self.head_bias = nn.Parameter(torch.zeros(roles, 1, heads))

    def forward(self, words: NDArray[np.int64], columns: NDArray[np.int32], role: int) -> Tensor:
        """(n, heads) of decisions of one role."""
        hidden = torch.relu(Sums.apply(self.table, words, columns) + self.bias)  # type: ignore[no-untyped-call]
        hidden = torch.relu(hidden @ self.second[role] + self.second_bias[role])
        hidden = torch.relu(hidden @ self.third[role] + self.third_bias[role])
        return hidden @ self.head[role] + self.head_bias[role]


class Acting:
    """The same weights, seen by NumPy, for acting: what is seen is summed once for all actions of a decision."""

    def __init__(self, net: Net) -> None:
        self.weights = {name: value.detach().numpy() for name, value in net.named_parameters()}

    def values(  # noqa: PLR0913
        self,
        seen: NDArray[np.int64],
        seen_columns: NDArray[np.int32],
        actions: NDArray[np.int64],
        action_columns: NDArray[np.int32],
        rows: NDArray[np.int64],
        roles: NDArray[np.int64],
    ) -> Floats:
        """(m, heads) of actions, each of a row of ``seen``."""
        weights = self.weights
        state = np.tile(weights["bias"], (len(seen), 1))
        kernels.embed(seen, seen_columns, weights["table"], state)
        hidden = state[rows]
        kernels.embed(actions, action_columns, weights["table"], hidden)
        np.maximum(hidden, 0, out=hidden)
        out = np.empty((len(rows), weights["head"].shape[2]), np.float32)
        role_of = roles[rows]
        for role in range(len(weights["second"])):
            mine = np.flatnonzero(role_of == role)
            if mine.size:
                out[mine] = self._deep(hidden[mine], role)
        return out

    def _deep(self, hidden: Floats, role: int) -> Floats:
        weights = self.weights
        for layer in ("second", "third"):
            hidden = hidden @ weights[layer][role]
            hidden += weights[layer + "_bias"][role]
            np.maximum(hidden, 0, out=hidden)
        return hidden @ weights["head"][role] + weights["head_bias"][role]
