"""Answers that lie ready: compressed once, known by a tag, and made only when somebody asks for them."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct


class Ready(Struct, frozen=True):
    """An answer, compressed (``packed``) where that is worth it."""

    stored: bytes
    packed: bool
    media_type: str
    tag: str

    @property
    def body(self) -> bytes:
        """As it is without compression."""
        return gzip.decompress(self.stored) if self.packed else self.stored


def make_ready(body: bytes, media_type: str, level: int = 6) -> Ready:
    """Compress an answer and give it its tag. It takes its time."""
    packed = gzip.compress(body, level, mtime=0)
    worth_it = len(packed) < len(body)
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return Ready(packed if worth_it else body, worth_it, media_type, tag)


class Shelf:
    """Answers that take long to make and never change. The longest unused go when there are more than so many bytes.

    They are made beside the event loop, one at a time: whoever asks for many waits, and the tables do not.
    """

    def __init__(self, most: int = 32 << 20) -> None:
        self._most = most
        self._size = 0
        self._ready: OrderedDict[str, Ready] = OrderedDict()
        self._making = asyncio.Lock()

    async def get(self, name: str, make: Callable[[], Ready]) -> Ready:
        """The answer of this name. Raises what ``make`` raises."""
        if (found := self.find(name)) is None:
            async with self._making:
                if (found := self.find(name)) is None:
                    found = await asyncio.to_thread(make)
                    self._put(name, found)
        return found

    def find(self, name: str) -> Ready | None:
        """The answer of this name, if it is there."""
        found = self._ready.get(name)
        if found is not None:
            self._ready.move_to_end(name)
        return found

    def _put(self, name: str, made: Ready) -> None:
        self._ready[name] = made
        self._size += len(made.stored)
        while self._size > self._most:
            self._size -= len(self._ready.popitem(last=False)[1].stored)
