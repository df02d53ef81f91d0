"""The queue and the event for a single reader, which replace asyncio's."""

from __future__ import annotations

import asyncio

from paiju.server.ws.uvicorn_protocol import SingleReaderQueue
from paiju.server.ws.wake_event import WakeEvent


def test_queue_is_read_in_order_before_and_after_a_reader_waits() -> None:
    async def case() -> None:
        letters = SingleReaderQueue()
        assert letters.empty()
        for letter in ("one", "two"):
            letters.put_nowait(letter)
        assert not letters.empty()
        assert [await letters.get(), await letters.get()] == ["one", "two"]
        reading = asyncio.create_task(letters.get())
        await asyncio.sleep(0)
        assert not reading.done()
        letters.put_nowait("three")
        letters.put_nowait("four")
        assert [await reading, await letters.get()] == ["three", "four"]

    asyncio.run(case())


def test_cancelled_waiter_does_not_consume_the_wake_event() -> None:
    async def case() -> None:
        bell = WakeEvent()
        waiting = asyncio.create_task(bell.wait())
        await asyncio.sleep(0)
        waiting.cancel()
        bell.set()
        await asyncio.wait({waiting})
        await asyncio.wait_for(bell.wait(), 1)

    asyncio.run(case())
