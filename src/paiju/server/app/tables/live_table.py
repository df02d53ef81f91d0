"""A running table: its command handler, its subscribers and its scheduler."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress

from paiju.server import wire
from paiju.server.app.cluster.coordination import Broadcast, DirectMessage
from paiju.server.app.context import AppContext
from paiju.server.app.quarantine import CorruptStream, read_log
from paiju.server.app.tables.command_handler import CommandHandler
from paiju.server.app.tables.scheduler import Scheduler
from paiju.server.app.tables.snapshots import EMPTY_START, ReplayStart, replay_start
from paiju.server.app.tables.subscribers import Subscribers
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.table import Table


class LiveTable:
    """A table in memory. After each command the subscribers are notified first, and then the scheduler sets its timer."""

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

    def broadcast(self, said: wire.SocialEvent) -> None:
        """Send a message to all subscribers without storing it."""
        self.subscribers.broadcast(said)
        self.context.peers.coordinator.publish(Broadcast(self.table.id, said))

    def send_to(self, said: wire.SocialEvent, to: Collection[str]) -> None:
        """Send a message to certain players without storing it."""
        self.subscribers.broadcast(said, to)
        self.context.peers.coordinator.publish(DirectMessage(self.table.id, said, tuple(sorted(to))))

    async def execute(self, actor: str, command: str | None, work: Callable[[CommandContext], None]) -> int:
        return await self.command_handler.execute(actor, command, work)


async def load_table(context: AppContext, name: str) -> LiveTable | None:
    """Return a table from its last valid snapshot and its event log. Raises CorruptStream."""
    start = replay_start(context.registry, await context.store.snapshot(name))
    with suppress(CorruptStream):
        if start.table is not None and (live := await _load_from_snapshot(context, name, start)):
            return live
    return await _load_from_snapshot(context, name, EMPTY_START)


async def _load_from_snapshot(context: AppContext, name: str, start: ReplayStart) -> LiveTable | None:
    """Return the table from a snapshot; None if the log does not continue it. Raises CorruptStream.

    A long log is read off the event loop.
    """
    entries = await context.store.entries(name, start.version)
    if not entries:
        return None
    table, editions = await asyncio.to_thread(read_log, context.registry, entries, start.table)
    assert table is not None
    live = LiveTable(context, table)
    live.command_handler.restore_processed(start.answers)
    for entry, edition in zip(entries, editions, strict=True):
        live.command_handler.remember_processed(entry, edition)
    return live
