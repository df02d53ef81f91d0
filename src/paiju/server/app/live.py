"""A table at work joins its commands, its audience and its clockwork."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress

from paiju.server import wire
from paiju.server.app.aside import Unreadable, read_log
from paiju.server.app.audience import Audience
from paiju.server.app.clockwork import Clockwork
from paiju.server.app.commands import Commands
from paiju.server.app.house import House
from paiju.server.app.peers import Told, Whispered
from paiju.server.app.snapshots import BEGINNING, Start, start_of
from paiju.server.domain.draft import Draft
from paiju.server.domain.table import Table


class LiveTable:
    """One table in memory. When a command is done, the audience hears of it, and then the clockwork is set."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.commands = Commands(house, table)
        self.audience = Audience(house, table, self.commands.now)
        self.clockwork = Clockwork(house, self.commands)
        self.commands.followers = (self.audience, self.clockwork)

    @property
    def table(self) -> Table:
        """As it is now."""
        return self.commands.table

    def say(self, said: wire.Said) -> None:
        """Say something to everyone, without keeping it."""
        self.audience.tell(said)
        self.house.peers.line.tell(Told(self.table.id, said))

    def whisper(self, said: wire.Said, to: Collection[str]) -> None:
        """Say something to these players alone."""
        self.audience.tell(said, to)
        self.house.peers.line.tell(Whispered(self.table.id, said, tuple(sorted(to))))

    async def do(self, actor: str, command: str | None, work: Callable[[Draft], None]) -> int:
        """See ``Commands.do``."""
        return await self.commands.do(actor, command, work)


async def load_table(house: House, name: str) -> LiveTable | None:
    """A table from its last snapshot, if that is good, and its log. Raises Unreadable."""
    start = start_of(house.library, await house.store.snapshot(name))
    with suppress(Unreadable):
        if start.table is not None and (live := await _load_from(house, name, start)):
            return live
    return await _load_from(house, name, BEGINNING)


async def _load_from(house: House, name: str, start: Start) -> LiveTable | None:
    """Its log is read beside the event loop: it may be long. None: it does not go on from there. Raises Unreadable."""
    entries = await house.store.entries(name, start.version)
    if not entries:
        return None
    table, editions = await asyncio.to_thread(read_log, house.library, entries, start.table)
    assert table is not None
    live = LiveTable(house, table)
    live.commands.recall(start.answers)
    for entry, edition in zip(entries, editions, strict=True):
        live.commands.remember(entry, edition)
    return live
