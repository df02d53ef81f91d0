"""Three processes, PostgreSQL, Redis and many tables, with one fault after another."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from tests.integration.chaos_player import ChaosPlayer
from tests.integration.postgres import Cluster, a_cluster
from tests.integration.redis import RedisServer, a_redis
from tests.integration.server_process import (
    COINS,
    TIME,
    Process,
    a_hand_goes_by,
    a_process,
    a_table,
    all_is_booked,
    nothing_is_lost,
)
from tests.integration.test_fault_recovery import ended
from tests.integration.test_process_shutdown import goes_to_next
from tests.integration.test_several_processes import goes_to
from tests.server.table_harness import ToyRulesetRegistry

LIBRARY = ToyRulesetRegistry()


class Storm:
    """What there is, and what can be done to it."""

    def __init__(self, processes: Sequence[Process], database: Cluster, redis: RedisServer, seed: int) -> None:
        self.random = Random(seed)
        self.rooms: list[list[ChaosPlayer]] = []
        self.last: list[str] = []
        """The names of the tables."""
        self._processes = processes
        self._database = database
        self._redis = redis

    @property
    def players(self) -> list[ChaosPlayer]:
        return [player for room in self.rooms for player in room]

    def any_process(self, but: Process | None = None) -> Process:
        return self.random.choice([process for process in self._processes if process is not but])

    async def all_is_well(self) -> None:
        """No table is stuck, and nothing in the background has ended."""
        self.last = await asyncio.gather(*(a_hand_goes_by(room[0]) for room in self.rooms))
        for process in self._processes:
            async with asyncio.timeout(TIME):
                while (await process.asked("/readyz"))[0] != 200:  # noqa: ASYNC110 (so do those who ask)
                    await asyncio.sleep(0.1)

    # ---- what breaks

    async def a_process_is_killed(self) -> None:
        victim = self.any_process()
        await victim.kill()
        self._send_on(victim)
        await asyncio.sleep(self.random.random())
        await victim.start()

    async def a_process_ends(self) -> None:
        victim = self.any_process()
        for player in self.players:
            goes_to_next(player.client, self.any_process(but=victim).served)
        await victim.end()
        await victim.start()

    async def a_process_stands_still(self) -> None:
        """For longer than it takes to be taken for dead."""
        victim = self.any_process()
        victim.send(signal.SIGSTOP)
        await asyncio.sleep(5)
        victim.send(signal.SIGCONT)

    async def the_database_is_restarted(self) -> None:
        await asyncio.to_thread(self._database.stop, self.random.choice(("fast", "immediate")))
        await asyncio.sleep(self.random.random() * 3)
        await asyncio.to_thread(self._database.start)

    async def redis_is_stopped(self) -> None:
        self._redis.stop()
        await asyncio.sleep(self.random.random() * 3)
        self._redis.start()

    async def sockets_are_cut(self) -> None:
        for player in self.players:
            if self.random.random() < 0.5:
                goes_to(player.client, self.any_process().served)

    def _send_on(self, victim: Process) -> None:
        for player in self.players:
            if player.client._address.startswith(victim.served.url.replace("http", "ws", 1)):
                goes_to(player.client, self.any_process(but=victim).served)


FAULTS: Sequence[Callable[[Storm], Awaitable[None]]] = (
    Storm.a_process_is_killed,
    Storm.a_process_ends,
    Storm.a_process_stands_still,
    Storm.the_database_is_restarted,
    Storm.redis_is_stopped,
    Storm.sockets_are_cut,
)


async def storm(path: Path, tables: int, rounds: int) -> int:
    """Each fault so many times, in any order; every second table plays for coins. Answers how many commands were acknowledged."""
    with a_cluster() as database, a_redis() as redis:
        url = database.at(path)
        async with AsyncExitStack() as stack:
            opened = (a_process(url, "toy", bus=redis.url) for _ in range(3))
            processes = [await stack.enter_async_context(one) for one in opened]
            wild = Storm(processes, database, redis, tables)
            for number in range(tables):
                wanted = {"room": COINS} if number % 2 else {}
                wild.rooms.append(await a_table(processes[number % 3].served, stack, LIBRARY, "toy/plain", **wanted))
            for player in wild.players:
                player.pause = tables / 200  # so that many tables are as many, and no more moves
            playing = [asyncio.ensure_future(player.play(1_000_000)) for player in wild.players]
            faults = list(FAULTS) * rounds
            wild.random.shuffle(faults)
            for fault in faults:
                await fault(wild)
                await wild.all_is_well()
            await ended(playing)
        for room, name in zip(wild.rooms, wild.last, strict=True):
            await nothing_is_lost(url, LIBRARY, name, room)
        assert await all_is_booked(url, LIBRARY) > tables
        return sum(len(player.acknowledged) for player in wild.players)


@pytest.mark.deep
def test_each_fault_is_survived_once(tmp_path: Path) -> None:
    assert asyncio.run(storm(tmp_path, tables=4, rounds=1)) > 100


@pytest.mark.deep
def test_two_hundred_tables_survive_each_fault_three_times(tmp_path: Path) -> None:
    acknowledged = asyncio.run(storm(tmp_path, tables=200, rounds=3))
    print(f"acknowledged, and in the log once: {acknowledged}")  # noqa: T201 (what a long run is for)
    assert acknowledged > 10_000
