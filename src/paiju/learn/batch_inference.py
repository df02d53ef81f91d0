"""Acting by a net in many hands at once, with NumPy: the same as ``paiju.nets.net.Net`` does for one decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiju.learn import kernels
from paiju.learn.self_play import DecisionBatch, Floats
from paiju.nets.input_spec import InputSpec, Words
from paiju.nets.net import LAYERS

Weights = Mapping[str, Any]
"""As in a net's file, with how its heads are weighed (``mix``)."""


class BatchInference:
    """Weights put to many decisions at once: what is seen is summed once for all actions of a decision."""

    def __init__(self, weights: Weights, shape: InputSpec) -> None:
        """Raises ValueError for weights that read something else: compiled loops would read past their table."""
        if len(weights["table"]) != shape.rows:
            raise ValueError(f"a net of {len(weights['table'])} rows, where {shape.rows} are read")
        self.weights, self.shape = weights, shape

    def values(self, at: DecisionBatch) -> Floats:
        """(m, heads) of the actions of an offer."""
        table = self.weights["table"]
        state = first_layer(self.weights, at.seen, self.shape.seen)
        hidden = np.empty((len(at.actions), state.shape[1]), np.float32)
        kernels.embed_each(at.actions, at.owner, state, self.shape.action, table, hidden)
        return upper_layers(self.weights, hidden, at.roles[at.owner])

    def combine_heads(self, at: DecisionBatch, values: Floats) -> Floats:
        """(m,) values as one number, by the role's own mix."""
        found: Floats = (values * self.weights["mix"][at.roles[at.owner]]).sum(1)
        return found

    def scores(self, at: DecisionBatch) -> Floats:
        """(m,) what the actions are worth."""
        return self.combine_heads(at, self.values(at))


def first_layer(weights: Weights, words: Words, columns: NDArray[np.int32]) -> Floats:
    """(n, width) the first layer of (n, words)."""
    state: Floats = np.tile(weights["bias"], (len(words), 1))
    kernels.embed(words, columns, weights["table"], state)
    return state


def upper_layers(weights: Weights, hidden: Floats, roles: NDArray[Any]) -> Floats:
    """(n, heads) of a first layer, which is spent: the layers after it, by each row's role."""
    np.maximum(hidden, 0, out=hidden)
    out = np.empty((len(hidden), weights["head"].shape[2]), np.float32)
    for role in range(len(weights["head"])):
        mine = np.flatnonzero(roles == role)
        if mine.size:
            out[mine] = _role_layers(weights, hidden[mine], role)
    return out


def _role_layers(weights: Weights, hidden: Floats, role: int) -> Floats:
    for layer in LAYERS:
        hidden = hidden @ weights[layer][role]
        hidden += weights[f"{layer}_bias"][role]
        np.maximum(hidden, 0, out=hidden)
    found: Floats = hidden @ weights["head"][role] + weights["head_bias"][role]
    return found
