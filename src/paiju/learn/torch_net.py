"""The network in PyTorch.

It has an embedding-sum layer that all roles share. Each role has two small layers and output heads of its
own. The parameters of the network have the names and shapes of the arrays in a network file, so that
``paiju.nets`` can run trained weights unchanged.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from paiju.batch import net_kernels
from paiju.features.feature_layout import BITS
from paiju.learn import training_kernels
from paiju.learn.hyperparameters import WIDTHS, Widths
from paiju.nets.net import HEADS
from paiju.nets.network_inputs import InputSpec, Words


class EmbeddingSum(torch.autograd.Function):
    """Sums the rows of an embedding table that belong to the set bits. Forward and backward pass are compiled loops."""

    @staticmethod
    def forward(ctx: Any, table: Tensor, words: Words, columns: NDArray[np.int32]) -> Tensor:
        """Return the sum of the table rows that belong to the set bits, for each row of ``words``.

        The result is float32 of shape (n, width). ``columns`` contains, for each bit, the index of its table row, or
        -1 if the bit is no input.
        """
        ctx.words, ctx.columns, ctx.rows = words, columns, table.shape
        out = np.zeros((len(words), table.shape[1]), np.float32)
        net_kernels.embed(words, columns, table.detach().numpy(), out)
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        """Return the gradient of the table, and None for each of the other inputs of ``forward``."""
        table = np.zeros(ctx.rows, np.float32)
        training_kernels.scatter_add_gradients(ctx.words, ctx.columns, grads[0].contiguous().numpy(), table)
        return torch.from_numpy(table), None, None


def to_device_of(array: NDArray[Any], beside: Tensor) -> Tensor:
    """Return an array as a tensor on the device of ``beside``."""
    return torch.from_numpy(np.ascontiguousarray(array)).to(beside.device)


def embedding_sum_by_matmul(table: Tensor, words: Words, columns: NDArray[np.int32]) -> Tensor:
    """Return the sums of ``EmbeddingSum``, computed as the matrix product of bits and table rows.

    This takes more arithmetic operations, but is fast on a GPU.
    """
    used = np.flatnonzero(columns >= 0)
    bits, rows, whole = (to_device_of(array, table) for array in (used, columns[used].astype(np.int64), words))
    planes = whole.index_select(1, bits // BITS) >> bits % BITS & 1
    return planes.to(table.dtype) @ table.index_select(0, rows)


def embedding_sum(table: Tensor, words: Words, columns: NDArray[np.int32]) -> Tensor:
    """Return, for each row of ``words``, the sum of the table rows that belong to its set bits; shape (n, width).

    ``columns`` contains, for each bit, the index of its table row, or -1 if the bit is no input.
    """
    if table.device.type == "cpu":
        found: Tensor = EmbeddingSum.apply(table, words, columns)
        return found
    return embedding_sum_by_matmul(table, words, columns)


class TrainableNet(nn.Module):
    """A ``paiju.nets.net.Net`` with trainable weights."""

    def __init__(self, rows: int, roles: int, heads: int = len(HEADS), widths: Widths = WIDTHS) -> None:
        super().__init__()
        first, second, third = widths
        self.table = nn.Parameter(torch.randn(rows, first) * 0.06)
        self.bias = nn.Parameter(torch.zeros(first))
        self.second = nn.Parameter(torch.randn(roles, first, second) * (2 / first) ** 0.5)
        self.second_bias = nn.Parameter(torch.zeros(roles, 1, second))
        self.third = nn.Parameter(torch.randn(roles, second, third) * (2 / second) ** 0.5)
        self.third_bias = nn.Parameter(torch.zeros(roles, 1, third))
        self.head = nn.Parameter(torch.randn(roles, third, heads) * 0.3 * (1 / third) ** 0.5)
        self.head_bias = nn.Parameter(torch.zeros(roles, 1, heads))

    def forward(self, words: Words, columns: NDArray[np.int32], role: int) -> Tensor:
        """Return the head outputs for rows that each contain an observation and an action, shape (n, heads).

        All rows must belong to decisions of one role.
        """
        return self._upper_layers(embedding_sum(self.table, words, columns), role)

    def forward_actions(self, seen: Words, owner: Tensor, actions: Words, shape: InputSpec, role: int) -> Tensor:
        """Return the outputs of the heads for m actions; shape (m, heads). All actions belong to decisions of one role.

        ``seen`` has the observation of one decision in each row. ``owner``, shape (m,), is the index of this row for
        each action.
        """
        state = embedding_sum(self.table, seen, shape.observation_rows)
        return self._upper_layers(state[owner] + embedding_sum(self.table, actions, shape.action_rows), role)

    def _upper_layers(self, sums: Tensor, role: int) -> Tensor:
        hidden = torch.relu(sums + self.bias)
        hidden = torch.relu(hidden @ self.second[role] + self.second_bias[role])
        hidden = torch.relu(hidden @ self.third[role] + self.third_bias[role])
        return hidden @ self.head[role] + self.head_bias[role]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the weights as NumPy arrays. If the parameters are on the CPU, the arrays share memory with them."""
        return {name: value.detach().cpu().numpy() for name, value in self.named_parameters()}

    def to_tensor(self, array: NDArray[Any]) -> Tensor:
        """Return an array as a tensor on the device of the weights."""
        return to_device_of(array, self.table)
