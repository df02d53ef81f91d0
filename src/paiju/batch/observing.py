"""Observations: what all families write them with, and bits made bytes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.jit import inlined, jit


@inlined
def bar(number: int) -> int:
    """So many bits, from the lowest."""
    return (1 << number) - 1


@inlined
def from_seat(seat: int, step: int, players: int) -> int:
    """Who sits so many places after a seat."""
    other = seat + step
    return other - players if other >= players else other


SPREAD: Final = np.array([sum((byte >> bit & 1) << 8 * bit for bit in range(8)) for byte in range(256)], np.int64)
"""A byte's bits as eight bytes."""


@jit
def spread(words: Any, planes: Any) -> None:
    """Each bit of the words as a byte; ``planes`` is seen as words of eight bytes."""
    for row in range(len(words)):
        for word in range(words.shape[1]):
            bits = words[row, word]
            for byte in range(8):
                planes[row, word * 8 + byte] = SPREAD[(bits >> 8 * byte) & 255]
