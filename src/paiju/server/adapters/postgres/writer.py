"""Writes entries of the tables' logs in groups.

All entries that wait when the last group is on disk go into one statement, with one round trip to the database and one flush
of its disk. An entry on an idle server does not wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from asyncpg import IntegrityConstraintViolationError

from paiju.server.adapters.postgres.append import append_statement
from paiju.server.adapters.postgres.coordinator import PostgresCoordinator
from paiju.server.adapters.postgres.pool import AWAY
from paiju.server.app.cluster.peers import TableUpdated
from paiju.server.app.store import Append, StakeRefused

GROUP: Final = 256
"""Maximum number of entries in one statement."""


class _PendingAppend(NamedTuple):
    """An append, and the future of its caller."""

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
        """Fail the waiting future, unless it was cancelled."""
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
        """Write all waiting entries, and stop."""
        while self._writing is not None:
            await self._writing

    async def _run(self) -> None:
        """Write groups while entries wait; start in the loop's next iteration, so that the group has all entries of this one."""
        await asyncio.sleep(0)
        while self._waiting:
            await self._write_group(self._next_group())
        self._writing = None

    def _next_group(self) -> list[_PendingAppend]:
        """Take the oldest waiting append of each table, at most ``GROUP``."""
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
        """Write a group. If that fails, write each append alone, so that only the faulty one fails."""
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

    async def _append(self, db: Any, statement: str, values: Sequence[list[Any]], messages: list[str]) -> set[str]:
        """Write the entries, and announce them to the other processes; returns the tables whose entry was written."""
        rows = await db.fetch(statement, *values, *([messages] if self._link.notifies else ()))
        if not self._link.notifies:
            for row in rows:
                self._link.publish(TableUpdated(row[0], row[1]))
        return {row[0] for row in rows}

    async def _write_together(self, group: Sequence[_PendingAppend]) -> set[str]:
        statement, values = append_statement([job.append for job in group], notifies=self._link.notifies)
        entries = [job.append.entry for job in group]
        messages = self._link.seal_entries([TableUpdated(entry.table, entry.version) for entry in entries])
        tries = 0

        async def work(db: Any) -> set[str]:
            nonlocal tries
            tries += 1
            written = await self._append(db, statement, values, messages)
            if tries > 1:  # after a broken connection, it is unknown whether the first attempt was written
                lost = [job.append for job in group if job.table not in written]
                written |= {append.entry.table for append in lost if await _is_written(db, append)}
            return written

        try:
            return await self._link.run(work)
        except IntegrityConstraintViolationError:
            if tries == 1:
                self._link.discard_sealed(len(group))
            raise


def _refusal_reason(append: Append, error: Exception) -> Exception:
    """Translate a constraint violation to StakeRefused if the append has stakes."""
    return StakeRefused() if append.stakes else error


async def _is_written(db: Any, append: Append) -> bool:
    entry = append.entry
    sql = """SELECT FROM entries WHERE table_id = $1 AND version = $2
        AND (at, actor, facts) = ($3, $4, $5) AND command IS NOT DISTINCT FROM $6"""
    return bool(await db.fetch(sql, entry.table, entry.version, entry.at, entry.actor, entry.facts, entry.command))
