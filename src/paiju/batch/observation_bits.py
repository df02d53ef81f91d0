"""Helpers for writing observations in compiled code, and the expansion of bits to bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from paiju.batch.jit_cache import jit, jit_inlined

if TYPE_CHECKING:

    def unheld(array: Any) -> Any:
        """Return the same array without its reference-counted owner; the caller must keep the owner alive.

        Otherwise every call that receives the array updates the reference count, which costs more than writing an
        observation.
        """

else:

    @intrinsic
    def unheld(typing: Any, array: Any) -> Any:
        """Return the same array without its reference-counted owner."""

        def same(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            found = make_array(array)(context, builder, args[0])
            found.meminfo = cgutils.get_null_value(found.meminfo.type)
            return found._getvalue()  # noqa: SLF001 - Numba's own way to say so

        return array(array), same


@jit_inlined
def unary(number: int) -> int:
    """Return a mask with the lowest ``number`` bits set."""
    return (1 << number) - 1


@jit_inlined
def from_seat(seat: int, step: int, players: int) -> int:
    """Return the seat ``step`` places after ``seat``."""
    other = seat + step
    return other - players if other >= players else other


ONES: Final = np.uint64(0x0101010101010101)
"""Eight bytes, each with its lowest bit set."""
DIAGONAL: Final = np.uint64(0x8040201008040201)
"""Eight bytes, with bit ``k`` set in byte ``k``."""
SEVENS: Final = np.uint64(0x7F7F7F7F7F7F7F7F)
"""Eight bytes 0x7F: adding it sets the highest bit of every non-zero byte of at most 0x80 without a carry."""
HIGHEST: Final = np.uint64(7)


@jit
def unpack_bits(packed: Any, planes: Any) -> None:
    """Expand each bit of ``packed``, shape (n, bytes), uint8, to a byte in ``planes``, shape (n, bytes), int64.

    This uses arithmetic rather than a lookup table: from about 24 words per row LLVM vectorises a loop of lookups, which
    makes it 2.5 times slower.
    """
    for row in range(len(packed)):
        for byte in range(packed.shape[1]):
            one_bit_each = (np.uint64(packed[row, byte]) * ONES) & DIAGONAL
            planes[row, byte] = ((one_bit_each + SEVENS) >> HIGHEST) & ONES
