"""Layouts: the name and position of each feature in the 64-bit words of an encoded observation or action.

A ``FeatureSlice`` names consecutive bits of a row of words. A learner can read slices by name. It can also expand the words to
bytes, one byte for each bit in the same order. The layout modules of every family return a ``FeatureLayout``.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

BITS: Final = 64


class FeatureSlice(NamedTuple):
    """A named range of ``size`` bits in a row of words. ``first`` is its first bit, counted from bit 0 of word 0."""

    name: str
    first: int
    size: int
    meaning: str


class ConditionalSlices(NamedTuple):
    """Slices that a network reads only in some phases.

    ``names`` are prefixes of slice names, and ``phases`` are the numbers of those phases.
    """

    names: tuple[str, ...] = ()
    phases: tuple[int, ...] = ()


class FeatureLayout(NamedTuple):
    """The layout of an encoded observation or action. ``name`` changes whenever the slices change."""

    name: str
    words: int
    slices: tuple[FeatureSlice, ...]
    masked: tuple[str, ...] = ()
    """Name prefixes of slices that no network reads, because a view of the exact rules may not determine them."""
    conditional: ConditionalSlices = ConditionalSlices()
    roles: tuple[int, ...] = ()
    """The bits that tell the role of the seat to act: role 0 if none is set, or role n if the n-th (counted from 1) is set."""
    extends: tuple[FeatureLayout, ...] = ()
    """Layouts of the same words, or of the first of them, with fewer slices.

    A network trained on such a layout ignores the bits that it lacks.
    """

    def slice_of(self, name: str) -> slice:
        """Return the range of a named slice in the expanded bits. Raises KeyError if there is no such slice."""
        for one in self.slices:
            if one.name == name:
                return slice(one.first, one.first + one.size)
        raise KeyError(name)


def extend_layout(known: FeatureLayout, layout: FeatureLayout) -> FeatureLayout:
    """Return ``layout``, marked as an extension of ``known``.

    Raises ValueError if ``layout`` lacks a slice of ``known``, or if it has fewer words.
    """
    if known.words > layout.words or not set(known.slices) <= set(layout.slices):
        raise ValueError(f"{layout.name} does not extend {known.name}")
    return layout._replace(extends=(known, *known.extends))


def named_layout(layout: FeatureLayout, name: str) -> FeatureLayout | None:
    """Return whichever of ``layout`` and the layouts that it extends has this name; None if none has."""
    return next((one for one in (layout, *layout.extends) if one.name == name), None)


Fields = tuple[tuple[str, int, str], ...]
"""The fields of a word in ascending order of bits; each is (name, size in bits, meaning)."""


def field_offsets(fields: Fields) -> tuple[int, ...]:
    """Return the first bit of each field of a word."""
    return tuple(accumulate((size for _, size, _ in fields[:-1]), initial=0))


def word_slices(number: int, fields: Fields, ending: str = "") -> list[FeatureSlice]:
    """Return the slices of the fields of word ``number``, with ``ending`` appended to each name."""
    return [
        FeatureSlice(name + ending, number * BITS + start, size, meaning)
        for start, (name, size, meaning) in zip(field_offsets(fields), fields, strict=True)
    ]
