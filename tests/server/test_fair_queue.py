"""The queue that gives players turns fairly."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from paiju.server.app.fair_queue import FairQueue
from paiju.server.errors import RateLimited


class Work:
    """Pieces of work that go on until they are let go, and the order in which they began."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.began: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}

    def ask(self, asker: str, name: str) -> asyncio.Task[None]:
        return asyncio.create_task(self._do(asker, name))

    async def end(self, *names: str) -> None:
        for name in names:
            self._ends.setdefault(name, asyncio.Event()).set()
            await settled()

    async def _do(self, asker: str, name: str) -> None:
        async with self.queue.turn(asker):
            self.began.append(name)
            await self._ends.setdefault(name, asyncio.Event()).wait()


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def working(case: Callable[[Work], Awaitable[None]], width: int = 1, most: int = 50, each: int = 20) -> None:
    async def main() -> None:
        await case(Work(FairQueue(width, most, each)))

    asyncio.run(main())


def test_requests_of_different_players_take_turns() -> None:
    async def case(work: Work) -> None:
        tasks = [work.ask("ann", f"a{number}") for number in range(5)]
        await settled()
        tasks += [work.ask("bob", f"b{number}") for number in range(2)]
        tasks += [work.ask("cat", "c0")]
        await settled()
        assert work.began == ["a0"]
        assert work.queue.waiting_count == 7
        await work.end("a0", "a1", "b0", "c0", "a2", "b1", "a3", "a4")
        await asyncio.gather(*tasks)
        assert work.began == ["a0", "a1", "b0", "c0", "a2", "b1", "a3", "a4"]
        assert work.queue.waiting_count == 0

    working(case)


def test_concurrent_requests_are_limited_to_the_width() -> None:
    async def case(work: Work) -> None:
        tasks = [work.ask("ann", f"a{number}") for number in range(4)]
        await settled()
        assert work.began == ["a0", "a1"]
        await work.end("a1", "a0", "a2", "a3")
        await asyncio.gather(*tasks)
        again = [work.ask("ann", f"z{number}") for number in range(3)]
        await settled()
        assert work.began[4:] == ["z0", "z1"]
        await work.end("z0", "z1", "z2")
        await asyncio.gather(*again)

    working(case, width=2)


def test_cancelled_request_takes_no_turn() -> None:
    async def case(work: Work) -> None:
        first, second, third = (work.ask("ann", f"a{number}") for number in range(3))
        fourth = work.ask("bob", "b0")
        await settled()
        second.cancel()
        fourth.cancel()
        await settled()
        assert work.queue.waiting_count == 1
        await work.end("a0", "a2")
        await asyncio.gather(first, third)
        assert work.began == ["a0", "a2"]

    working(case)


def test_turn_of_a_request_cancelled_at_its_start_passes_on() -> None:
    async def case(work: Work) -> None:
        first, second, third = (work.ask(asker, asker) for asker in ("ann", "bob", "cat"))
        await settled()
        first.cancel()
        await asyncio.sleep(0)  # the turn is bob's now, and he has not begun
        second.cancel()
        await settled()
        assert work.began == ["ann", "cat"]
        await work.end("cat")
        await third
        last = work.ask("dan", "dan")
        await work.end("dan")
        await last

    working(case)


def test_requests_over_the_limit_of_a_player_are_refused() -> None:
    async def case(work: Work) -> None:
        tasks = [work.ask("ann", f"a{number}") for number in range(3)]
        await settled()
        with pytest.raises(RateLimited) as refused:
            await work.ask("ann", "a3")
        assert refused.value.details["seconds"]
        tasks.append(work.ask("bob", "b0"))
        await settled()
        with pytest.raises(RateLimited):  # all together want too much
            await work.ask("cat", "c0")
        await work.end("a0", "a1", "b0", "a2")
        await asyncio.gather(*tasks)

    working(case, most=3, each=2)
