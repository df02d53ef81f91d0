"""Random numbers of the batch engine. Each row has its own SplitMix64 generator.

The hands of a row therefore depend only on the seed of that row, and not on the other rows.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.jit_cache import jit, jit_inlined

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_AGAIN: Final = np.uint64(0x94D049BB133111EB)
_HALF: Final = np.uint64(32)


@jit_inlined
def next_uint64(row: Any) -> Any:
    """Return the next 64 random bits of the row's generator.

    The field ``chance`` of the row is the state of the generator.
    """
    row.chance += _STEP
    word = row.chance
    word = (word ^ (word >> np.uint64(30))) * _MIX
    word = (word ^ (word >> np.uint64(27))) * _MIX_AGAIN
    return word ^ (word >> np.uint64(31))


@jit_inlined
def uniform_below(row: Any, bound: int) -> int:
    """Return a random integer from 0 to ``bound - 1``.

    The numbers are not exactly equally probable. The relative error of their probabilities is below ``bound`` /
    2³² if ``bound`` is below 2³², and otherwise below ``bound`` / 2⁶⁴.
    """
    word = next_uint64(row)
    if bound >> 32:
        return np.int64(word % np.uint64(bound))  # type: ignore[return-value]
    return np.int64(((word >> _HALF) * np.uint64(bound)) >> _HALF)  # type: ignore[return-value]


@jit
def shuffle(row: Any, deck: Any) -> None:
    """Shuffle a deck in place (Fisher-Yates, from the last position down)."""
    for last in range(len(deck) - 1, 0, -1):
        other = uniform_below(row, last + 1)
        deck[last], deck[other] = deck[other], deck[last]


def row_seeds(seed: int, number: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return initial generator states for ``number`` rows; shape (number,), uint64."""
    return np.random.SeedSequence(seed).generate_state(number, np.uint64).astype(np.uint64)
