"""Answers that lie ready: compressed once, known by a tag, and made only when somebody asks for them."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from msgspec import Struct

from paiju.server.app.fair_queue import FairQueue


class CachedResponse(Struct, frozen=True):
    """An answer, compressed (``packed``) where that is worth it."""

    stored: bytes
    packed: bool
    media_type: str
    tag: str

    @property
    def body(self) -> bytes:
        """As it is without compression."""
        return gzip.decompress(self.stored) if self.packed else self.stored


def make_cached_response(body: bytes, media_type: str, level: int = 6) -> CachedResponse:
    """Compress an answer and give it its tag. It takes its time."""
    packed = gzip.compress(body, level, mtime=0)
    worth_it = len(packed) < len(body)
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return CachedResponse(packed if worth_it else body, worth_it, media_type, tag)


class ResponseCache:
    """Answers that take long to make and never change. The longest unused go when there are more than so many bytes.

    They are made beside the event loop, a few at a time: whoever asks for many waits, and neither the tables nor others do.
    """

    def __init__(self, most: int = 32 << 20) -> None:
        self._most = most
        self._size = 0
        self._ready: OrderedDict[str, CachedResponse] = OrderedDict()
        self._making: dict[str, asyncio.Task[CachedResponse]] = {}

    async def get(
        self, name: str, make: Callable[[], Awaitable[CachedResponse]], queue: FairQueue, asker: str
    ) -> CachedResponse:
        """The answer of this name. Where it must be made, ``asker`` waits in ``queue`` for a turn.

        Raises TooMany, and what ``make`` raises.
        """
        if (found := self.find(name)) is not None:
            return found
        async with queue.turn(asker):
            if (found := self.find(name)) is not None:
                return found
            if (task := self._making.get(name)) is None:
                task = self._making[name] = asyncio.create_task(self._made(name, make))
                task.add_done_callback(_failed)
            return await asyncio.shield(task)

    async def _made(self, name: str, make: Callable[[], Awaitable[CachedResponse]]) -> CachedResponse:
        try:
            made = await make()
            self._put(name, made)
            return made
        finally:
            del self._making[name]

    def find(self, name: str) -> CachedResponse | None:
        """The answer of this name, if it is there."""
        found = self._ready.get(name)
        if found is not None:
            self._ready.move_to_end(name)
        return found

    def _put(self, name: str, made: CachedResponse) -> None:
        self._ready[name] = made
        self._size += len(made.stored)
        while self._size > self._most:
            self._size -= len(self._ready.popitem(last=False)[1].stored)


def _failed(task: asyncio.Task[CachedResponse]) -> None:
    """Whoever waits is told what went wrong. If nobody does any more, nobody need know."""
    if not task.cancelled():
        task.exception()
