"""Acting by a net in many hands at once, with NumPy: the same as ``paiju.nets.net.Net`` does for one decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiju.learn import kernels
from paiju.learn.play import Floats, Offer
from paiju.nets.net import HEADS, LAYERS
from paiju.nets.shape import Shape

Weights = Mapping[str, NDArray[Any]]


class Acting:
    """Weights put to many decisions at once: what is seen is summed once for all actions of a decision."""

    def __init__(self, weights: Weights, shape: Shape, mix: Floats) -> None:
        self.weights, self.shape, self.mix = weights, shape, mix

    def values(self, at: Offer) -> Floats:
        """(m, heads) of the actions of an offer."""
        weights = self.weights
        state = np.tile(weights["bias"], (len(at.seen), 1))
        kernels.embed(at.seen, self.shape.seen, weights["table"], state)
        hidden = np.empty((len(at.actions), state.shape[1]), np.float32)
        kernels.embed_each(at.actions, at.owner, state, self.shape.action, weights["table"], hidden)
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
