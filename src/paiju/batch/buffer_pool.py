"""Memory for what is told again and again.

Fresh memory comes from the system page by page, each at the first touch, and that takes several times as long as writing what a
thousand seats see. So a block is used again, but only once nobody holds an array in it: as NumPy does with what it computes on
the way.
"""

from __future__ import annotations

from collections import deque
from math import prod
from sys import getrefcount
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

KEPT: Final = 16
"""Blocks on a shelf: what is told now and was told before, as words, bytes and masks, and rows that were taken out."""
SMALL: Final = 1 << 16
"""Bytes that are asked for anew each time, as they cost next to nothing."""


def _alone() -> int:
    """How often a block counts as held that only one name stands for."""
    block = np.empty(0, np.uint8)
    return getrefcount(block)


ALONE: Final = _alone()


class BufferPool:
    """Blocks of memory, as large as powers of two. Threads may share it: who looks at a block has taken it out."""

    def __init__(self) -> None:
        self._blocks: deque[NDArray[np.uint8]] = deque(maxlen=KEPT)

    def array(self, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """An array with anything in it, in memory that no other array uses."""
        size = prod(shape) * np.dtype(dtype).itemsize
        if size < SMALL:
            return np.empty(shape, dtype)
        block = self._block(1 << (size - 1).bit_length())
        found = block[:size].view(dtype).reshape(shape)
        self._blocks.append(block)
        return found

    def _block(self, size: int) -> NDArray[np.uint8]:
        for _ in range(KEPT):
            try:
                block = self._blocks.popleft()
            except IndexError:
                break
            if len(block) == size and getrefcount(block) == ALONE:
                return block
            self._blocks.append(block)
        return np.empty(size, np.uint8)
