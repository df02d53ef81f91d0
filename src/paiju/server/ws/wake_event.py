"""An event that wakes a waiting task each time it is set."""

from __future__ import annotations

import asyncio
from typing import Any


class WakeEvent:
    """An event for a single waiting task. It needs less memory than ``asyncio.Event``, which keeps a queue of waiting tasks."""

    __slots__ = ("_rung", "_waiter")

    def __init__(self) -> None:
        self._rung = False
        self._waiter: asyncio.Future[Any] | None = None

    def set(self) -> None:
        """Wake the waiting task; if none waits, the next call of ``wait`` returns at once."""
        self._rung = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self) -> None:
        """Wait until the event is set; return at once if it was set since the last call."""
        if not self._rung:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._rung = False
