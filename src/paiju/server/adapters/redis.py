"""``Bus`` over Redis: PUBLISH and SUBSCRIBE. Nothing is kept there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from paiju.server.errors import CannotServe
from paiju.server.faults import kind_of

PAUSE: Final = 1.0
"""Seconds between two tries to reach Redis while it is away."""

SIGN: Final = 5.0
"""Seconds after which a silent connection is asked whether it lives."""

_AWAY: Final = (RedisError, OSError, TimeoutError)

log = structlog.get_logger()


class RedisBus:
    """``Bus``. While Redis is away, all of the room is looked through once a second: nobody sits before an old table."""

    gathers = 0.002

    def __init__(self, url: str) -> None:
        self._channel = "paiju"
        self._redis = Redis.from_url(
            url, decode_responses=True, socket_timeout=SIGN, socket_connect_timeout=SIGN, health_check_interval=SIGN
        )
        self._listening: asyncio.Task[None] | None = None

    async def open(self, room: str, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        """See ``Bus.open``."""
        self._channel = f"paiju:{room}"
        try:
            line = await self._subscribed()
        except _AWAY as error:
            await self._redis.aclose()
            raise CannotServe("cannot_reach_bus", why=str(error) or kind_of(error)) from error
        self._listening = asyncio.create_task(self._listen(line, hear, lost))

    async def close(self) -> None:
        """See ``Bus.close``."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait({self._listening})
        await self._redis.aclose()

    async def tell(self, news: Sequence[str]) -> None:
        """See ``Bus.tell``."""
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                for one in news:
                    pipe.publish(self._channel, one)
                await pipe.execute()
        except _AWAY as error:
            raise ConnectionError from error

    async def _subscribed(self) -> PubSub:
        line = self._redis.pubsub(ignore_subscribe_messages=True)
        await line.subscribe(self._channel)
        await line.get_message(timeout=SIGN)  # that it is done
        return line

    async def _listen(self, line: PubSub, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        while True:
            try:
                while True:
                    message = await line.get_message(timeout=SIGN)
                    if message is not None:
                        hear(message["data"])
            except _AWAY as error:
                log.warning("bus_away", error=kind_of(error))
            finally:
                await line.aclose()  # type: ignore[no-untyped-call]  # it has no types
            line = await self._again(lost)
            lost()

    async def _again(self, lost: Callable[[], None]) -> PubSub:
        while True:
            await asyncio.sleep(PAUSE)
            try:
                return await self._subscribed()
            except _AWAY:
                lost()
