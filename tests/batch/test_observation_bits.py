"""Planes: each bit of an observation as a byte."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from paiju.batch.observation_bits import unpack_bits


def random_bytes(rows: int, words: int, seed: int = 0) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, (rows, words * 8), np.uint8)


def planes_of(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    planes = np.full(packed.shape, -1, np.int64)
    unpack_bits(packed, planes)
    return planes.view(np.uint8)


@pytest.mark.parametrize("words", range(1, 201))
def test_planes_are_the_unpacked_bits_of_any_number_of_words(words: int) -> None:
    packed = random_bytes(3, words, words)
    assert np.array_equal(planes_of(packed), np.unpackbits(packed, axis=1, bitorder="little"))


@given(st.binary(min_size=8, max_size=1600))
def test_planes_are_the_unpacked_bits_of_any_bytes(whole: bytes) -> None:
    packed = np.frombuffer(bytearray(whole[: len(whole) // 8 * 8]), np.uint8).reshape(1, -1)
    assert np.array_equal(planes_of(packed), np.unpackbits(packed, axis=1, bitorder="little"))
