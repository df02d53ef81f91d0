"""Observations: what all families write them with, and bits made bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from paiju.batch.jit_cache import jit, jit_inlined

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


@jit_inlined
def unary(number: int) -> int:
    """So many bits, from the lowest."""
    return (1 << number) - 1


@jit_inlined
def from_seat(seat: int, step: int, players: int) -> int:
    """Who sits so many places after a seat."""
    other = seat + step
    return other - players if other >= players else other


ONES: Final = np.uint64(0x0101010101010101)
"""Eight bytes, in each the lowest bit."""
DIAGONAL: Final = np.uint64(0x8040201008040201)
"""Eight bytes, in byte ``k`` bit ``k``."""
SEVENS: Final = np.uint64(0x7F7F7F7F7F7F7F7F)
"""Eight bytes: the number that, added to a byte other than 0, sets its highest bit, and carries nothing into the next byte."""
HIGHEST: Final = np.uint64(7)


@jit
def unpack_bits(packed: Any, planes: Any) -> None:
    """Write each bit of ``packed``, ``(n, bytes)`` uint8, as a byte into ``planes``, ``(n, bytes)`` int64.

    Arithmetic and not a table: from some 24 words a row on LLVM vectorises a loop of lookups, which makes it 2.5 times slower.
    """
    for row in range(len(packed)):
        for byte in range(packed.shape[1]):
            one_bit_each = (np.uint64(packed[row, byte]) * ONES) & DIAGONAL
            planes[row, byte] = ((one_bit_each + SEVENS) >> HIGHEST) & ONES
