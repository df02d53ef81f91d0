"""Computes with NumPy what ``paiju.nets.net.Net`` computes, for the decisions of many hands at once.

The self-play actors and ``paiju.learn.evaluation`` use it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiju.batch import net_kernels
from paiju.batch.decision_batch import DecisionBatch, Floats
from paiju.nets.net import LAYERS
from paiju.nets.network_inputs import InputSpec, Words

Weights = Mapping[str, Any]
"""The arrays of a network file, by name.

The score of an action is a weighted sum of the outputs of the heads. The array ``mix`` has the weights of
this sum.
"""


class BatchInference:
    """Applies a network to a batch of decisions.

    The first layer adds two parts: one depends on the observation, the other on the action. The part for the
    observation is computed once for each decision.
    """

    def __init__(self, weights: Weights, shape: InputSpec) -> None:
        """Prepare inference with these weights.

        Raises ValueError if the embedding table does not have the number of rows that the input specification needs.
        Compiled loops do not check bounds: with a table of the wrong size they would read past its end.
        """
        if len(weights["table"]) != shape.rows:
            raise ValueError(f"a net of {len(weights['table'])} rows, where {shape.rows} are read")
        self.weights, self.shape = weights, shape

    def values(self, at: DecisionBatch) -> Floats:
        """Return the head values of all actions in a batch; shape (m, heads), float32."""
        table = self.weights["table"]
        state = compute_first_layer(self.weights, at.seen, self.shape.observation_rows)
        hidden = np.empty((len(at.actions), state.shape[1]), np.float32)
        net_kernels.embed_actions(at.actions, at.owner, state, self.shape.action_rows, table, hidden)
        return compute_upper_layers(self.weights, hidden, at.roles[at.owner])

    def combine_heads(self, at: DecisionBatch, values: Floats) -> Floats:
        """Return the scores of m actions; shape (m,).

        The score of an action is the weighted sum of its head values. ``values`` are the head values of all actions;
        shape (m, heads). The weights of the heads depend on the role of the seat to act.
        """
        found: Floats = (values * self.weights["mix"][at.roles[at.owner]]).sum(1)
        return found

    def scores(self, at: DecisionBatch) -> Floats:
        """Return the scores of all actions in a batch (``combine_heads``); shape (m,)."""
        return self.combine_heads(at, self.values(at))


def compute_first_layer(weights: Weights, words: Words, columns: NDArray[np.int32]) -> Floats:
    """Return the output of the first layer, before the activation; shape (n, width), float32.

    ``words`` are the inputs; shape (n, words). ``columns`` has, for each input bit, the row of the embedding
    table, or -1 if the bit is not an input.
    """
    state: Floats = np.tile(weights["bias"], (len(words), 1))
    net_kernels.embed(words, columns, weights["table"], state)
    return state


def compute_upper_layers(weights: Weights, hidden: Floats, roles: NDArray[Any]) -> Floats:
    """Return the outputs of the network, computed from its first layer; shape (n, heads), float32.

    ``hidden`` is the first layer before the activation, with shape (n, width). This array is overwritten. Row
    ``i`` uses the weights of the role ``roles[i]``.
    """
    np.maximum(hidden, 0, out=hidden)
    out = np.empty((len(hidden), weights["head"].shape[2]), np.float32)
    for role in range(len(weights["head"])):
        mine = np.flatnonzero(roles == role)
        if mine.size:
            out[mine] = _compute_layers_of_role(weights, hidden[mine], role)
    return out


def _compute_layers_of_role(weights: Weights, hidden: Floats, role: int) -> Floats:
    for layer in LAYERS:
        hidden = hidden @ weights[layer][role]
        hidden += weights[f"{layer}_bias"][role]
        np.maximum(hidden, 0, out=hidden)
    found: Floats = hidden @ weights["head"][role] + weights["head_bias"][role]
    return found
