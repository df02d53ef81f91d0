"""A bell: somebody waits until it is rung."""

from __future__ import annotations

import asyncio
from typing import Any


class WakeEvent:
    """For one who waits. ``asyncio.Event`` keeps a queue of them, which each of many sockets would pay for."""

    __slots__ = ("_rung", "_waiter")

    def __init__(self) -> None:
        self._rung = False
        self._waiter: asyncio.Future[Any] | None = None

    def set(self) -> None:
        """Whoever waits goes on; else whoever waits next."""
        self._rung = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self) -> None:
        """Return when it has been rung since the last time."""
        if not self._rung:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._rung = False
