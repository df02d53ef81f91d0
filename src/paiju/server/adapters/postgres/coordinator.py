"""Coordinates the processes of a room that share a PostgreSQL database (``Coordinator``).

A bus carries their messages. For each game table that has an owner, a database row names the process that owns it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Final

import asyncpg
import msgspec
import structlog

from paiju.server.adapters.bus_envelope import EnvelopeInbox, EnvelopeSealer, derive_room_key
from paiju.server.adapters.message_bus import MessageBus
from paiju.server.adapters.postgres.notify_bus import NotifyBus
from paiju.server.adapters.postgres.pool import RETRYABLE_ERRORS, PostgresPool
from paiju.server.adapters.postgres.ticket_queue import PostgresTicketQueue
from paiju.server.app.cluster.coordination import (
    PULSE_TIMEOUT,
    AnyPeerMessage,
    InvalidMessage,
    MessageHandler,
    PresenceUpdated,
    Pulse,
    ResyncNeeded,
    TableUpdated,
)
from paiju.server.app.matchmaking.ticket_queue import TicketQueue
from paiju.server.app.metrics import Metrics
from paiju.server.app.token_buckets import Rate
from paiju.server.redacted_errors import error_location, error_type

LEASE: Final = "interval '3 seconds'"
"""Time without a heartbeat after which a process counts as dead."""

SILENCE: Final = 3.0
"""Seconds without a message from a live process after which some of its messages may have been lost."""

LOG_PAUSE: Final = 10.0
"""Minimum seconds between two log lines about messages that were rejected for the same reason."""

MAX_TAKEOVER: Final = 100
"""Maximum number of game tables that a process takes over at a time, so that every process takes over some of them."""

_LOCK_NUMBER: Final = 7_285_101
"""Number of the advisory lock behind ``Coordinator.lock``."""

_SPEND: Final = """
INSERT INTO rates AS rate VALUES ($1, clock_timestamp() + $2)
ON CONFLICT (name) DO UPDATE SET full_at = greatest(rate.full_at, clock_timestamp()) + $2
WHERE rate.full_at <= clock_timestamp() + $3 RETURNING name
"""
"""Takes a token of the token bucket ``$1``, and returns a row. If the bucket is empty, returns no row.

The database stores only the time at which the bucket will be full again. ``$2`` is the interval in which one
token refills. ``$3`` is the interval in which all tokens but one refill: if the bucket will be full within
``$3``, it contains at least one token.
"""

_WAIT: Final = "SELECT extract(epoch FROM full_at - clock_timestamp() - $2) FROM rates WHERE name = $1"
"""Returns the number of seconds until the token bucket ``$1`` has a token.

``$2`` is the time in which the bucket refills all tokens but one.
"""

_BEAT: Final = f"""
WITH me AS (
    UPDATE processes SET since = CASE WHEN seen < clock_timestamp() - {LEASE} THEN clock_timestamp() ELSE since END,
    seen = clock_timestamp() WHERE process_id = $1 AND NOT gone RETURNING process_id, signs
)
SELECT process_id, signs FROM me
UNION SELECT process_id, signs FROM processes WHERE NOT gone AND EXISTS (SELECT FROM me)
"""  # noqa: S608 (constants)
"""Records a heartbeat of process ``$1``, and returns the live processes.

Returns no row if process ``$1`` was marked dead.
"""

_LEAVE: Final = "UPDATE processes SET gone = true, seen = clock_timestamp() WHERE process_id = $1 AND NOT gone"
"""Marks process ``$1`` as gone, which releases its tables."""

_ALIVE: Final = "EXISTS (SELECT FROM processes WHERE process_id = $1 AND NOT gone)"
"""SQL condition: process ``$1`` is known, and not marked dead."""

_CLAIM: Final = f"""
INSERT INTO claims SELECT name, $1 FROM unnest($2::text[]) AS name WHERE {_ALIVE} ORDER BY name
ON CONFLICT (table_id) DO UPDATE SET process_id = claims.process_id WHERE claims.process_id = $1
RETURNING table_id
"""  # noqa: S608
"""Makes process ``$1`` the owner of those game tables in ``$2`` that have no owner.

Returns those game tables in ``$2`` that the process owns now.
"""

_BURY: Final = f"""
UPDATE processes SET gone = true WHERE NOT gone AND seen < clock_timestamp() - {LEASE}
AND EXISTS (SELECT FROM processes WHERE process_id = $1 AND NOT gone
    AND seen > clock_timestamp() - {LEASE} AND since < clock_timestamp() - {LEASE})
