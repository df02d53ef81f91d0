"""Writes entries of the tables' logs in groups.

Moves that arrive while a group is being written form the next group. So do moves that arrive until
``APART`` seconds after the writing began. A group contains at most one move for each table, and at most
``GROUP`` moves. One statement writes the whole group, with one round trip to the database and one flush of
its disk. Entries other than moves are rare and write more, so each group of such entries is a transaction
with several statements. If the server is idle, an entry does not wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from asyncpg import IntegrityConstraintViolationError

from paiju.server.adapters.postgres.append import MOVE, NOTIFY, to_move_parameters
from paiju.server.adapters.postgres.coordinator import PostgresCoordinator
from paiju.server.adapters.postgres.pool import RETRYABLE_ERRORS, PostgresTransaction
from paiju.server.adapters.store.append import APART, GROUP, write_append
from paiju.server.app.cluster.coordination import TableUpdated
from paiju.server.app.store import Append, StakeRefused


class _PendingAppend(NamedTuple):
    """An entry that waits to be written, and the future (``done``) on which the caller of ``append`` waits."""

    append: Append
    done: asyncio.Future[bool]

    @property
    def table_id(self) -> str:
        return self.append.entry.table

    def resolve(self, *, written: bool) -> None:
        """Tell the caller whether the entry was written, unless the caller was cancelled.

        ``written`` becomes the result of the caller's future.
        """
        if not self.done.done():
            self.done.set_result(written)

    def fail(self, error: Exception) -> None:
        """Set the exception of the caller's future, unless the caller was cancelled."""
        if not self.done.done():
            self.done.set_exception(error)


class PostgresLogWriter:
    """Queues appends, writes them in groups, and tells each caller whether its entry was written."""

    def __init__(self, link: PostgresCoordinator) -> None:
        self._link = link
        self._waiting: list[_PendingAppend] = []
        self._writing: asyncio.Task[None] | None = None
        self._next_start = 0.0
        """Earliest start of the next group, by the event loop's clock."""

    async def append(self, append: Append) -> bool:
        job = _PendingAppend(append, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_groups())
        return await job.done

    async def stop(self) -> None:
        """Write all entries that wait, and stop."""
        while self._writing is not None:
            await self._writing

    async def _write_groups(self) -> None:
        """Write one group after another until no entry waits.

        Each group starts at ``_next_start`` or later, but never in the current iteration of the event loop. The first
        group therefore contains all entries that are queued in this iteration.
        """
        loop = asyncio.get_running_loop()
        while self._waiting:
            await asyncio.sleep(self._next_start - loop.time())
            self._next_start = loop.time() + APART
            await self._write_group(self._next_group())
        self._writing = None

    def _next_group(self) -> list[_PendingAppend]:
        """Take the next group of appends from the queue: at most ``GROUP`` appends, and at most one for each game table.

        If the first append in the queue is a move (``Append.is_move``), the group contains only moves. Otherwise it
        contains only other appends. The appends for the same table are taken in the order of the queue.
        """
        group: list[_PendingAppend] = []
        later: list[_PendingAppend] = []
        tables = set[str]()
        moves = self._waiting[0].append.is_move
        for job in self._waiting:
            fits = job.append.is_move == moves and job.table_id not in tables and len(group) < GROUP
            (group if fits else later).append(job)
            tables.add(job.table_id)
        self._waiting = later
        return group

    async def _write_group(self, group: Sequence[_PendingAppend]) -> None:
        """Write a group of appends. If that fails, write each append alone, so that only faulty ones fail.

        If the group failed because the database is unreachable, all its appends fail without a second attempt.
        """
        try:
            written = await self._write_together([job.append for job in group])
        except Exception as error:  # noqa: BLE001 (the callers receive it)
            if len(group) > 1 and not isinstance(error, RETRYABLE_ERRORS):
                for job in group:
                    await self._write_group([job])
            else:
                for job in group:
                    job.fail(error)
        else:
            for job in group:
                job.resolve(written=job.table_id in written)

    async def _write_together(self, group: Sequence[Append]) -> set[str]:
        """Write the entries of a group, and announce them to the other processes.

        Returns the tables whose entry was written.
        """
        announced = [TableUpdated(append.entry.table, append.entry.version) for append in group]
        messages = self._link.seal_update_messages(announced)
        write = _write_moves if group[0].is_move else _write_appends
        tries = 0

        async def write_and_check(db: Any) -> set[str]:
            nonlocal tries
            tries += 1
            written = await write(db, group, messages)
            if tries > 1:  # the connection broke, so the first attempt may have written entries
                lost = [append for append in group if append.entry.table not in written]
                written |= {append.entry.table for append in lost if await _is_written(db, append)}
            return written

        try:
            written = await self._link.run(write_and_check)
        except (IntegrityConstraintViolationError, StakeRefused):
            if tries == 1:
                self._link.discard_sealed_messages(len(group))
            raise
        if not self._link.notifies:
            for message in announced:
                if message.table in written:
                    self._link.publish(message)
        return written


async def _write_moves(db: Any, group: Sequence[Append], messages: Sequence[str]) -> set[str]:
    return {row[0] for row in await db.fetch(MOVE, *to_move_parameters(group), messages)}


async def _write_appends(db: Any, group: Sequence[Append], messages: Sequence[str]) -> set[str]:
    async with db.transaction():
        transaction = PostgresTransaction(db)
        in_order = sorted(
            group, key=lambda append: append.entry.table
        )  # writers of the same tables then cannot deadlock
        written = {append.entry.table for append in in_order if await write_append(transaction, append)}
        if messages:
            await db.execute(NOTIFY, messages)
    return written


async def _is_written(db: Any, append: Append) -> bool:
    entry = append.entry
    sql = """SELECT FROM entries WHERE table_id = $1 AND version = $2
        AND (at, actor, facts) = ($3, $4, $5) AND command IS NOT DISTINCT FROM $6"""
    return bool(await db.fetch(sql, entry.table, entry.version, entry.at, entry.actor, entry.facts, entry.command))
