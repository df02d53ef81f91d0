"""A running table: its command handler, its subscribers and its scheduler."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress

from paiju.server import wire
from paiju.server.app.cluster.coordination import Broadcast, DirectMessage
from paiju.server.app.context import AppContext
from paiju.server.app.quarantine import CorruptStream, replay_log
from paiju.server.app.tables.command_handler import CommandHandler
from paiju.server.app.tables.scheduler import Scheduler
from paiju.server.app.tables.snapshots import EMPTY_START, ReplayStart, read_replay_start
from paiju.server.app.tables.subscribers import Subscribers
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.table_state import Table


class LiveTable:
    """A table in memory.

    After each log entry, first the table's subscribers are notified, and then its scheduler. The scheduler sets a
    timer for the next deadline of the table.
    """

    def __init__(self, context: AppContext, table: Table) -> None:
        self.context = context
        self.command_handler = CommandHandler(context, table)
        self.subscribers = Subscribers(context, table, self.command_handler.now)
        self.scheduler = Scheduler(context, self.command_handler)
        self.command_handler.followers = (self.subscribers, self.scheduler)

    @property
    def table(self) -> Table:
        """The current table."""
        return self.command_handler.table

    def broadcast(self, event: wire.SocialEvent) -> None:
        """Send a message to all subscribers in all processes, without storing it."""
        self.subscribers.broadcast(event)
        self.context.peers.coordinator.publish(Broadcast(self.table.id, event))

    def send_to(self, event: wire.SocialEvent, to: Collection[str]) -> None:
        """Send a message to the players ``to``. The message is not stored.

        The clients of these players may be connected to any process.
        """
        self.subscribers.broadcast(event, to)
        self.context.peers.coordinator.publish(DirectMessage(self.table.id, event, tuple(sorted(to))))

    async def execute(self, actor: str, command: str | None, work: Callable[[CommandContext], None]) -> int:
        """Execute a command and return the table's edition after it; see ``CommandHandler.execute``."""
        return await self.command_handler.execute(actor, command, work)


async def load_table(context: AppContext, name: str) -> LiveTable | None:
    """Load a table from its last snapshot and the log entries after it; if that fails, from its whole log.

    Returns None if the table does not exist.

    Raises CorruptStream.
    """
    start = read_replay_start(context.registry, await context.store.snapshot(name))
    with suppress(CorruptStream):
        if start.table is not None and (live := await _load_from_replay_start(context, name, start)):
            return live
    return await _load_from_replay_start(context, name, EMPTY_START)


async def _load_from_replay_start(context: AppContext, name: str, start: ReplayStart) -> LiveTable | None:
    """Load a table from the state ``start`` and the later log entries; None if there are no later entries.

    The entries are read outside the event loop, because there may be many. Raises CorruptStream.
    """
    entries = await context.store.entries(name, start.last_entry_version)
    if not entries:
        return None
    table, editions = await asyncio.to_thread(replay_log, context.registry, entries, start.table)
    assert table is not None
    live = LiveTable(context, table)
    live.command_handler.restore_processed(start.answers)
    for entry, edition in zip(entries, editions, strict=True):
        live.command_handler.remember_processed(entry, edition)
    return live