"""  # noqa: S608
"""Marks processes without a recent heartbeat as dead.

Does nothing if process ``$1`` itself could not reach the database a moment ago, because then the other processes may
not have been able to reach it either.
"""

_FORGET: Final = (
    "DELETE FROM rates WHERE full_at < clock_timestamp()",
    """DELETE FROM claims USING processes, tables WHERE claims.process_id = processes.process_id AND gone
        AND tables.table_id = claims.table_id AND due IS NULL AND phase <> 'playing'""",
    "DELETE FROM processes WHERE gone AND NOT EXISTS (SELECT FROM claims WHERE claims.process_id = processes.process_id)",
)
"""Statements that delete full token buckets, claims of dead processes, and dead processes without claims.

A claim is deleted only if its game table has no deadline and no running hand.
"""

_INHERIT: Final = f"""
WITH left_behind AS (
    SELECT table_id, greatest(0, coalesce(extract(epoch FROM clock_timestamp() - seen) * 1000, 0))::bigint AS ago
    FROM claims LEFT JOIN processes USING (process_id) WHERE gone IS NOT FALSE AND {_ALIVE}
    LIMIT $2 FOR UPDATE OF claims SKIP LOCKED
)
UPDATE claims SET process_id = $1 FROM left_behind WHERE claims.table_id = left_behind.table_id
RETURNING claims.table_id, ago
"""  # noqa: S608
"""SQL that makes process ``$1`` the owner of up to ``$2`` game tables of dead processes.

