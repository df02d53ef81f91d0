"""Reusable memory blocks for large arrays that are returned at every step.

The system hands out fresh memory page by page at the first access, which takes several times as long as writing a thousand
observations. The pool therefore reuses a block, but only once no array refers to it, just as NumPy reuses temporaries.
``Hands`` allocates observations, masks and saved rows from it.
"""

from __future__ import annotations

from collections import deque
from math import prod
from sys import getrefcount
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

KEPT: Final = 16
"""Number of blocks kept: current and previous observations as words, bytes and masks, and saved rows."""
SMALL: Final = 1 << 16
"""Arrays below this size in bytes are allocated normally, because that costs next to nothing."""


def _sole_reference_count() -> int:
    """Return the reference count of a block that only one name refers to."""
    block = np.empty(0, np.uint8)
    return getrefcount(block)


ALONE: Final = _sole_reference_count()


class BufferPool:
    """A pool of blocks whose sizes are powers of two. Threads may share it: a block is removed while a thread examines it."""

    def __init__(self) -> None:
        self._blocks: deque[NDArray[np.uint8]] = deque(maxlen=KEPT)

    def array(self, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """Return an uninitialised array in memory that no other array uses."""
        size = prod(shape) * np.dtype(dtype).itemsize
        if size < SMALL:
            return np.empty(shape, dtype)
        block = self._take_block(1 << (size - 1).bit_length())
        found = block[:size].view(dtype).reshape(shape)
        self._blocks.append(block)
        return found

    def _take_block(self, size: int) -> NDArray[np.uint8]:
        for _ in range(KEPT):
            try:
                block = self._blocks.popleft()
            except IndexError:
                break
            if len(block) == size and getrefcount(block) == ALONE:
                return block
            self._blocks.append(block)
        return np.empty(size, np.uint8)
