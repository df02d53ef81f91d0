"""The buffer pool reuses memory, but never while an array still refers to it."""

from __future__ import annotations

import gc

import numpy as np

from paiju import batch
from paiju.batch.buffer_pool import KEPT_BLOCKS, LEAST_POOLED_BYTES, BufferPool


def at(array: np.ndarray) -> int:
    return int(array.ctypes.data)


def test_unreferenced_buffers_are_reused() -> None:
    shelf = BufferPool()
    one = shelf.array((LEAST_POOLED_BYTES, 2), np.uint8)
    other = shelf.array((LEAST_POOLED_BYTES, 2), np.uint8)
    assert at(one) != at(other)
    where = at(one)
    del one
    assert at(shelf.array((LEAST_POOLED_BYTES // 8 + 1,), np.int64)) == where


def test_referenced_buffers_are_not_reused() -> None:
    shelf = BufferPool()
    held = shelf.array((LEAST_POOLED_BYTES,), np.uint8)[3:].view(np.int8)[5:9]
    held[:] = 7
    many = [shelf.array((LEAST_POOLED_BYTES,), np.uint8) for _ in range(2 * KEPT_BLOCKS)]
    for one in many:
        one[:] = 1
    assert len({at(one) for one in many}) == 2 * KEPT_BLOCKS
    assert held.tolist() == [7] * 4


def test_observation_buffers_stay_valid_while_referenced() -> None:
    hands = batch.new_hands("doudizhu/qq", 1024, seed=1)
    seen, copies = [], []
    for _ in range(5):
        seen.append((hands.observe(), hands.observe(planes=True), hands.save(), hands.take(slice(1000)).rows))
        copies.append(
            [one.tobytes() for one in seen[-1]]
        )  # an array's copy leaves out what lies between the fields of a row
        hands.step(hands.sample())
        gc.collect()
    for told, copied in zip(seen, copies, strict=True):
        for one, other in zip(told, copied, strict=True):
            assert one.tobytes() == other
