"""Bits with names: what lies where in the words that an observation, or a described action, is made of.

A *slice* names some bits of a row of words of 64 bits; whoever learns from them reads the slices, or the bits as bytes, one a bit
and in the same order.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

BITS: Final = 64


class FeatureSlice(NamedTuple):
    """Some bits of an observation: ``first`` counts from bit 0 of word 0."""

    name: str
    first: int
    size: int
    meaning: str


class ConditionalSlices(NamedTuple):
    """Slices that are told at times only: their names begin so, and in these phases."""

    names: tuple[str, ...] = ()
    phases: tuple[int, ...] = ()


class FeatureLayout(NamedTuple):
    """What an observation tells. ``name`` changes with every change of the slices."""

    name: str
    words: int
    slices: tuple[FeatureSlice, ...]
    masked: tuple[str, ...] = ()
    """How names of slices begin that are not told by a position alone, so that no net is fed them."""
    conditional: ConditionalSlices = ConditionalSlices()
    roles: tuple[int, ...] = ()
    """Bits that tell whose role a decision is: none set is the first, the n-th set the n-th after it."""

    def slice_of(self, name: str) -> slice:
        """Where a slice lies, as a slice of the planes. Raises KeyError."""
        for one in self.slices:
            if one.name == name:
                return slice(one.first, one.first + one.size)
        raise KeyError(name)


Fields = tuple[tuple[str, int, str], ...]
"""What lies in a word, from bit 0 on: name, size, meaning."""


def field_offsets(fields: Fields) -> tuple[int, ...]:
    """The bit at which each field of a word begins."""
    return tuple(accumulate((size for _, size, _ in fields[:-1]), initial=0))


def word_slices(number: int, fields: Fields, ending: str = "") -> list[FeatureSlice]:
    """The slices of the fields of a word, each name with this ending."""
    return [
        FeatureSlice(name + ending, number * BITS + start, size, meaning)
        for start, (name, size, meaning) in zip(field_offsets(fields), fields, strict=True)
    ]
