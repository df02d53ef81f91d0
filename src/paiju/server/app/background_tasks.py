"""Runs the card room's background tasks, and restarts them when they fail.

Each failure is logged and counted. The delay before the restart doubles with each failure in a row.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog

from paiju.server.app.metrics import Metrics
from paiju.server.redacted_errors import error_location, error_type

FIRST_DELAY: Final = 0.5
"""Delay before the restart after the first failure, in seconds. It doubles with each further failure in a row."""

MAX_DELAY: Final = 16.0
"""Maximum delay before a restart, in seconds."""

log = structlog.get_logger()


def backoff(failures: int, longest: float = MAX_DELAY) -> float:
    """Return the seconds to wait after ``failures`` (at least 1) failures in a row; never more than ``longest``."""
    return float(min(longest, FIRST_DELAY * 2 ** min(failures - 1, 16)))


def report_failure(meter: Metrics | None, task: str, error: BaseException, **where: Any) -> None:
    """Log and count a failure of the background task ``task``. The fields in ``where`` are added to the log line."""
    if meter is not None:
        meter.record_task_failure(task)
    log.error("task_failed", task=task, error=error_type(error), at=error_location(error), **where)


class BackgroundTasks:
    """The background tasks of a room, by name."""

    def __init__(self, meter: Metrics) -> None:
        self._meter = meter
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def supervise(self, name: str, work: Callable[[], Awaitable[None]], longest: float = MAX_DELAY) -> None:
        """Start a task that calls ``work`` in an endless loop, which continues after failures.

        The loop does not wait after a call that succeeds, so ``work`` itself must wait. After a failure, the loop
        waits before it calls ``work`` again, at most ``longest`` seconds.
        """
        self._tasks[name] = asyncio.create_task(self._supervise(name, work, longest), name=name)

    def stopped_tasks(self) -> list[str]:
        """Return the names of the tasks that have stopped. There should be none."""
        return [name for name, task in self._tasks.items() if task.done()]

    def stop(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks.values():
            task.cancel()

    async def _supervise(self, name: str, work: Callable[[], Awaitable[None]], longest: float) -> None:
        failures = 0
        while True:
            try:
                await work()
                failures = 0
            except Exception as error:  # noqa: BLE001 (whatever it is, the task must go on)
                failures += 1
                report_failure(self._meter, name, error)
                await asyncio.sleep(backoff(failures, longest))
