"""Weights of small nets, such as no training made."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiju.nets.net import HEADS

WIDTHS = (24, 16, 8)


def weights(rows: int, roles: int, heads: int = len(HEADS), seed: int = 1) -> dict[str, NDArray[Any]]:
    """Of a net with so many rows in its table; numbers that a file keeps as they are."""
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
