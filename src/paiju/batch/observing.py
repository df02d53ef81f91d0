"""Observations: what lies where in them, and bits made bytes.

An observation is a row of words of 64 bits. A *slice* names some of these bits; whoever learns from them reads the slices, or the
bits as bytes, one a bit and in the same order.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Final, NamedTuple

import numpy as np

from paiju.batch.jit import inlined, jit

BITS: Final = 64


class Slice(NamedTuple):
    """Some bits of an observation: ``first`` counts from bit 0 of word 0."""

    name: str
    first: int
    size: int
    meaning: str


class Layout(NamedTuple):
    """What an observation tells. ``name`` changes with every change of the slices."""

    name: str
    words: int
    slices: tuple[Slice, ...]

    def bits(self, name: str) -> slice:
        """Where a slice lies, as a slice of the planes. Raises KeyError."""
        for one in self.slices:
            if one.name == name:
                return slice(one.first, one.first + one.size)
        raise KeyError(name)


Fields = tuple[tuple[str, int, str], ...]
"""What lies in a word, from bit 0 on: name, size, meaning."""


def starts(fields: Fields) -> tuple[int, ...]:
    """The bit at which each field of a word begins."""
    return tuple(accumulate((size for _, size, _ in fields[:-1]), initial=0))


def word(number: int, fields: Fields, ending: str = "") -> list[Slice]:
    """The slices of the fields of a word, each name with this ending."""
    return [
        Slice(name + ending, number * BITS + start, size, meaning)
        for start, (name, size, meaning) in zip(starts(fields), fields, strict=True)
    ]


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
