"""Named bits: which feature lies where in the 64-bit words of an encoded observation or action.

A ``FeatureSlice`` names consecutive bits of a row of words. A learner can read the slices by name, or expand the words to
bytes, one byte per bit in the same order. The layout modules of every family build their ``FeatureLayout`` from these types.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

BITS: Final = 64


class FeatureSlice(NamedTuple):
    """A named range of bits in an encoded row; ``first`` counts from bit 0 of word 0."""

    name: str
    first: int
    size: int
    meaning: str


class ConditionalSlices(NamedTuple):
    """Slices that a network sees in some phases only.

    ``names`` are prefixes of slice names, and ``phases`` are the numbers of those phases.
    """

    names: tuple[str, ...] = ()
    phases: tuple[int, ...] = ()


class FeatureLayout(NamedTuple):
    """The layout of an encoded observation or action; ``name`` changes whenever the slices change."""

    name: str
    words: int
    slices: tuple[FeatureSlice, ...]
    masked: tuple[str, ...] = ()
    """Name prefixes of slices that are never fed to a network, because a view of the exact rules may not determine them."""
    conditional: ConditionalSlices = ConditionalSlices()
    roles: tuple[int, ...] = ()
    """Bits that identify the role of the deciding seat: none set means role 0, the n-th bit set means role n (counted from 1)."""
    extends: tuple[FeatureLayout, ...] = ()
    """Layouts of the same words with fewer slices. A network that was trained on one of them ignores the other bits."""

    def slice_of(self, name: str) -> slice:
        """The range of a named slice in the expanded bits. Raises KeyError if there is no such slice."""
        for one in self.slices:
            if one.name == name:
                return slice(one.first, one.first + one.size)
        raise KeyError(name)


def extend_layout(known: FeatureLayout, layout: FeatureLayout) -> FeatureLayout:
    """Return a layout as an extension of another one with the same words. Raises ValueError if it lacks a slice of that."""
    if known.words != layout.words or not set(known.slices) <= set(layout.slices):
        raise ValueError(f"{layout.name} does not extend {known.name}")
    return layout._replace(extends=(known, *known.extends))


def named_layout(layout: FeatureLayout, name: str) -> FeatureLayout | None:
    """Return the layout if it has this name, or the one with this name that it extends; None if there is none."""
    return next((one for one in (layout, *layout.extends) if one.name == name), None)


Fields = tuple[tuple[str, int, str], ...]
"""The fields of a word from bit 0 up, each as (name, size in bits, meaning)."""


def field_offsets(fields: Fields) -> tuple[int, ...]:
    """Return the first bit of each field of a word."""
    return tuple(accumulate((size for _, size, _ in fields[:-1]), initial=0))


def word_slices(number: int, fields: Fields, ending: str = "") -> list[FeatureSlice]:
    """Return the slices of the fields of word ``number``, with ``ending`` appended to each name."""
    return [
        FeatureSlice(name + ending, number * BITS + start, size, meaning)
        for start, (name, size, meaning) in zip(field_offsets(fields), fields, strict=True)
    ]