It returns these tables, each with the milliseconds since the last heartbeat of its former owner.
"""

_ENTER: Final = """
INSERT INTO processes (process_id, since, seen, signs) VALUES ($1, clock_timestamp(), clock_timestamp(), true)
ON CONFLICT DO NOTHING
"""
"""Adds process ``$1`` to the live processes."""

_KEEP_KEY: Final = "INSERT INTO secrets VALUES ('bus', $1) ON CONFLICT DO NOTHING"
"""Stores a key for signing messages, unless one is stored."""

_SETTLED: Final = "SELECT (SELECT value FROM meta WHERE name = 'room'), (SELECT value FROM secrets WHERE name = 'bus')"
"""Returns the random number that identifies the room, and the stored key that signs messages."""

log = structlog.get_logger()


class PostgresCoordinator(PostgresPool):
    """Connects this process with the other processes that share a PostgreSQL database (``Coordinator``)."""

    def __init__(
        self, pool: asyncpg.Pool, url: str, bus: MessageBus | None = None, bus_key: str = "", meter: Metrics | None = None
    ) -> None:  # fmt: skip
        super().__init__(pool)
        self.queue: TicketQueue = PostgresTicketQueue(pool)
        self._bus = bus or NotifyBus(pool, url)
        self.notifies = bus is None
        """Whether the statement that writes a log entry also sends the message that announces the entry."""
        self._turn = asyncio.Lock()
        self.name = secrets.token_hex(6)
        """Name of this process. If other processes have marked this process as dead, it registers under a new name."""
        self._on_peer_message: MessageHandler | None = None
        self._meter = meter
        self._bus_key = bus_key
        self._key = b""
        self._inbox = EnvelopeInbox(b"")
        self._sealer: EnvelopeSealer | None = None
        self._log_sealer: EnvelopeSealer | None = None
        """Seals the messages that an SQL statement sends when it writes a log entry.

        These messages may overtake the other messages of the process, so they have a stream of their own.
        """
        self._has_older = False
        """Whether a process with an older version of paiju, which reads only unsigned messages, serves the same room."""
        self._listening: asyncio.Task[None] | None = None
        self._pulsed: float | None = None
        """When the oldest outstanding pulse was sent, by the monotonic clock; None if no pulse is outstanding.

        A pulse is a message that a process sends to all processes, also to itself. It is outstanding until the process
        has received it itself.
        """
        self._logged: dict[str, float] = {}
        self._telling: asyncio.Task[None] | None = None
        self._out_since: float | None = time.monotonic()
        """The time, by the monotonic clock, since which all messages of this process have been sent without an error.

        None if the latest attempt to send failed.
        """
        self._outgoing: dict[object, AnyPeerMessage] = {}

    async def open(self, on_message: MessageHandler) -> None:
        self._on_peer_message = on_message
        await self.write(_KEEP_KEY, secrets.token_bytes(32))
        ((room, kept),) = await self.read(_SETTLED)
        self._key = derive_room_key(self._bus_key.encode() or kept, str(room))
        self._inbox = EnvelopeInbox(self._key)
        await self._register_process()
        await self._bus.open(str(room), self._on_message, self._on_messages_lost)
        self._record_older_versions(await self._live_processes())

    async def deliver_messages(self) -> None:
        """Deliver messages until cancelled. Raises TimeoutError if this process does not receive even its own messages."""
        since = time.monotonic()
        hearing = self._listening = asyncio.create_task(self._bus.deliver_messages())
        try:
            while not hearing.done():
                await asyncio.wait({hearing}, timeout=1)
                if self._receives_nothing(since):
                    raise TimeoutError
            await hearing
        finally:
            hearing.cancel()
            await asyncio.wait({hearing})

    def _receives_nothing(self, since: float) -> bool:
        """Whether this process seems to receive no messages at all, not even its own pulses (``Pulse``).

        That is so if three conditions have held for more than ``PULSE_TIMEOUT`` seconds: the process was listening, it
        sent messages without an error, and none of its pulses came back. ``since`` is the time at which it began to
        listen, by the monotonic clock.
        """
        return (
            self._out_since is not None
            and min(self.bus_silence, time.monotonic() - max(since, self._out_since)) > PULSE_TIMEOUT
        )

    @property
    def bus_silence(self) -> float:
        return 0.0 if self._pulsed is None else time.monotonic() - self._pulsed

    async def release_all(self) -> None:
        with suppress(*RETRYABLE_ERRORS):
            await self.write_without_retry(_LEAVE, self.name)

    async def close(self) -> None:
        await self.release_all()
        if self._telling is not None:
            await self._telling
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait({self._listening})
        await self._bus.close()

    # ---- messages

    def publish(self, message: AnyPeerMessage) -> None:
        key = (type(message), message.table) if isinstance(message, PresenceUpdated | TableUpdated) else object()
        self._outgoing[key] = message
        if self._telling is None:
            self._telling = asyncio.create_task(self._send_pending())

    async def _send_pending(self) -> None:
        try:
            while self._outgoing:
                await asyncio.sleep(self._bus.batches)
                batch, self._outgoing = tuple(self._outgoing.values()), {}
                await self._bus.publish(self._encode_messages(self._sealer, batch))
                if self._out_since is None:
                    self._out_since = time.monotonic()
        except OSError as error:
            if self._out_since is not None:  # log only the first failure
                log.warning("news_lost", error=error_type(error.__cause__ or error))
            self._out_since = None
        finally:
            self._telling = None

    def seal_update_messages(self, wrote: Collection[TableUpdated]) -> list[str]:
        """Return sealed messages that announce log entries, for the SQL statement that writes the entries.

        ``wrote`` contains a message for each entry. The statement later sends all of them, even those for entries that
        it does not write. The result is empty if the messages go through another bus than the database.
        """
        return self._encode_messages(self._log_sealer, wrote) if self.notifies and self._log_sealer is not None else []

    def discard_sealed_messages(self, count: int) -> None:
        """Discard the last ``count`` messages that were sealed, so that the next messages reuse their numbers.

        May be called only if the statement that was to send the discarded messages was certainly rolled back.
        """
        if self.notifies and self._log_sealer is not None:
            self._log_sealer.reuse_numbers(count)

    def _encode_messages(self, sealer: EnvelopeSealer | None, messages: Collection[AnyPeerMessage]) -> list[str]:
        """Return messages as texts for the bus, sealed by ``sealer``.

        While a process with an older version of paiju serves the room, the result also contains each message in its
        older form, without a signature.
        """
        assert sealer is not None
        texts = [sealer.seal(one) for one in messages]
        if self._has_older:
            texts += [msgspec.json.encode((self.name, one)).decode() for one in messages]
        return texts

    def _on_message(self, text: str | bytes) -> None:
        """Handle one message from the bus. An error in one message must not stop those that follow."""
        try:
            self._receive(text)
        except InvalidMessage as error:
            self._report_rejected_message(error.reason)
        except Exception as error:  # noqa: BLE001 (any error concerns this message alone)
            self._report_rejected_message("failed", error)

    def _receive(self, text: str | bytes) -> None:
        envelope = self._inbox.open(text)
        try:
            message = msgspec.json.decode(envelope.payload, type=AnyPeerMessage)
        except msgspec.ValidationError as error:
            raise InvalidMessage("unknown") from error
        if envelope.sender == self.name:
            if isinstance(message, Pulse):
                self._pulsed = None
        elif not isinstance(message, Pulse) and self._on_peer_message is not None:
            self._on_peer_message(envelope.sender, message)

    def _report_rejected_message(self, reason: str, error: Exception | None = None) -> None:
        if self._meter is not None:
            self._meter.record_rejected_peer_message(reason)
        now = time.monotonic()
        if now - self._logged.get(reason, float("-inf")) < LOG_PAUSE:
            return
        self._logged[reason] = now
        if error is None:
            log.warning("bus_message_rejected", reason=reason)
        else:  # the message was valid: the error is in this process
            log.error("bus_message_failed", error=error_type(error), at=error_location(error))

    def _on_messages_lost(self) -> None:
        """Remember that messages may have been lost, so that the next heartbeat requests a resync.

        In a resync, this process reads again what the lost messages may have announced. Several losses between two
        heartbeats cause only one resync.
        """
        self._inbox.has_gap = True

    # ---- live processes, and owners of tables

    async def heartbeat(self) -> frozenset[str] | None:
        living = {str(row[0]): bool(row[1]) for row in await self.read(_BEAT, self.name)}
        if not living:
            self.name = secrets.token_hex(6)
            await self._register_process()
            return None
        self._record_older_versions(living)
        others = frozenset(living) - {self.name}
        self._inbox.discard_dead_senders(living)
        if self._check_for_missed_messages(others):
            self._request_resync()
        self._ping_bus()
        return others

    async def _register_process(self) -> None:
        await self.write(_ENTER, self.name)
        self._sealer, self._log_sealer = (
            EnvelopeSealer(self._key, self.name),
            EnvelopeSealer(self._key, self.name, "log"),
        )

    async def _live_processes(self) -> dict[str, bool]:
        """Return, for each live process by name, whether it signs its messages."""
        return {row[0]: row[1] for row in await self.read("SELECT process_id, signs FROM processes WHERE NOT gone")}

    def _record_older_versions(self, living: Mapping[str, bool]) -> None:
        self._has_older = not all(living.values())

    def _check_for_missed_messages(self, others: Collection[str]) -> bool:
        """Whether messages to this process may have been lost since the last call.

        That is so in each of these cases:

        - A message number is missing. The call then sets ``EnvelopeInbox.has_gap`` to False.
        - For ``SILENCE`` seconds, this process has not received its own pulses (``Pulse``).
        - For ``SILENCE`` seconds, no valid message came from one of the live processes ``others``. The messages of a
          process with an older version of paiju, or with another key, are not valid.
        """
        has_gap, self._inbox.has_gap = self._inbox.has_gap, False
        return (
            has_gap
            or self.bus_silence > SILENCE
            or not all(self._inbox.has_recent_message_from(one, SILENCE) for one in others)
        )

    def _request_resync(self) -> None:
        if self._meter is not None:
            self._meter.record_resync()
        if self._on_peer_message is not None:
            self._on_peer_message(self.name, ResyncNeeded())

    def _ping_bus(self) -> None:
        """Send a pulse (``Pulse``) to every process, also to this one.

        If no earlier pulse is outstanding, record the present time in ``_pulsed``.
        """
        if self._pulsed is None:
            self._pulsed = time.monotonic()
        self.publish(Pulse())

    async def claim(self, tables: Collection[str]) -> frozenset[str]:
        return frozenset(row[0] for row in await self.read(_CLAIM, self.name, sorted(set(tables))))

    async def release(self, table: str) -> None:
        await self.write("DELETE FROM claims WHERE table_id = $1 AND process_id = $2", table, self.name)

    async def take_over_abandoned_tables(self) -> dict[str, int]:
        await self.write(_BURY, self.name)
        for sql in _FORGET:
            await self.write(sql)
        return {row[0]: row[1] for row in await self.read(_INHERIT, self.name, MAX_TAKEOVER)}

    @asynccontextmanager
    async def lock(self) -> AsyncIterator[None]:
        async with self._turn:
            await self.read("SELECT")  # wait while the database is unreachable
            async with self._pool.acquire() as db:
                turn = db.transaction()
                await turn.start()
                try:
                    await db.execute("SELECT pg_advisory_xact_lock($1)", _LOCK_NUMBER)
                    yield
                finally:
                    with suppress(*RETRYABLE_ERRORS):
                        await turn.rollback()

    # ---- rates

    async def take_token(self, name: str, rate: Rate) -> float:
        token = timedelta(seconds=1 / rate.second)
        rest = (rate.burst - 1) * token
        if await self.read(_SPEND, name, token, rest):
            return 0
        waits = await self.read(_WAIT, name, rest)
        return max(0.001, *(float(row[0]) for row in waits), 0)
