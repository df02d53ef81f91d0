"""A queue that shares a limited resource fairly among its users."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from paiju.server.errors import RateLimited

SOON: Final = 5
"""Seconds after which a refused user may try again."""


class FairQueue:
    """Runs up to ``width`` jobs at a time. Waiting users take turns, however many jobs each of them has queued.

    At most ``most`` jobs wait in all, and at most ``most_each`` jobs of one user.
    """

    def __init__(self, width: int, most: int, most_each: int) -> None:
        self._width = width
        self._most = most
        self._most_each = most_each
        self._working = 0
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting_count(self) -> int:
        """Number of waiting jobs."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, asker: str) -> AsyncIterator[None]:
        """Context manager that waits until a job of the user ``asker`` may run; the job is the code inside the block.

        Raises RateLimited if too many jobs wait.
        """
        await self._wait_for_turn(asker)
        try:
            yield
        finally:
            self._start_next()

    async def _wait_for_turn(self, asker: str) -> None:
        if self._working < self._width:
            self._working += 1
            return
        own = self._waiting.get(asker, ())
        if len(own) >= self._most_each or self.waiting_count >= self._most:
            raise RateLimited("too_many_requests", seconds=SOON)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the job was admitted just before it was cancelled
                self._start_next()
            else:
                self._drop_waiting(asker, turn)
            raise

    def _start_next(self) -> None:
        """Let a job of the next waiting user run in place of a job that has ended.

        If no job waits, only the number of running jobs is lowered.
        """
        if not self._waiting:
            self._working -= 1
            return
        asker, turns = self._waiting.popitem(last=False)
        turn = turns.popleft()
        if turns:
            self._waiting[asker] = turns  # the user's other jobs wait behind all other users
        turn.set_result(None)

    def _drop_waiting(self, asker: str, turn: asyncio.Future[None]) -> None:
        turns = self._waiting[asker]
        turns.remove(turn)
        if not turns:
            del self._waiting[asker]
