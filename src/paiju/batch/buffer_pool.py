"""Reuses blocks of memory for the large arrays that ``Hands`` returns at every step.

The operating system maps fresh memory page by page at the first access. That takes several times as long as writing a
thousand observations into it. A ``BufferPool`` therefore keeps its blocks, and reuses a block as soon as no array
refers to it. ``Hands`` allocates observations, masks and saved rows from such a pool.
"""

from __future__ import annotations

from collections import deque
from math import prod
from sys import getrefcount
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

KEPT_BLOCKS: Final = 16
"""The largest number of memory blocks that a pool keeps.

This many suffice for saved rows, and for the observations and the masks of two successive steps.
"""
LEAST_POOLED_BYTES: Final = 1 << 16
"""Arrays of fewer bytes than this are allocated without the pool, because that takes almost no time."""


def _sole_reference_count() -> int:
    """Return the result of ``sys.getrefcount`` for a block to which only one local name refers.

    A block in the pool is free if its reference count equals this result.
    """
    block = np.empty(0, np.uint8)
    return getrefcount(block)


ALONE: Final = _sole_reference_count()


class BufferPool:
    """A pool of blocks of memory. The sizes of the blocks are powers of two.

    Threads may share a pool. This is safe because a thread first takes a block out of the pool, and only then
    checks whether an array still uses the block.
    """

    def __init__(self) -> None:
        self._blocks: deque[NDArray[np.uint8]] = deque(maxlen=KEPT_BLOCKS)

    def array(self, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """Return an uninitialised array in memory that no other array uses."""
        size = prod(shape) * np.dtype(dtype).itemsize
        if size < LEAST_POOLED_BYTES:
            return np.empty(shape, dtype)
        block = self._take_block(1 << (size - 1).bit_length())
        found = block[:size].view(dtype).reshape(shape)
        self._blocks.append(block)
        return found

    def _take_block(self, size: int) -> NDArray[np.uint8]:
        for _ in range(KEPT_BLOCKS):
            try:
                block = self._blocks.popleft()
            except IndexError:
                break
            if len(block) == size and getrefcount(block) == ALONE:
                return block
            self._blocks.append(block)
        return np.empty(size, np.uint8)
