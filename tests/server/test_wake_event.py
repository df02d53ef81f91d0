"""What waits for one, in place of asyncio's queues for many."""

from __future__ import annotations

import asyncio

from paiju.server.ws.uvicorn_protocol import SingleReaderQueue
from paiju.server.ws.wake_event import WakeEvent


def test_letters_are_read_in_their_order_before_and_after_somebody_waits() -> None:
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


def test_who_was_sent_away_while_waiting_takes_no_ring_along() -> None:
    async def case() -> None:
        bell = WakeEvent()
        waiting = asyncio.create_task(bell.wait())
        await asyncio.sleep(0)
        waiting.cancel()
        bell.set()
        await asyncio.wait({waiting})
        await asyncio.wait_for(bell.wait(), 1)

    asyncio.run(case())
