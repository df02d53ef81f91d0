"""Executes the commands of a table one after another.

The events of a command are stored before any subscriber receives them.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from paiju.core.errors import Conflict, PaijuError
from paiju.server.app.context import AppContext
from paiju.server.app.daily.deal_result import to_duplicate_result
from paiju.server.app.economy.bank import coin_writes
from paiju.server.app.store import Append, Entry, StakeRefused, TableSummary
from paiju.server.app.tables.hand_replay import to_finished_hand
from paiju.server.app.tables.lobby_summary import summarize
from paiju.server.app.tables.log_entries import advance_versions, iter_steps, make_entry
from paiju.server.app.tables.snapshots import Answers, make_snapshot
from paiju.server.domain import table_events
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.table_state import Table
from paiju.server.errors import NewerFormat

MAX_PROCESSED = 64
"""Number of processed commands that are kept in memory for each table.

If a client repeats an older command, the store refuses it, because the log contains the command's id.
"""


def new_secret() -> bytes:
    """Return a new random secret of 32 bytes.

    Call this only when a secret is needed, because it may take time: the system call releases the interpreter lock, and
    other threads may run before this one continues.
    """
    return secrets.token_bytes(32)


class TableObserver(Protocol):
    """An object that is notified of each change of a table."""

    def on_events(self, before: Table, table: Table, happened: Sequence[table_events.AnyTableEvent]) -> None:
        """Handle events after this process or another one has stored them.

        ``before`` is the table before the events, and ``table`` the table after them.
        """

    def on_newer_format(self) -> None:
        """Handle the fact that the log has an entry of a newer format, which this process cannot read."""


class CommandHandler:
    """Holds the current state of a table, and is the only way to change this state.

    The event log decides conflicts. If another process has already written the next entry, that entry is applied
    here, and the command is tried again.
    """

    def __init__(self, context: AppContext, table: Table) -> None:
        self.table = table
        self.used = context.clock()
        self.written = 0
        """Time of the last entry in the log, in Unix milliseconds."""
        self.pending_correction = 0
        """Milliseconds by which the room's clock was corrected and this table's deadlines must still be shifted.

        Until they are shifted, the table's own time (``now``) does not contain the correction.
        """
        self.has_newer_format = False
        """Whether a process with a newer version of paiju has written an entry that this process cannot read."""
        self.followers: tuple[TableObserver, ...] = ()
        self._context = context
        self._lock = asyncio.Lock()
        self._written: TableSummary | None = None
        self._answers: dict[tuple[str, str], int] = {}

    async def execute(self, actor: str, command: str | None, work: Callable[[CommandContext], None]) -> int:
        """Call ``work`` with a command context, store the events that it records, and notify the observers.

        ``actor`` is the id of the player who sent the command; "" for the server. ``command`` is the command's id; None
        for commands of the server. If the actor's command with this id was executed before, it is not executed again.

        Returns the table's edition, the version number that clients see, after the change. Raises what ``work`` raises.
        """
        start = time.perf_counter()
        edition = await self._execute(actor, command, work)
        self._context.metrics.record_command(time.perf_counter() - start)
        return edition

    def now(self) -> int:
        """Return the table's own time, in Unix milliseconds.

        This is the room's time, except that it leaves out recent corrections of the room's clock. A correction is
        left out until the table's deadlines have been shifted by it (``pending_correction``).
        """
        return self._context.clock() - self.pending_correction

    async def shift_deadlines(self) -> None:
        """Shift the deadlines by the pending clock correction, so that nobody gains or loses time."""
        await self.execute("", None, lambda draft: None)

    async def apply_remote_entries(self) -> None:
        """Apply the log entries that other processes have written since this process last read or wrote the log."""
        async with self._lock:
            await self._apply_remote_entries()

    def restore_processed(self, answers: Answers) -> None:
        """Set the cache of processed commands, when the table was loaded from a snapshot."""
        self._answers = dict(answers)

    def remember_processed(self, entry: Entry, edition: int) -> None:
        """Remember the time of an entry, and add its command to the cache of processed commands.

        ``edition`` is the table's edition after the entry. If the entry has no command id, only its time is
        remembered.
        """
        self.written = entry.at
        if entry.command is not None:
            self._answers[entry.actor, entry.command] = edition
            if len(self._answers) > MAX_PROCESSED:
                del self._answers[next(iter(self._answers))]

    async def _execute(self, actor: str, command: str | None, work: Callable[[CommandContext], None]) -> int:
        async with self._lock:
            while True:
                done = self._answers.get((actor, command)) if command is not None else None
                if done is not None:
                    return done
                if self.pending_correction:
                    await self._shift_deadlines()
                    continue
                draft = await self._new_context(actor)
                try:
                    work(draft)
                except PaijuError:
                    if not await self._apply_remote_entries():
                        raise
                    continue  # the command may be allowed now that another process's entries are applied
                if not draft.facts or await self._try_commit(draft, actor, command):
                    return self.table.edition

    async def _new_context(self, actor: str) -> CommandContext:
        context, now = self._context, self._context.clock()
        wallets = await context.bank.wallets_at_table(self.table, actor, now)
        return CommandContext(context.registry, self.table, now, new_secret, wallets)

    async def _try_commit(self, draft: CommandContext, actor: str, command: str | None) -> bool:
        """Store the entry of a command. Returns False if the command must be tried again.

        A command must be tried again if wallets have changed, or if another process stored an entry first. The method
        applies the other process's entry before it returns. Raises Conflict if the store refused the entry for
        another reason.
        """
        try:
            if await self._try_append(draft, actor, command):
                return True
        except StakeRefused:
            return False  # the next try reads the wallets again
        await self._apply_remote_or_conflict()
        return False

    async def _shift_deadlines(self) -> None:
        draft, down = await self._new_context(""), self.pending_correction
        draft.record(table_events.ClocksResumed(down))
        if not await self._try_append(draft, "", None):
            await self._apply_remote_or_conflict()

    async def _try_append(self, draft: CommandContext, actor: str, command: str | None) -> bool:
        before = self.table
        table = advance_versions(draft.table, before.version + 1, draft.facts)
        entry = make_entry(table, draft.now, actor, command, draft.facts)
        stored = self._written if table.revised == before.revised else None
        summary = summarize(table, self._context.table_delays, stored)
        begins = any(isinstance(fact, table_events.HandBegun) for fact in draft.facts)
        coins = coin_writes(before, table, draft.now)
        finished = to_finished_hand(self._context.registry, before, table, draft.now)
        duplicate = finished if table.is_duplicate else None
        append = Append(
            entry=entry,
            summary=summary,
            is_move=stored is not None and table.phase == "playing",
            finished=None if duplicate else finished,
            duplicate=to_duplicate_result(self._context.registry, before, table, duplicate) if duplicate else None,
            snapshot=make_snapshot(before, self._answers) if begins else None,
            stakes=coins.stakes,
            settled=coins.settled,
        )
        if not await self._context.store.append(append):
            return False
        self.pending_correction -= sum(
            fact.down for fact in draft.facts if isinstance(fact, table_events.ClocksResumed)
        )
        self.table, self._written, self.used = table, summary, self._context.clock()
        self.remember_processed(entry, table.edition)
        for follower in self.followers:
            follower.on_events(before, table, draft.facts)
        return True

    async def _apply_remote_or_conflict(self) -> None:
        """Apply the entries of other processes. Raises Conflict if there are none."""
        if not await self._apply_remote_entries():
            raise Conflict("busy")

    async def _apply_remote_entries(self) -> bool:
        """Apply the entries of other processes. Returns whether there were any. Raises NewerFormat."""
        entries = await self._context.store.entries(self.table.id, self.table.version)
        try:
            for step in iter_steps(self._context.registry, self.table, entries):
                before, self.table, self._written = self.table, step.table, None
                self.remember_processed(step.entry, step.table.edition)
                for follower in self.followers:
                    follower.on_events(before, step.table, step.happened)
        except NewerFormat:
            self.has_newer_format = True
            for follower in self.followers:
                follower.on_newer_format()
            raise
        return bool(entries)
