"""A table at work joins its commands, its audience and its clockwork."""

from __future__ import annotations

from collections.abc import Callable

from paiju.server.app.aside import read_log
from paiju.server.app.audience import Audience
from paiju.server.app.clockwork import Clockwork
from paiju.server.app.commands import Commands
from paiju.server.app.house import House
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

    @property
    def quiet(self) -> bool:
        """Nobody is connected, and nothing will happen by itself."""
        return self.audience.empty and self.clockwork.idle

    async def do(self, actor: str, command: str | None, work: Callable[[Draft], None]) -> int:
        """See ``Commands.do``."""
        return await self.commands.do(actor, command, work)


async def load_table(house: House, name: str) -> LiveTable | None:
    """A table from its log. Raises Unreadable."""
    read = read_log(house.library, await house.store.entries(name))
    if not read:
        return None
    live = LiveTable(house, read[-1][1])
    for entry, table in read:
        live.commands.remember(entry, table.edition)
    return live
