"""What goes on in the background for as long as the room is open.

A task that fails is named in the log and counted. It rests, longer each time, and goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog

from paiju.server.app.meter import Meter
from paiju.server.faults import kind_of, place_of

FIRST_REST: Final = 0.5
"""Seconds after the first failure. Each further one in a row doubles them."""

LONGEST_REST: Final = 16.0
"""Seconds. Nothing rests longer."""

log = structlog.get_logger()


def rest_after(failures: int, longest: float = LONGEST_REST) -> float:
    """Seconds to rest after so many failures in a row, one at least."""
    return float(min(longest, FIRST_REST * 2 ** min(failures - 1, 16)))


def failed(meter: Meter | None, task: str, error: BaseException, **where: Any) -> None:
    """Something in the background has failed."""
    if meter is not None:
        meter.failed(task)
    log.error("task_failed", task=task, error=kind_of(error), at=place_of(error), **where)


class Tasks:
    """The background tasks of a room, by name."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def keep(self, name: str, work: Callable[[], Awaitable[None]], longest: float = LONGEST_REST) -> None:
        """Do this again and again from now on. ``work`` waits by itself for its time to come."""
        self._tasks[name] = asyncio.create_task(self._kept(name, work, longest), name=name)

    def ended(self) -> list[str]:
        """The tasks that do not go on any more. There should be none."""
        return [name for name, task in self._tasks.items() if task.done()]

    def stop(self) -> None:
        """End them all."""
        for task in self._tasks.values():
            task.cancel()

    async def _kept(self, name: str, work: Callable[[], Awaitable[None]], longest: float) -> None:
        failures = 0
        while True:
            try:
                await work()
                failures = 0
            except Exception as error:  # noqa: BLE001 (whatever it is, the task must go on)
                failures += 1
                failed(self._meter, name, error)
                await asyncio.sleep(rest_after(failures, longest))
