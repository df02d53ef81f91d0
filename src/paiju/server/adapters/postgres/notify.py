"""``Bus`` over the database itself: LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import asyncpg

from paiju.server.adapters.postgres.link import ANSWER, AWAY, PAUSE, PostgresLink

CHANNEL: Final = "paiju"


class NotifyBus(PostgresLink):
    """``Bus``. What is told by a statement that writes (``writer.py``) is heard when that is committed."""

    gathers = 0.01

    def __init__(self, pool: asyncpg.Pool, url: str) -> None:
        super().__init__(pool)
        self._url = url
        self._hear: Callable[[str], None] | None = None
        self._listening: asyncio.Task[None] | None = None

    async def open(self, room: str, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        """See ``Bus.open``."""
        self._hear = hear
        db = await self._connect()
        self._listening = asyncio.create_task(self._listen(db, lost))

    async def close(self) -> None:
        """See ``Bus.close``."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait({self._listening})

    async def tell(self, news: Sequence[str]) -> None:
        """See ``Bus.tell``."""
        try:
            await self.read("SELECT pg_notify($1, news) FROM unnest($2::text[]) AS news", CHANNEL, news)
        except (*AWAY, asyncpg.PostgresError) as error:
            raise ConnectionError from error

    async def _listen(self, db: Any, lost: Callable[[], None]) -> None:
        """Hold the connection on which news come, and make it anew when it is lost."""
        while True:
            ended = asyncio.Event()
            db.add_termination_listener(lambda _, ended=ended: ended.set())
            try:
                if not db.is_closed():
                    await ended.wait()
            finally:
                db.terminate()
            db = await self._reconnect()
            lost()

    async def _reconnect(self) -> Any:
        while True:
            await asyncio.sleep(PAUSE)
            with suppress(*AWAY, asyncpg.PostgresError):
                return await self._connect()

    async def _connect(self) -> Any:
        db = await asyncpg.connect(self._url, timeout=ANSWER)
        await db.add_listener(CHANNEL, self._heard)
        return db

    def _heard(self, db: Any, pid: int, channel: str, payload: str) -> None:
        if self._hear is not None:
            self._hear(payload)
