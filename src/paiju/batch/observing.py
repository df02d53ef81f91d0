"""Observations: what all families write them with, and bits made bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from paiju.batch.jit import inlined, jit

if TYPE_CHECKING:

    def unheld(array: Any) -> Any:
        """The same array without its owner. Use it only while somebody else holds it.

        Else each call that is handed it counts its holders up and down, which costs more than what an observation writes.
        """

else:

    @intrinsic
    def unheld(typing: Any, array: Any) -> Any:
        """The same array without its owner."""

        def same(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            found = make_array(array)(context, builder, args[0])
            found.meminfo = cgutils.get_null_value(found.meminfo.type)
            return found._getvalue()  # noqa: SLF001 - Numba's own way to say so

        return array(array), same


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
