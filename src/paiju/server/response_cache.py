"""A cache of HTTP responses.

The server makes each response when it is first requested, and compresses it once. An ETag identifies the
response.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from msgspec import Struct

from paiju.server.app.fair_queue import FairQueue


class CachedResponse(Struct, frozen=True):
    """A response body, compressed (``packed``) if that makes it smaller. ``tag`` is its ETag."""

    stored: bytes
    packed: bool
    media_type: str
    tag: str

    @property
    def uncompressed_body(self) -> bytes:
        """The body without compression."""
        return gzip.decompress(self.stored) if self.packed else self.stored


def make_cached_response(body: bytes, media_type: str, level: int = 6) -> CachedResponse:
    """Return a response with this body, compressed if that makes it smaller. Call it in a thread if the body may be large."""
    packed = gzip.compress(body, level, mtime=0)
    worth_it = len(packed) < len(body)
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return CachedResponse(packed if worth_it else body, worth_it, media_type, tag)


class ResponseCache:
    """Caches responses that are slow to make and never change.

    If the cached responses exceed ``most`` bytes, the least recently used are dropped. A fair queue limits how many
    responses are made at a time, so a player who requests many of them waits, while tables and other players do not.
    """

    def __init__(self, most: int = 32 << 20) -> None:
        self._most = most
        self._size = 0
        self._ready: OrderedDict[str, CachedResponse] = OrderedDict()
        self._making: dict[str, asyncio.Task[CachedResponse]] = {}

    async def get_or_make(
        self, name: str, make: Callable[[], Awaitable[CachedResponse]], queue: FairQueue, asker: str
    ) -> CachedResponse:
        """Return the response with this name. If it is not cached, ``make`` makes it.

        Before a response is made, the request waits for a turn in ``queue`` under the name ``asker``: the id of its
        player, or the address of a visitor. Raises RateLimited, and the errors that ``make`` raises.
        """
        if (found := self.find_cached(name)) is not None:
            return found
        async with queue.turn(asker):
            if (found := self.find_cached(name)) is not None:
                return found
            if (task := self._making.get(name)) is None:
                task = self._making[name] = asyncio.create_task(self._make_and_store(name, make))
                task.add_done_callback(_mark_exception_retrieved)
            return await asyncio.shield(task)

    async def _make_and_store(self, name: str, make: Callable[[], Awaitable[CachedResponse]]) -> CachedResponse:
        try:
            made = await make()
            self._store(name, made)
            return made
        finally:
            del self._making[name]

    def find_cached(self, name: str) -> CachedResponse | None:
        """Return the response with this name; None if it is not cached."""
        found = self._ready.get(name)
        if found is not None:
            self._ready.move_to_end(name)
        return found

    def _store(self, name: str, made: CachedResponse) -> None:
        self._ready[name] = made
        self._size += len(made.stored)
        while self._size > self._most:
            self._size -= len(self._ready.popitem(last=False)[1].stored)


def _mark_exception_retrieved(task: asyncio.Task[CachedResponse]) -> None:
    """Retrieve a task's exception, so that asyncio does not warn if no caller awaits the task any more."""
    if not task.cancelled():
        task.exception()
