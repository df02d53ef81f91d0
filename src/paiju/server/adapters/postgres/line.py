"""``Line`` over the database that the processes share: a bus tells, a row for each table says who looks after it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Final

import asyncpg
import msgspec
import structlog

from paiju.server.adapters.bus import Bus
from paiju.server.adapters.postgres.link import AWAY, PostgresLink
from paiju.server.adapters.postgres.notify import NotifyBus
from paiju.server.adapters.postgres.queue import PostgresQueue
from paiju.server.app.limits import Rate
from paiju.server.app.peers import AnyNews, Hear, Here, Missed, Wrote
from paiju.server.app.queue import Queue
from paiju.server.faults import kind_of

LEASE: Final = "interval '3 seconds'"
"""A process that has given no sign of life for so long is dead, or as good as."""

SHARE: Final = 100
"""So many tables are inherited at once, so that there are some for everybody."""

_TURN: Final = 7_285_101

_SPEND: Final = """
INSERT INTO rates AS rate VALUES ($1, clock_timestamp() + $2)
ON CONFLICT (name) DO UPDATE SET full_at = greatest(rate.full_at, clock_timestamp()) + $2
WHERE rate.full_at <= clock_timestamp() + $3 RETURNING name
"""
"""A token takes ``$2`` to come back, and all but one take ``$3``: who has as much or less to wait until all are there has one."""

_WAIT: Final = "SELECT extract(epoch FROM full_at - clock_timestamp() - $2) FROM rates WHERE name = $1"

_BEAT: Final = f"""
WITH me AS (
    UPDATE processes SET since = CASE WHEN seen < clock_timestamp() - {LEASE} THEN clock_timestamp() ELSE since END,
    seen = clock_timestamp() WHERE process_id = $1 AND NOT gone RETURNING process_id
)
SELECT process_id FROM me UNION SELECT process_id FROM processes WHERE NOT gone AND EXISTS (SELECT FROM me)
"""  # noqa: S608 (constants)

_LEAVE: Final = "UPDATE processes SET gone = true, seen = clock_timestamp() WHERE process_id = $1 AND NOT gone"

_ALIVE: Final = "EXISTS (SELECT FROM processes WHERE process_id = $1 AND NOT gone)"

_CLAIM: Final = f"""
INSERT INTO claims SELECT name, $1 FROM unnest($2::text[]) AS name WHERE {_ALIVE} ORDER BY name
ON CONFLICT (table_id) DO UPDATE SET process_id = claims.process_id WHERE claims.process_id = $1
RETURNING table_id
"""  # noqa: S608

_BURY: Final = f"""
UPDATE processes SET gone = true WHERE NOT gone AND seen < clock_timestamp() - {LEASE}
AND EXISTS (SELECT FROM processes WHERE process_id = $1 AND NOT gone
    AND seen > clock_timestamp() - {LEASE} AND since < clock_timestamp() - {LEASE})
