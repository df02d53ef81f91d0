"""An event that wakes a waiting task each time it is set."""

from __future__ import annotations

import asyncio
from typing import Any


class WakeEvent:
    """A wake event for one waiting task. ``asyncio.Event`` keeps a queue of waiters, a cost for each of many sockets."""

    __slots__ = ("_rung", "_waiter")

    def __init__(self) -> None:
        self._rung = False
        self._waiter: asyncio.Future[Any] | None = None

    def set(self) -> None:
        """Wake the waiting task, or the next one that waits."""
        self._rung = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self) -> None:
        """Return once the event was set since the last call."""
        if not self._rung:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._rung = False
