"""Garbage is collected when nobody waits (ADR 5)."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable

from paiju.server.adapters.memory import collect_when_quiet


class Ring:
    """Garbage that only the collector finds."""

    def __init__(self) -> None:
        self.me = self


def old_garbage() -> weakref.ref[Ring]:
    ring = Ring()
    gc.collect()  # it has grown old: looking at the young does not find it any more
    return weakref.ref(ring)


async def collected(commands: Callable[[], int], often: float, at_last: float) -> bool:
    """Whether old garbage has gone after many chances."""
    gc.disable()
    task = asyncio.create_task(collect_when_quiet(commands, quiet=0.0, often=often, at_last=at_last))
    try:
        ring = old_garbage()
        for _ in range(20):
            await asyncio.sleep(0)
        return ring() is None
    finally:
        task.cancel()
        gc.enable()


def busy() -> Callable[[], int]:
    count = iter(range(1_000_000))
    return lambda: next(count)


def test_a_quiet_moment_is_used() -> None:
    assert asyncio.run(collected(lambda: 0, often=0.0, at_last=3600.0))


def test_a_busy_moment_is_not() -> None:
    assert not asyncio.run(collected(busy(), often=0.0, at_last=3600.0))


def test_garbage_does_not_wait_for_ever() -> None:
    assert asyncio.run(collected(busy(), often=0.0, at_last=0.0))


def test_not_too_often() -> None:
    assert not asyncio.run(collected(lambda: 0, often=3600.0, at_last=3600.0))
