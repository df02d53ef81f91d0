"""The response cache: responses are computed once, a few at a time, and evicted when the cache is full."""

from __future__ import annotations

import asyncio
import threading

import pytest

from paiju.core.errors import UnknownName
from paiju.server.app.fair_queue import FairQueue
from paiju.server.response_cache import CachedResponse, ResponseCache, make_cached_response

LONG = b"3s 4s 5s " * 100
MEANWHILE = 0.01


def turns() -> FairQueue:
    return FairQueue(1, most=100, most_each=100)


class Maker:
    """Makes answers, and counts how many are made, and how many at the same time."""

    def __init__(self, body: bytes = LONG) -> None:
        self.body = body
        self.made = 0
        self.most = 0
        self._busy = 0
        self._lock = threading.Lock()

    async def __call__(self) -> CachedResponse:
        return await asyncio.to_thread(self._make)

    def _make(self) -> CachedResponse:
        with self._lock:
            self._busy += 1
            self.most = max(self.most, self._busy)
        threading.Event().wait(MEANWHILE)
        with self._lock:
            self.made += 1
            self._busy -= 1
        return make_cached_response(self.body, "text/plain")


def test_concurrent_requests_share_one_computed_response() -> None:
    async def main() -> None:
        shelf, make = ResponseCache(), Maker()
        found = await asyncio.gather(*(shelf.get_or_make("a", make, turns(), "ann") for _ in range(20)))
        assert make.made == 1
        assert {one.uncompressed_body for one in found} == {LONG}

    asyncio.run(main())


def test_different_responses_are_computed_one_after_another() -> None:
    async def main() -> None:
        shelf, make, one = ResponseCache(), Maker(), turns()
        await asyncio.gather(*(shelf.get_or_make(str(number), make, one, "ann") for number in range(5)))
        assert (make.made, make.most) == (5, 1)

    asyncio.run(main())


def test_least_recently_used_response_is_evicted() -> None:
    async def main() -> None:
        make = Maker()
        shelf = ResponseCache(most=2 * len(make_cached_response(LONG, "text/plain").stored))
        for name in ("a", "b", "a", "c", "a", "b"):
            await shelf.get_or_make(name, make, turns(), "ann")
        assert make.made == 4  # a, b, c, and b again

    asyncio.run(main())


def test_failed_response_is_computed_again() -> None:
    async def fail() -> CachedResponse:
        raise UnknownName("unknown_record", name="x")

    async def main() -> None:
        shelf, make = ResponseCache(), Maker()
        with pytest.raises(UnknownName):
            await shelf.get_or_make("a", fail, turns(), "ann")
        assert (await shelf.get_or_make("a", make, turns(), "ann")).uncompressed_body == LONG

    asyncio.run(main())


def test_incompressible_response_is_stored_uncompressed() -> None:
    short = make_cached_response(b"ok", "text/plain")
    assert (short.packed, short.uncompressed_body) == (False, b"ok")
    assert make_cached_response(LONG, "text/plain").packed
