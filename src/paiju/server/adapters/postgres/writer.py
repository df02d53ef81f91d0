"""The one who writes the tables' logs, a group of entries at a time.

What waits when the last group is on disk goes into one statement: one way to the database and one flush of its disk for all
of it. A quiet server waits for nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from asyncpg import IntegrityConstraintViolationError

from paiju.server.adapters.postgres.coordinator import PostgresCoordinator
from paiju.server.adapters.postgres.pool import AWAY
from paiju.server.adapters.row_mappers import RESULT, booking_rows, played_rows, rated_hand_row, settled_hand_id
from paiju.server.app.cluster.peers import TableUpdated
from paiju.server.app.store import Append, StakeRefused

GROUP: Final = 256
"""Maximum number of entries in one statement."""

_APPEND: Final = f"""
WITH given AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::bytea[], $7::int[],
        $8::text[], $9::text[], $10::bool[], $11::int[], $12::bigint[], $13::bytea[], $14::int[])
    AS given (table_id, version, at, actor, command, facts, format,
        ruleset, phase, private, open_seats, due, info, info_format)
), written AS (
    INSERT INTO entries (table_id, version, at, actor, command, facts, format)
    SELECT table_id, version, at, actor, command, facts, format FROM given
    WHERE version = 1 + coalesce((SELECT max(version) FROM entries WHERE entries.table_id = given.table_id), 0)
    ORDER BY table_id  -- who else writes the same tables does it in the same order: nobody waits in a circle
    ON CONFLICT DO NOTHING RETURNING table_id, version
), shown AS (
    INSERT INTO tables AS shown (table_id, ruleset, phase, private, open_seats, due, updated, info, format)
    SELECT table_id, ruleset, phase, private, open_seats, due, at, info, info_format FROM given JOIN written USING (table_id)
    ON CONFLICT (table_id) DO UPDATE SET ruleset = excluded.ruleset, phase = excluded.phase,
        open_seats = excluded.open_seats, due = excluded.due, info = excluded.info, format = excluded.format,
        updated = CASE WHEN shown.phase = 'playing' AND excluded.phase = 'playing'
            THEN shown.updated ELSE excluded.updated END
), sitting AS (
    SELECT sitting.* FROM unnest($15::text[], $16::text[]) AS sitting (table_id, player_id) JOIN written USING (table_id)
), sat AS (
    INSERT INTO seated (table_id, player_id) SELECT table_id, player_id FROM sitting ON CONFLICT DO NOTHING
), risen AS (
    DELETE FROM seated USING written WHERE seated.table_id = written.table_id
    AND NOT EXISTS (SELECT FROM sitting WHERE sitting.table_id = seated.table_id AND sitting.player_id = seated.player_id)
), ended AS (
    INSERT INTO hands (table_id, hand_id, ended, info, record, format, judged, public_id)
    SELECT table_id, hand_id, ended, info, record, format, judged, public_id
    FROM unnest($17::text[], $18::text[], $19::bigint[], $20::bytea[], $21::bytea[], $22::int[], $23::int[], $24::text[])
        AS ended (table_id, hand_id, ended, info, record, format, judged, public_id) JOIN written USING (table_id)
), played AS (
    INSERT INTO played (player_id, ended, hand_id, {RESULT})
    SELECT player_id, ended, hand_id, {RESULT} FROM unnest($25::text[], $26::text[], $27::bigint[], $28::text[],
        $29::text[], $30::int[], $31::text[], $32::bigint[], $33::text[], $34::int[], $35::int[], $36::bigint[],
        $37::bigint[], $38::int[], $39::text[])
        AS played (table_id, player_id, ended, hand_id, {RESULT}) JOIN written USING (table_id)
), kept AS (
    INSERT INTO snapshots (table_id, version, build, state)
    SELECT kept.* FROM unnest($40::text[], $41::int[], $42::text[], $43::bytea[])
        AS kept (table_id, version, build, state) JOIN written USING (table_id)
    ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, build = excluded.build, state = excluded.state
), staked AS (  -- without an amount where the purse holds less, which is refused, as is who has some at stake already
    INSERT INTO at_stake (player_id, hand_id, coins)
    SELECT stake.player_id, stake.hand_id, held.coins
    FROM unnest($44::text[], $45::text[], $46::text[], $47::bigint[]) AS stake (table_id, player_id, hand_id, coins)
    JOIN written USING (table_id) LEFT JOIN LATERAL (
        SELECT stake.coins FROM purses WHERE purses.player_id = stake.player_id AND purses.coins >= stake.coins FOR UPDATE
    ) AS held ON true
), freed AS (
    DELETE FROM at_stake USING unnest($48::text[], $49::text[]) AS settled (table_id, hand_id) JOIN written USING (table_id)
    WHERE at_stake.hand_id = settled.hand_id
), moved AS (
    SELECT moved.* FROM unnest($50::text[], $51::text[], $52::text[], $53::bigint[], $54::bigint[])
        AS moved (table_id, cause, account, amount, at) JOIN written USING (table_id)
), booked AS (
    INSERT INTO bookings (cause, account, amount, at) SELECT cause, account, amount, at FROM moved
), paid AS (
    UPDATE purses SET coins = purses.coins + moved.amount FROM moved
    WHERE moved.account LIKE 'player:%' AND purses.player_id = substr(moved.account, 8)
), contested AS (
    INSERT INTO contests (ruleset, ended, hand_id, verdict)
    SELECT ruleset, ended, hand_id, verdict FROM unnest($55::text[], $56::text[], $57::bigint[], $58::text[], $59::bytea[])
        AS contested (table_id, ruleset, ended, hand_id, verdict) JOIN written USING (table_id)
)
"""  # noqa: S608 (constants)
"""Of each table there is one entry at most. What loses writes nothing anywhere."""

_ANSWER: Final = "SELECT table_id, version FROM written"

_NOTIFY: Final = """
SELECT table_id, version FROM written
UNION ALL SELECT NULL, NULL FROM unnest($60::text[]) AS news WHERE pg_notify('paiju', news) IS NULL
"""
"""Announce every entry, also one that another process has written first: the receiver reads the log anyway, and no message number
is skipped.
"""


class _PendingAppend(NamedTuple):
    """An append, and who waits for it."""

    append: Append
    done: asyncio.Future[bool]

    @property
    def table(self) -> str:
        return self.append.entry.table

    def resolve(self, *, written: bool) -> None:
        """Resolve the waiting future, unless it was cancelled."""
        if not self.done.done():
            self.done.set_result(written)

    def fail(self, error: Exception) -> None:
        """The same."""
        if not self.done.done():
            self.done.set_exception(error)


class PostgresWriter:
    """Queues appends, writes them in groups, and reports to each caller whether its entry was written."""

    def __init__(self, link: PostgresCoordinator) -> None:
        self._link = link
        self._waiting: list[_PendingAppend] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> bool:
        job = _PendingAppend(append, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._writing is None:
            self._writing = asyncio.create_task(self._run())
        return await job.done

    async def stop(self) -> None:
        """Write what waits, and end."""
        while self._writing is not None:
            await self._writing

    async def _run(self) -> None:
        """One group after another, while something waits. The first waits for what else this turn of the loop wants to write."""
        await asyncio.sleep(0)
        while self._waiting:
            await self._write_group(self._next_group())
        self._writing = None

    def _next_group(self) -> list[_PendingAppend]:
        """The oldest of each table, up to a number."""
        group: dict[str, _PendingAppend] = {}
        later = []
        for job in self._waiting:
            if job.table in group or len(group) == GROUP:
                later.append(job)
            else:
                group[job.table] = job
        self._waiting = later
        return list(group.values())

    async def _write_group(self, group: Sequence[_PendingAppend]) -> None:
        """Write a group. If something in it cannot be written, write each alone, so that it fails alone."""
        try:
            written = await self._write_together(group)
        except IntegrityConstraintViolationError as error:
            if len(group) == 1:
                group[0].fail(_refusal_reason(group[0].append, error))
            else:
                await self._write_each(group)
        except Exception as error:  # noqa: BLE001 (it is handed to whoever waits)
            if len(group) == 1 or isinstance(error, AWAY):
                for job in group:
                    job.fail(error)
            else:
                await self._write_each(group)
        else:
            for job in group:
                job.resolve(written=job.table in written)

    async def _write_each(self, group: Sequence[_PendingAppend]) -> None:
        for job in group:
            await self._write_group([job])

    async def _append(self, db: Any, given: Sequence[list[Any]], messages: Sequence[str]) -> set[str]:
        """Write the entries, and announce them to the other processes."""
        if self._link.notifies:
            rows = await db.fetch(_APPEND + _NOTIFY, *given, messages)
        else:
            rows = await db.fetch(_APPEND + _ANSWER, *given)
            for row in rows:
                self._link.publish(TableUpdated(row[0], row[1]))
        return {row[0] for row in rows}

    async def _write_together(self, group: Sequence[_PendingAppend]) -> set[str]:
        given = _columns([job.append for job in group])
        entries = [job.append.entry for job in group]
        messages = self._link.written([TableUpdated(entry.table, entry.version) for entry in entries])
        tries = 0

        async def work(db: Any) -> set[str]:
            nonlocal tries
            tries += 1
            written = await self._append(db, given, messages)
            if tries > 1:  # whether it was written the time before, the connection took along when it broke
                lost = [job.append for job in group if job.table not in written]
                written |= {append.entry.table for append in lost if await _is_written(db, append)}
            return written

        try:
            return await self._link.run(work)
        except IntegrityConstraintViolationError:
            if tries == 1:
                self._link.not_written(len(group))
            raise


def _refusal_reason(append: Append, error: Exception) -> Exception:
    """What constraints refuse are stakes, unless there are none."""
    return StakeRefused() if append.stakes else error


async def _is_written(db: Any, append: Append) -> bool:
    entry = append.entry
    sql = """SELECT FROM entries WHERE table_id = $1 AND version = $2
        AND (at, actor, facts) = ($3, $4, $5) AND command IS NOT DISTINCT FROM $6"""
    return bool(await db.fetch(sql, entry.table, entry.version, entry.at, entry.actor, entry.facts, entry.command))


def _columns(group: Iterable[Append]) -> list[list[Any]]:
    """What ``_APPEND`` takes."""
    entries, sitting, hands, played, kept = [], [], [], [], []
    stakes, settled, moved, contested = [], [], [], []
    for append in group:
        entry, shown, hand = append.entry, append.summary, append.finished
        entries.append((
            entry.table, entry.version, entry.at, entry.actor, entry.command, entry.facts, entry.format,
            shown.ruleset, shown.phase, shown.private, shown.open_seats, shown.due, shown.info, shown.format,
        ))  # fmt: skip
        sitting += [(entry.table, player) for player in shown.players]
        if hand is not None:
            hands.append((
                entry.table, hand.id, hand.ended, hand.info, hand.record, hand.format, int(hand.verdict is not None),
                hand.public_id,
            ))  # fmt: skip
            played += [(entry.table, *row) for row in played_rows(hand)]
            if hand.verdict is not None and hand.verdict.is_rated:
                contested.append((entry.table, *rated_hand_row(hand.id, hand.ended, hand.verdict)))
        if (snapshot := append.snapshot) is not None:
            kept.append((snapshot.table, snapshot.version, snapshot.build, snapshot.state))
        stakes += [(entry.table, stake.player, stake.hand, stake.coins) for stake in append.stakes]
        if (booking := append.settled) is not None:
            settled.append((entry.table, settled_hand_id(booking)))
            moved += [(entry.table, *row) for row in booking_rows(booking)]
    widths = (
        (entries, 14),
        (sitting, 2),
        (hands, 8),
        (played, 15),
        (kept, 4),
        (stakes, 4),
        (settled, 2),
        (moved, 5),
        (contested, 5),
    )
    return [column for rows, width in widths for column in _transpose(rows, width)]


def _transpose(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """Rows as columns."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]
