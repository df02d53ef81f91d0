"""Sends the messages between a room's processes through Redis (``MessageBus``), with PUBLISH and SUBSCRIBE.

Redis stores nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from paiju.server.adapters.message_bus import TextHandler
from paiju.server.errors import CannotServe
from paiju.server.redacted_errors import error_type

PAUSE: Final = 1.0
"""Seconds between two attempts to reconnect to Redis."""

PING_AFTER: Final = 5.0
"""Seconds without a message after which a ping checks the connection."""

_UNREACHABLE_ERRORS: Final = (RedisError, OSError, TimeoutError)
"""Exceptions that mean that Redis cannot be reached."""

log = structlog.get_logger()


class RedisBus:
    """Sends and receives messages through Redis (``MessageBus``).

    While Redis cannot be reached, each process reads the tables' logs again once a second (a resync).
    """

    batches = 0.002

    def __init__(self, url: str) -> None:
        self._channel = "paiju"
        # Messages arrive as bytes, because another program may publish text that is not UTF-8.
        self._redis = Redis.from_url(
            url, socket_timeout=PING_AFTER, socket_connect_timeout=PING_AFTER, health_check_interval=PING_AFTER
        )  # fmt: skip
        self._subscription: PubSub | None = None
        self._hear: TextHandler | None = None
        self._lost: Callable[[], None] | None = None

    async def open(self, room: str, on_message: TextHandler, lost: Callable[[], None]) -> None:
        self._channel, self._hear, self._lost = f"paiju:{room}", on_message, lost
        try:
            self._subscription = await self._subscribe()
        except _UNREACHABLE_ERRORS as error:
            await self._redis.aclose()
            raise CannotServe("cannot_reach_bus", why=str(error) or error_type(error)) from error

    async def deliver_messages(self) -> None:
        while True:
            if self._subscription is None:
                self._subscription = await self._resubscribe()
                self._report_lost()
            try:
                await self._receive_all(self._subscription)
            except _UNREACHABLE_ERRORS as error:
                log.warning("bus_away", error=error_type(error))
            finally:
                await self._unsubscribe()

    async def close(self) -> None:
        await self._unsubscribe()
        await self._redis.aclose()

    async def publish(self, messages: Sequence[str]) -> None:
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                for one in messages:
                    pipe.publish(self._channel, one)
                await pipe.execute()
        except _UNREACHABLE_ERRORS as error:
            raise ConnectionError from error

    async def _subscribe(self) -> PubSub:
        subscription = self._redis.pubsub(ignore_subscribe_messages=True)
        await subscription.subscribe(self._channel)
        await subscription.get_message(timeout=PING_AFTER)  # the confirmation
        return subscription

    async def _receive_all(self, subscription: PubSub) -> None:
        while True:
            message = await subscription.get_message(timeout=PING_AFTER)
            if message is not None and self._hear is not None:
                self._hear(message["data"])

    async def _resubscribe(self) -> PubSub:
        while True:
            await asyncio.sleep(PAUSE)
            try:
                return await self._subscribe()
            except _UNREACHABLE_ERRORS:
                self._report_lost()

    async def _unsubscribe(self) -> None:
        subscription, self._subscription = self._subscription, None
        if subscription is not None:
            await subscription.aclose()  # type: ignore[no-untyped-call]  # it has no types

    def _report_lost(self) -> None:
        if self._lost is not None:
            self._lost()
