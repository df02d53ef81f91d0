"""What every line between processes must do. A test module says how to open one, and inherits it all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from paiju.server import wire
from paiju.server.app.limits import Rate
from paiju.server.app.peers import AnyNews, Ended, Hello, Here, Left, Line, Renewed, Told

Opener = Callable[[Path, AsyncExitStack], Awaitable[Line]]

RATE = Rate(second=0.01, burst=5)


class Process:
    """One of those that are joined, and what it has heard, each with the name of who told it."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.heard: list[tuple[str, AnyNews]] = []

    @property
    def news(self) -> list[AnyNews]:
        return [news for _, news in self.heard]

    def hear(self, process: str, news: AnyNews) -> None:
        self.heard.append((process, news))

    async def until(self, wanted: Callable[[Process], Any]) -> None:
        async with asyncio.timeout(20):
            while not wanted(self):  # noqa: ASYNC110 (it comes from outside)
                await asyncio.sleep(0.01)


class LineContract:
    """Inherit, and say how to open a line."""

    open_line: Opener

    def run(self, path: Path, count: int, case: Callable[..., Awaitable[None]]) -> None:
        """The case is given so many processes."""

        async def main() -> None:
            async with AsyncExitStack() as stack:
                joined = []
                for _ in range(count):
                    one = Process(await type(self).open_line(path, stack))
                    await one.line.open(one.hear)
                    stack.push_async_callback(one.line.close)
                    joined.append(one)
                await case(*joined)

        asyncio.run(main())

    def test_what_one_tells_all_others_hear_in_order(self, tmp_path: Path) -> None:
        async def case(first: Process, second: Process, third: Process) -> None:
            told: list[AnyNews] = [
                Hello(),
                Told("t", wire.Said("say", "hello", 1, "Ann")),
                Ended(("d1", "d2")),
                Renewed("old", "new"),
                Here("t", ("ann", "bob"), "toy/plain"),
                Left(),
            ]
            for news in told:
                first.line.tell(news)
            for other in (second, third):
                await other.until(lambda one: len(one.heard) >= len(told))
                assert other.news == told
                assert len({name for name, _ in other.heard}) == 1
            second.line.tell(Hello())
            await first.until(lambda one: one.heard)
            assert first.news == [Hello()]
            assert first.heard[0][0] != second.heard[0][0]

        self.run(tmp_path, 3, case)

    def test_who_lives_is_known_and_who_ends_is_not(self, tmp_path: Path) -> None:
        async def case(first: Process, second: Process) -> None:
            others = await first.line.beat()
            assert others is not None
            assert len(others) == 1
            await second.line.close()
            assert await first.line.beat() == frozenset()

        self.run(tmp_path, 2, case)

    def test_a_table_is_looked_after_by_one_and_inherited_by_another(self, tmp_path: Path) -> None:
        async def case(first: Process, second: Process) -> None:
            claimed = await asyncio.gather(first.line.claim(["a", "b", "c"]), second.line.claim(["c", "b", "d"]))
            assert claimed[0] | claimed[1] == {"a", "b", "c", "d"}
            assert not claimed[0] & claimed[1]
            assert await second.line.claim(["a"]) == frozenset()
            await first.line.release("a")
            assert await second.line.claim(["a"]) == {"a"}
            assert await second.line.inherit() == {}
            await first.line.leave()
            assert await first.line.claim(["e"]) == frozenset()
            left = await second.line.inherit()
            assert left.keys() == claimed[0] - {"a"}
            assert all(ago >= 0 for ago in left.values())
            assert await second.line.inherit() == {}

        self.run(tmp_path, 2, case)

    def test_one_at_a_time_has_a_turn(self, tmp_path: Path) -> None:
        async def case(*joined: Process) -> None:
            within = most = 0

            async def take(one: Process) -> None:
                nonlocal within, most
                async with one.line.turn():
                    within += 1
                    most = max(most, within)
                    await asyncio.sleep(0.001)
                    within -= 1

            await asyncio.gather(*(take(one) for one in joined * 10))
            assert most == 1

        self.run(tmp_path, 2, case)

    def test_tokens_are_spent_by_all_together(self, tmp_path: Path) -> None:
        async def case(*joined: Process) -> None:
            waits = await asyncio.gather(*(one.line.spend("ann", RATE) for one in joined * 10))
            assert waits.count(0) == 5
            assert all(wait == 0 or 90 < wait <= 100 for wait in waits)
            assert await joined[0].line.spend("bob", RATE) == 0
            assert await joined[1].line.spend("quick", Rate(1e6, 1)) == 0
            assert await joined[0].line.spend("quick", Rate(1e6, 1)) == 0

        self.run(tmp_path, 2, case)
