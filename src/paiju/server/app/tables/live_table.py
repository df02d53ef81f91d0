"""A table at work joins its commands, its audience and its clockwork."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress

from paiju.server import wire
from paiju.server.app.cluster.peers import Broadcast, DirectMessage
from paiju.server.app.context import AppContext
from paiju.server.app.quarantine import CorruptStream, read_log
from paiju.server.app.tables.command_handler import CommandHandler
from paiju.server.app.tables.scheduler import Scheduler
from paiju.server.app.tables.snapshots import EMPTY_START, ReplayStart, replay_start
from paiju.server.app.tables.subscribers import Subscribers
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.table import Table


class LiveTable:
    """One table in memory. When a command is done, the audience hears of it, and then the clockwork is set."""

    def __init__(self, house: AppContext, table: Table) -> None:
        self.house = house
        self.commands = CommandHandler(house, table)
        self.audience = Subscribers(house, table, self.commands.now)
        self.clockwork = Scheduler(house, self.commands)
        self.commands.followers = (self.audience, self.clockwork)

    @property
    def table(self) -> Table:
        """As it is now."""
        return self.commands.table

    def broadcast(self, said: wire.Said) -> None:
        """Say something to everyone, without keeping it."""
        self.audience.broadcast(said)
        self.house.peers.line.publish(Broadcast(self.table.id, said))

    def send_to(self, said: wire.Said, to: Collection[str]) -> None:
        """Say something to these players alone."""
        self.audience.broadcast(said, to)
        self.house.peers.line.publish(DirectMessage(self.table.id, said, tuple(sorted(to))))

    async def execute(self, actor: str, command: str | None, work: Callable[[CommandContext], None]) -> int:
        return await self.commands.execute(actor, command, work)


async def load_table(house: AppContext, name: str) -> LiveTable | None:
    """A table from its last snapshot, if that is good, and its log. Raises Unreadable."""
    start = replay_start(house.registry, await house.store.snapshot(name))
    with suppress(CorruptStream):
        if start.table is not None and (live := await _load_from_snapshot(house, name, start)):
            return live
    return await _load_from_snapshot(house, name, EMPTY_START)


async def _load_from_snapshot(house: AppContext, name: str, start: ReplayStart) -> LiveTable | None:
    """Its log is read beside the event loop: it may be long. None: it does not go on from there. Raises Unreadable."""
    entries = await house.store.entries(name, start.version)
    if not entries:
        return None
    table, editions = await asyncio.to_thread(read_log, house.registry, entries, start.table)
    assert table is not None
    live = LiveTable(house, table)
    live.commands.restore_processed(start.answers)
    for entry, edition in zip(entries, editions, strict=True):
        live.commands.remember_processed(entry, edition)
    return live
