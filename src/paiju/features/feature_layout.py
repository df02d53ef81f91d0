"""Layouts: which feature each bit means in the 64-bit words of an encoded observation or action.

A ``FeatureSlice`` names consecutive bits of the words of one encoding. A learner can read slices by name. It can also expand the
words to bytes, one byte for each bit in the same order. The layout modules of every family return a ``FeatureLayout``.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

BITS: Final = 64


class FeatureSlice(NamedTuple):
    """A feature: ``size`` consecutive bits of an encoding, from bit ``first`` on.

    Bits are counted from bit 0 of word 0.
    """

    name: str
    first: int
    size: int
    meaning: str


class ConditionalSlices(NamedTuple):
    """The slices of an observation that a network reads only in some phases.

    ``names`` are prefixes of the names of these slices, and ``phases`` are the numbers of the phases.
    """

    names: tuple[str, ...] = ()
    phases: tuple[int, ...] = ()


class FeatureLayout(NamedTuple):
    """The layout of an encoded observation or action, which has ``words`` words.

    ``name`` changes whenever the slices change.
    """

    name: str
    words: int
    slices: tuple[FeatureSlice, ...]
    masked: tuple[str, ...] = ()
    """Prefixes of the names of slices that no network reads.

    A view of the exact rules may not determine the values of these slices.
    """
    conditional: ConditionalSlices = ConditionalSlices()
    roles: tuple[int, ...] = ()
    """The bits that tell the role of the seat to act.

    In role n, the n-th of these bits (from 1) is set. In role 0, none of them is set.
    """
    extends: tuple[FeatureLayout, ...] = ()
    """The layouts that this layout extends.

    Each of them has only slices that this layout has at the same bits, and at most as many words. A network that
    was trained on one of them can also read this layout: it ignores the additional bits.
    """

    def slice_of(self, name: str) -> slice:
        """Return the range of a named slice in the expanded bits. Raises KeyError if there is no such slice."""
        for one in self.slices:
            if one.name == name:
                return slice(one.first, one.first + one.size)
        raise KeyError(name)


def mark_layout_extension(known: FeatureLayout, layout: FeatureLayout) -> FeatureLayout:
    """Return ``layout``, marked as an extension of ``known``.

    ``layout`` must have all slices of ``known`` at the same bits, and may have further slices. Raises ValueError
    if ``layout`` lacks a slice of ``known``, or has fewer words than ``known``.
    """
    if known.words > layout.words or not set(known.slices) <= set(layout.slices):
        raise ValueError(f"{layout.name} does not extend {known.name}")
    return layout._replace(extends=(known, *known.extends))


def find_layout_by_name(layout: FeatureLayout, name: str) -> FeatureLayout | None:
    """Return the layout with the name ``name``; None if there is none.

    The search includes ``layout`` and the layouts that it extends.
    """
    return next((one for one in (layout, *layout.extends) if one.name == name), None)


Fields = tuple[tuple[str, int, str], ...]
"""The fields of a 64-bit word, in ascending order of bits. Each field is (name, size in bits, meaning)."""


def field_offsets(fields: Fields) -> tuple[int, ...]:
    """Return the index of the first bit of each field of a word."""
    return tuple(accumulate((size for _, size, _ in fields[:-1]), initial=0))


def word_slices(number: int, fields: Fields, ending: str = "") -> list[FeatureSlice]:
    """Return a slice for each field of word ``number``. ``ending`` is appended to each name."""
    return [
        FeatureSlice(name + ending, number * BITS + start, size, meaning)
        for start, (name, size, meaning) in zip(field_offsets(fields), fields, strict=True)
    ]
