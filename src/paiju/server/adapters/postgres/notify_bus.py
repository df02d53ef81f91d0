"""Sends the messages between a room's processes through PostgreSQL (``MessageBus``), with LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import asyncpg

from paiju.server.adapters.message_bus import TextHandler
from paiju.server.adapters.postgres.pool import ANSWER, PAUSE, RETRYABLE_ERRORS, PostgresPool

CHANNEL: Final = "paiju"


class NotifyBus(PostgresPool):
    """Sends and receives messages with PostgreSQL's LISTEN and NOTIFY (``MessageBus``).

    A statement that writes data may also send messages, which arrive when the statement is committed.
    """

    batches = 0.01

    def __init__(self, pool: asyncpg.Pool, url: str) -> None:
        super().__init__(pool)
        self._url = url
        self._connection: Any = None
        self._on_message: TextHandler | None = None
        self._lost: Callable[[], None] | None = None

    async def open(self, room: str, on_message: TextHandler, lost: Callable[[], None]) -> None:
        self._on_message, self._lost = on_message, lost
        self._connection = await self._connect()

    async def deliver_messages(self) -> None:
        """Keep the connection that receives the messages open, and replace it when it is lost. Run until cancelled."""
        while True:
            if self._connection is None:
                self._connection = await self._reconnect()
                if self._lost is not None:
                    self._lost()
            try:
                await _wait_until_closed(self._connection)
            finally:
                await self.close()

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def publish(self, messages: Sequence[str]) -> None:
        try:
            await self.read("SELECT pg_notify($1, news) FROM unnest($2::text[]) AS news", CHANNEL, messages)
        except (*RETRYABLE_ERRORS, asyncpg.PostgresError) as error:
            raise ConnectionError from error

    async def _reconnect(self) -> Any:
        while True:
            await asyncio.sleep(PAUSE)
            with suppress(*RETRYABLE_ERRORS, asyncpg.PostgresError):
                return await self._connect()

    async def _connect(self) -> Any:
        connection = await asyncpg.connect(self._url, timeout=ANSWER)
        await connection.add_listener(CHANNEL, self._on_notification)
        return connection

    def _on_notification(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        if self._on_message is not None:
            self._on_message(payload)


async def _wait_until_closed(connection: Any) -> None:
    """Wait until a connection is closed or lost."""
    ended = asyncio.Event()
    connection.add_termination_listener(lambda _: ended.set())
    if not connection.is_closed():
        await ended.wait()