"""  # noqa: S608
"""Who could not reach the database itself a moment ago does not judge others by their silence."""

_FORGET: Final = (
    "DELETE FROM rates WHERE full_at < clock_timestamp()",
    """DELETE FROM claims USING processes, tables WHERE claims.process_id = processes.process_id AND gone
        AND tables.table_id = claims.table_id AND due IS NULL AND phase <> 'playing'""",
    "DELETE FROM processes WHERE gone AND NOT EXISTS (SELECT FROM claims WHERE claims.process_id = processes.process_id)",
)

_INHERIT: Final = f"""
WITH left_behind AS (
    SELECT table_id, greatest(0, coalesce(extract(epoch FROM clock_timestamp() - seen) * 1000, 0))::bigint AS ago
    FROM claims LEFT JOIN processes USING (process_id) WHERE gone IS NOT FALSE AND {_ALIVE}
    LIMIT $2 FOR UPDATE OF claims SKIP LOCKED
)
UPDATE claims SET process_id = $1 FROM left_behind WHERE claims.table_id = left_behind.table_id
RETURNING claims.table_id, ago
"""  # noqa: S608

log = structlog.get_logger()


class PostgresLine(PostgresLink):
    """``Line``."""

    def __init__(self, pool: asyncpg.Pool, url: str, bus: Bus | None = None) -> None:
        super().__init__(pool)
        self.queue: Queue = PostgresQueue(pool)
        self._bus = bus or NotifyBus(pool, url)
        self.notifies = bus is None
        """What is written is told by the statement that writes it."""
        self._turn = asyncio.Lock()
        self.name = secrets.token_hex(6)
        """Of this process, until it is taken for dead."""
        self._hear: Hear | None = None
        self._telling: asyncio.Task[None] | None = None
        self._heard_of = True
        """The last news went out."""
        self._news: dict[object, AnyNews] = {}

    async def open(self, hear: Hear) -> None:
        """See ``Line.open``."""
        self._hear = hear
        await self._enter()
        ((room,),) = await self.read("SELECT value FROM meta WHERE name = 'room'")
        await self._bus.open(str(room), self._heard, self._lost)

    async def leave(self) -> None:
        """See ``Line.leave``."""
        with suppress(*AWAY):
            await self.once(_LEAVE, self.name)

    async def close(self) -> None:
        """See ``Line.close``."""
        await self.leave()
        if self._telling is not None:
            await self._telling
        await self._bus.close()

    # ---- news

    def tell(self, news: AnyNews) -> None:
        """See ``Line.tell``."""
        key = (type(news), news.table) if isinstance(news, Here | Wrote) else object()
        self._news[key] = news
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        try:
            while self._news:
                await asyncio.sleep(self._bus.gathers)
                told, self._news = tuple(self._news.values()), {}
                payloads = [msgspec.json.encode((self.name, news)).decode() for news in told]
                await self._bus.tell(payloads)
                self._heard_of = True
        except OSError as error:
            if self._heard_of:  # told once, and not for each piece of news
                log.warning("news_lost", error=kind_of(error.__cause__ or error))
            self._heard_of = False
        finally:
            self._telling = None

    def _heard(self, payload: str) -> None:
        try:
            process, news = msgspec.json.decode(payload, type=tuple[str, AnyNews])
        except msgspec.ValidationError:
            return  # a later paiju's, of a kind that is not known here
        if process != self.name and self._hear is not None:
            self._hear(process, news)

    def _lost(self) -> None:
        if self._hear is not None:
            self._hear(self.name, Missed())

    # ---- who lives, and who looks after what

    async def beat(self) -> frozenset[str] | None:
        """See ``Line.beat``."""
        living = frozenset(row[0] for row in await self.read(_BEAT, self.name))
        if living:
            return living - {self.name}
        self.name = secrets.token_hex(6)
        await self._enter()
        return None

    async def _enter(self) -> None:
        sql = "INSERT INTO processes VALUES ($1, clock_timestamp(), clock_timestamp()) ON CONFLICT DO NOTHING"
        await self.write(sql, self.name)

    async def claim(self, tables: Collection[str]) -> frozenset[str]:
        """See ``Line.claim``."""
        return frozenset(row[0] for row in await self.read(_CLAIM, self.name, sorted(set(tables))))

    async def release(self, table: str) -> None:
        """See ``Line.release``."""
        await self.write("DELETE FROM claims WHERE table_id = $1 AND process_id = $2", table, self.name)

    async def inherit(self) -> dict[str, int]:
        """See ``Line.inherit``."""
        await self.write(_BURY, self.name)
        for sql in _FORGET:
            await self.write(sql)
        return {row[0]: row[1] for row in await self.read(_INHERIT, self.name, SHARE)}

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """See ``Line.turn``."""
        async with self._turn:
            await self.read("SELECT")  # while the database is away, wait
            async with self._pool.acquire() as db:
                turn = db.transaction()
                await turn.start()
                try:
                    await db.execute("SET LOCAL idle_in_transaction_session_timeout = '5s'")  # of who stands still
                    await db.execute("SELECT pg_advisory_xact_lock($1)", _TURN)
                    yield
                finally:
                    with suppress(*AWAY):
                        await turn.rollback()

    # ---- rates

    async def spend(self, name: str, rate: Rate) -> float:
        """See ``Line.spend``."""
        token = timedelta(seconds=1 / rate.second)
        rest = (rate.burst - 1) * token
        if await self.read(_SPEND, name, token, rest):
            return 0
        waits = await self.read(_WAIT, name, rest)
        return max(0.001, *(float(row[0]) for row in waits), 0)
