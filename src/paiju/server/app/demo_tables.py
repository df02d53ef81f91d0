"""Demo tables: while nobody plays, bots play for the visitors of the lobby.

The cost is bounded: a setting limits the number of demo tables, the bots play slowly, and no further hand begins if nobody
watches the table or looks at the lobby. The hands count in no ranking.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from paiju.server.app.tables.lobby_summary import LobbyTable
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.domain import hand_commands, table_commands
from paiju.server.errors import Refusal

POLL: Final = 2.0
"""Seconds between two checks of the demo tables."""

LOOKING: Final = 30_000
"""Milliseconds after a visitor's last request until the visitor counts as gone.

A lobby page that is open sends requests more often than that.
"""

PAUSE: Final = 6_000
"""Milliseconds between two hands at a demo table, during which visitors can see the result or take a bot's seat."""


class DemoTables:
    """Opens, continues and closes the demo tables of a room."""

    def __init__(self, room: TableManager, most: int) -> None:
        self._room = room
        self._most = most
        self._looked: int | None = None
        """The time of the last request from a visitor of the lobby, in Unix milliseconds; None if there was none."""
        self._has_tables = False
        """Whether there was a demo table at the last check."""

    def note_lobby_visitor(self) -> None:
        """Record that a visitor is looking at the lobby."""
        self._looked = self._room.context.clock()

    async def poll(self) -> None:
        """Wait for ``POLL`` seconds, then open, continue and close demo tables as needed."""
        await asyncio.sleep(POLL)
        now = self._room.context.clock()
        looking = self._looked is not None and now - self._looked < LOOKING
        if self._most and (looking or self._has_tables):
            async with self._room.context.peers.coordinator.lock():
                await self.update(now, looking=looking)

    async def update(self, now: int, *, looking: bool) -> None:
        """Open missing demo tables. At each existing one, deal the next hand, or close the table if nobody needs it.

        While a visitor looks at the lobby (``looking``) and no people play at the tables of the lobby, as many demo
        tables are wanted as the settings say. At other times, none is wanted.
        """
        lines = await self._room.to_lobby_tables(await self._room.context.store.public_tables())
        demos = [line for line in lines if line.demo]
        wanted = self._most if looking and not any(map(_is_played_by_people, lines)) else 0
        for place, line in enumerate(demos):
            await self._continue_or_close(line, now, wanted=place < wanted)
        for ruleset in self._rulesets_to_open(demos)[: wanted - len(demos)] if wanted > len(demos) else ():
            await self._room.open_demo_table(ruleset)
        self._has_tables = bool(demos) or wanted > 0

    async def _continue_or_close(self, line: LobbyTable, now: int, *, wanted: bool) -> None:
        """Deal the next hand at a demo table after the table's pause, or close the table.

        The table is closed if it is not wanted and has no viewers.
        """
        live = await self._room.find_readable(line.id)
        if live is None or not live.table.is_demo or live.table.phase != "waiting" or now - live.table.since < PAUSE:
            return
        with suppress(Refusal):  # somebody has sat down just now
            if wanted or not live.subscribers.is_deserted:
                await live.execute("", None, hand_commands.begin_hand_if_all_ready)
            else:
                await live.execute("", None, table_commands.close_table)

    def _rulesets_to_open(self, demos: Sequence[LobbyTable]) -> list[str]:
        """Return the rulesets to open next: for each family without a demo table, its first ruleset."""
        first = {
            offer.ruleset.family: offer.ruleset.id for offer in reversed(self._room.context.registry.list_entries())
        }
        shown = {line.ruleset.partition("/")[0] for line in demos}
        return [ruleset for family, ruleset in reversed(first.items()) if family not in shown]


def _is_played_by_people(line: LobbyTable) -> bool:
    return line.phase == "playing" and any(seat.kind == "player" and not seat.program for seat in line.seats)
