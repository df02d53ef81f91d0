"""Makes small networks with random weights."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiju.nets.net import HEADS

WIDTHS = (24, 16, 8)


def random_weights(rows: int, roles: int, heads: int = len(HEADS), seed: int = 1) -> dict[str, NDArray[Any]]:
    """Return random weights of a network with ``rows`` rows in its table. A network file stores them without rounding."""
    chance = np.random.default_rng(seed)
    first, second, third = WIDTHS
    shapes = {
        "table": (rows, first),
        "bias": (first,),
        "second": (roles, first, second),
        "second_bias": (roles, 1, second),
        "third": (roles, second, third),
        "third_bias": (roles, 1, third),
        "head": (roles, third, heads),
        "head_bias": (roles, 1, heads),
        "mix": (roles, heads),
    }
    return {name: chance.normal(0, 0.3, size).astype(np.float16).astype(np.float32) for name, size in shapes.items()}
