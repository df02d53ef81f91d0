"""Six players at one table with changing games, served by three processes, while an attacker publishes messages on the bus."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import asyncpg
import msgspec
import pytest
from redis.asyncio import Redis

from paiju.server import wire_requests
from paiju.server.adapters.bus_envelope import EnvelopeSealer
from paiju.server.adapters.postgres.notify_bus import CHANNEL
from paiju.server.domain.table_setup import SetupRequest
from paiju.server.table_client import RequestRefused, TableClient, TableConnectionClosed, new_id
from tests.integration.postgres import Cluster, rows
from tests.integration.redis import RedisServer
from tests.integration.server_process import Process, a_process
from tests.integration.test_several_processes import soon
from tests.server.test_bus_envelope import HOSTILE

SECONDS: Final = 15

GAMES: Final = ("gunzi/six", "doudizhu/duel", "doudizhu/classic", "doudizhu/four")
"""For six, two, three and four."""

Publish = Callable[[str | bytes], Awaitable[None]]


class Stranger:
    """Reaches the bus, and has no key. It hears everything."""

    def __init__(self, table: str, seed: int) -> None:
        self.heard: list[str] = []
        self._table = table
        self._random = Random(seed)
        self._sealer = EnvelopeSealer(b"guessed", "stranger")

    def hear(self, text: str | bytes) -> None:
        self.heard.append(text if isinstance(text, str) else text.decode("utf-8", "replace"))

    async def rage(self, publish: Publish) -> None:
        while True:
            with suppress(UnicodeEncodeError):
                await publish(self._random.choice((self._anything, self._forged, self._again, self._changed))())
            await asyncio.sleep(self._random.random() * 0.01)

    def _news(self) -> Any:
        seat = self._random.choice((-1, 0, 1, 5, 99, None))
        said = ["social", "say", "hello", seat, "Ann", self._random.choice((None, -1, 99)), ""]
        return self._random.choice((
            ["told", self._table, said],
            ["whispered", self._table, said, ["nobody"]],
            ["wrote", self._table, 1 << 40],
            ["here", self._table, ["ghost"], "doudizhu/duel"],
            ["here", "no-such-table", ["ghost"], "doudizhu/duel"],
            ["missed"],
            ["left"],
        ))  # fmt: skip

    def _anything(self) -> str | bytes:
        return self._random.choice(HOSTILE)

    def _forged(self) -> str:
        sender = self._random.choice(self.heard or ['["stranger"]'])
        name = sender.split('"')[1] if '"' in sender else "stranger"
        return self._random.choice((
            json.dumps([name, self._news()]),
            json.dumps([name, "", self._random.randrange(1 << 40), self._news(), "0" * 64]),
            self._sealer.seal(self._news()),
        ))  # fmt: skip

    def _again(self) -> str:
        return self._random.choice(self.heard) if self.heard else ""

    def _changed(self) -> str:
        text = self._again()
        at = self._random.randrange(len(text) + 1)
        return text[:at] + self._random.choice(("", "9", '"', "]", "\N{SNOWMAN}")) + text[at + 1 :]


@asynccontextmanager
async def over_redis(url: str, room: str, hear: Callable[[str | bytes], None]) -> AsyncIterator[Publish]:
    channel = f"paiju:{room}"
    async with Redis.from_url(url) as redis, redis.pubsub() as subscription:
        await subscription.subscribe(channel)

        async def listen() -> None:
            async for message in subscription.listen():
                if message["type"] == "message":
                    hear(message["data"])

        async def publish(text: str | bytes) -> None:
            await redis.publish(channel, text)

        listening = asyncio.create_task(listen())
        yield publish
        listening.cancel()
        await asyncio.wait({listening})


@asynccontextmanager
async def over_postgres(url: str, hear: Callable[[str | bytes], None]) -> AsyncIterator[Publish]:
    database = await asyncpg.connect(url)
    await database.add_listener(CHANNEL, lambda *told: hear(str(told[3])))

    async def publish(text: str | bytes) -> None:
        if isinstance(text, str) and len(text.encode()) < 8000 and "\0" not in text:  # it takes nothing else
            await database.execute("SELECT pg_notify($1, $2)", CHANNEL, text)

    yield publish
    await database.close()


class Guest:
    """Sits down, says something, stands up, leaves, and changes the game if it may, as fast as it is answered."""

    def __init__(self, processes: Sequence[Process], key: str, table: str, seed: int) -> None:
        self.done = 0
        self._processes = processes
        self._key = key
        self._table = table
        self._random = Random(seed)

    async def rage(self) -> None:
        """Each time that it has left, it comes back by way of any process."""
        while True:
            url = self._random.choice(self._processes).served.url
            async with TableClient(url, self._key, self._table) as client:
                with suppress(TableConnectionClosed):
                    while True:
                        await self._do(client)

    async def _do(self, client: TableClient) -> None:
        seat = self._random.randrange(6)
        say = wire_requests.Say(id=new_id(), phrase="hello")
        wanted = SetupRequest(ruleset=self._random.choice(GAMES))
        sit, react = (
            wire_requests.Sit(id=new_id(), seat=seat),
            wire_requests.React(id=new_id(), reaction="egg", to=seat),
        )
        options = wire_requests.Options(id=new_id(), setup=wanted)
        stand, leave = wire_requests.Stand(id=new_id()), wire_requests.Leave(id=new_id())
        request = self._random.choice((sit, sit, options, say, say, say, react, stand, leave))
        with suppress(RequestRefused):
            await client.request(request)
            self.done += 1


async def all_see_the_same(processes: Sequence[Process], keys: Sequence[str], table: str) -> None:
    """Somebody at each process sees the table as the log has it, and hears what somebody says at another."""
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(TableClient(process.served.url, key, table))
            for process, key in zip(processes, keys, strict=False)
        ]
        heard: list[set[str]] = [set() for _ in clients]
        for number, client in enumerate(clients):

            async def hear(text: str, number: int = number) -> None:
                if '"t":"social"' in text:
                    heard[number].add(text)

            client.heard = hear
        await soon(lambda: all(client.latest for client in clients) and len(set(map(seen_by, clients))) == 1)
        for number, client in enumerate(clients):
            with suppress(RequestRefused):
                await client.request(wire_requests.Sit(id=new_id(), seat=number % 2))
            await asyncio.sleep(0.2)
        speakers = [client for client in clients if client.latest and client.latest.you is not None]
        assert speakers
        for text in ("sorry", "thanks"):
            for client in speakers:
                await client.request(wire_requests.Say(id=new_id(), phrase=text))
        await soon(lambda: all(any("thanks" in text for text in one) for one in heard))
        assert not [text for one in heard for text in one if "hello" in text]
        await soon(lambda: len(set(map(seen_by, clients))) == 1)


def seen_by(client: TableClient) -> bytes:
    """What a client sees of the table, in one text."""
    assert client.latest is not None
    return msgspec.json.encode((client.latest.v, client.latest.table, client.latest.seats))


@pytest.mark.deep
@pytest.mark.parametrize("carrier", ["notify", "redis"])
def test_forged_and_racing_bus_messages_stop_no_listener(
    postgres: Cluster, redis: RedisServer, tmp_path: Path, carrier: str
) -> None:
    async def main() -> None:
        url, bus = postgres.at(tmp_path), redis.url if carrier == "redis" else ""
        async with AsyncExitStack() as stack:
            processes = [await stack.enter_async_context(a_process(url, "games", bus=bus)) for _ in range(3)]
            keys = [await processes[number % 3].served.guest() for number in range(6)]
            table = await processes[0].served.table(keys[0], ruleset=GAMES[0], bots=None)
            guests = [Guest(processes, key, table, seed) for seed, key in enumerate(keys)]
            room = str(rows(url, "SELECT value FROM meta WHERE name = 'room'")[0][0])
            stranger = Stranger(table, 7)
            way = over_redis(bus, room, stranger.hear) if bus else over_postgres(url, stranger.hear)
            publish = await stack.enter_async_context(way)
            raging = [asyncio.create_task(guest.rage()) for guest in guests]
            raging.append(asyncio.create_task(stranger.rage(publish)))
            done, _ = await asyncio.wait(raging, timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
            assert not done, [task.exception() for task in done]
            for task in raging:
                task.cancel()
            await asyncio.wait(raging)
            assert sum(guest.done for guest in guests) > 100
            await all_see_the_same(processes, keys, table)
            for process in processes:
                await is_well(process)

    asyncio.run(main())


async def is_well(process: Process) -> None:
    """Nothing has failed in the background, and what the stranger said was counted."""
    for _ in range(60):
        if (ready := await process.asked("/readyz"))[0] == 200:
            break
        await asyncio.sleep(1)
    assert ready[0] == 200, ready
    _, metrics = await process.asked("/metrics")
    assert "paiju_task_failures_total{" not in metrics
    assert 'reason="failed"' not in metrics
    for reason in ("malformed", "unsigned", "forged", "replayed"):
        assert f'paiju_bus_rejected_total{{reason="{reason}"}}' in metrics
