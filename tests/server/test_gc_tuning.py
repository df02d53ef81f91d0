"""Garbage is collected when nobody waits (ADR 5)."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable

from paiju.server.adapters.gc_tuning import collect_garbage_when_idle


class Ring:
    """Garbage that only the collector finds."""

    def __init__(self) -> None:
        self.me = self


def old_garbage() -> weakref.ref[Ring]:
    ring = Ring()
    gc.collect()  # it has grown old: looking at the young does not find it any more
    return weakref.ref(ring)


def young_garbage() -> weakref.ref[Ring]:
    return weakref.ref(Ring())


async def collected(
    commands: Callable[[], int], often: float, at_last: float, garbage: Callable[[], weakref.ref[Ring]] = old_garbage
) -> bool:
    """Whether garbage has gone after many chances. What the tests have in memory is left out: it takes long to look at."""
    gc.disable()
    gc.freeze()
    task = asyncio.create_task(collect_garbage_when_idle(commands, brief=0.0, quiet=0.0, often=often, at_last=at_last))
    try:
        ring = garbage()
        for _ in range(20):
            await asyncio.sleep(0)
        return ring() is None
    finally:
        task.cancel()
        gc.unfreeze()
        gc.enable()


def busy() -> Callable[[], int]:
    count = iter(range(1_000_000))
    return lambda: next(count)


def test_garbage_is_collected_in_a_quiet_moment() -> None:
    assert asyncio.run(collected(lambda: 0, often=0.0, at_last=3600.0))


def test_garbage_is_not_collected_in_a_busy_moment() -> None:
    assert not asyncio.run(collected(busy(), often=0.0, at_last=3600.0))


def test_garbage_is_collected_at_last_in_a_busy_room() -> None:
    assert asyncio.run(collected(busy(), often=0.0, at_last=0.0))


def test_garbage_is_not_collected_too_often() -> None:
    assert not asyncio.run(collected(lambda: 0, often=3600.0, at_last=3600.0))


def test_young_generation_is_collected_while_commands_arrive() -> None:
    assert asyncio.run(collected(busy(), often=3600.0, at_last=3600.0, garbage=young_garbage))
    assert not asyncio.run(collected(lambda: 0, often=3600.0, at_last=3600.0, garbage=young_garbage))


def test_end_of_a_brief_pause_is_not_a_quiet_moment() -> None:
    async def after_one_command() -> bool:
        counts = iter((0, 1, 1, 1))  # a command in the first pause, none in the brief one after it
        over = asyncio.Event()

        def commands() -> int:
            count = next(counts, None)
            if count is None:
                over.set()
            return count or 0

        gc.disable()
        ring = old_garbage()
        pauses = collect_garbage_when_idle(commands, brief=0.0, quiet=0.001, often=0.0, at_last=3600.0)
        task = asyncio.create_task(pauses)
        try:
            await over.wait()
            return ring() is None
        finally:
            task.cancel()
            gc.enable()

    assert not asyncio.run(after_one_command())
