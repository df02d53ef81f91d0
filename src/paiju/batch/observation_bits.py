"""Helpers that write observations in compiled code, and ``unpack_bits``, which expands bits to bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from paiju.batch.jit_cache import jit, jit_inlined

if TYPE_CHECKING:

    def without_owner(array: Any) -> Any:
        """Return the same array without a reference to its owner. The caller must keep the owner alive.

        With the reference, every call that receives the array would update a reference count. That takes longer than to write
        an observation.
        """

else:

    @intrinsic
    def without_owner(typing: Any, array: Any) -> Any:
        """Return the same array without its reference-counted owner."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            found = make_array(array)(context, builder, args[0])
            found.meminfo = cgutils.get_null_value(found.meminfo.type)
            return found._getvalue()  # noqa: SLF001 - Numba's own way to say so

        return array(array), codegen


@jit_inlined
def unary(number: int) -> int:
    """Return a mask with the lowest ``number`` bits set."""
    return (1 << number) - 1


@jit_inlined
def seat_after(seat: int, step: int, players: int) -> int:
    """Return the seat that is ``step`` seats after ``seat`` in playing order."""
    other = seat + step
    return other - players if other >= players else other


@jit_inlined
def steps_between_seats(seat: int, other: int, players: int) -> int:
    """Return how many seats after ``seat`` the seat ``other`` comes in playing order; 0 if both are the same seat.

    ``other`` may also be equal to ``players``; it then stands for seat 0.
    """
    step = other - seat
    return step + players if step < 0 else step - players if step >= players else step


ONES: Final = np.uint64(0x0101010101010101)
"""Eight bytes, each with its lowest bit set."""
DIAGONAL: Final = np.uint64(0x8040201008040201)
"""Eight bytes, with bit ``k`` set in byte ``k``."""
SEVENS: Final = np.uint64(0x7F7F7F7F7F7F7F7F)
"""Eight bytes 0x7F.

If this constant is added to eight bytes of at most 0x80, the highest bit of each byte that was not zero is
set in the sum. No byte carries into the next.
"""
HIGHEST_BIT: Final = np.uint64(7)


@jit
def unpack_bits(packed: Any, planes: Any) -> None:
    """Expand each bit of ``packed`` to a byte with the value 0 or 1.

    ``packed`` is uint8 of shape (n, bytes). ``planes``, the result, is int64 of the same shape. Each word of
    ``planes`` gets the eight bits of one byte of ``packed``.

    The function computes the words instead of looking them up in a table. For more than about 24 words in a
    row, LLVM vectorises a loop of lookups, which makes the loop 2.5 times slower.
    """
    for row in range(len(packed)):
        for byte in range(packed.shape[1]):
            one_bit_each = (np.uint64(packed[row, byte]) * ONES) & DIAGONAL
            planes[row, byte] = ((one_bit_each + SEVENS) >> HIGHEST_BIT) & ONES
