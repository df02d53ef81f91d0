"""A room served by several processes: this one keeps up with the others, and takes over what a dead one has left.

Each decides commands about any table, and the log arbitrates. What happens by itself is done by the one who looks after it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

from paiju.server.app.house import House
from paiju.server.app.live import LiveTable
from paiju.server.app.peers import Hello, Here, Left, Missed, Told, Whispered, Wrote
from paiju.server.app.tasks import failed
from paiju.server.errors import Newer


class Company:
    """This process among the others. ``tables``: those that the room has in memory."""

    def __init__(self, house: House, tables: Mapping[str, LiveTable]) -> None:
        self._house = house
        self._peers = house.peers
        self._tables = tables
        self._mine: set[str] = set()
        self._won: set[str] = set()
        """Tables that were claimed for this process and are not in memory yet."""
        self._following: set[asyncio.Task[None]] = set()
        self._leaving = self._left = False
        self.called = asyncio.Event()
        """Another process has left: there may be tables to take over."""

    async def join(self) -> None:
        """Hear the others from now on."""
        self._peers.on(Wrote, self._wrote)
        self._peers.on(Here, self._here)
        self._peers.on(Told, self._told)
        self._peers.on(Whispered, self._whispered)
        self._peers.on(Hello, self._hello)
        self._peers.on(Missed, self._missed)
        self._peers.on(Left, lambda news: self.called.set())
        await self._peers.line.open(self._peers.hear)
        self._peers.line.tell(Hello())

    # ---- the tables that this process looks after

    def looks_after(self, live: LiveTable) -> bool:
        """Whether what happens at this table by itself is done here."""
        return live.table.id in self._mine

    async def claim(self, names: Collection[str]) -> frozenset[str]:
        """Those of the tables that nobody else looks after. ``take`` need not ask for them again."""
        won = await self._peers.line.claim(names)
        self._won |= won
        return won

    async def take(self, *lives: LiveTable, stopped: int | None = None) -> None:
        """Look after these tables from now on, where nobody else does. ``stopped``: their clocks have stood since then."""
        if not lives or self._leaving:
            return
        names = {live.table.id for live in lives}
        if new := names - self._won:
            await self.claim(new)
        won = names & self._won
        self._won -= won
        for live in lives:
            if live.table.id in won:
                self._mine.add(live.table.id)
                if stopped is not None:
                    live.commands.behind = self._house.clock() - max(stopped, live.commands.written)
                live.clockwork.start()

    async def let_go(self, live: LiveTable) -> None:
        """Look after a table no longer."""
        live.clockwork.stop()
        if self.looks_after(live):
            self._mine.discard(live.table.id)
            await self._peers.line.release(live.table.id)

    def begin_to_leave(self) -> None:
        """Take no further table."""
        self._leaving = True

    async def leave(self) -> None:
        """Let go of all tables at once, and tell the others. What is asked of them here is still decided."""
        if self._left:
            return
        self._leaving = self._left = True
        for live in self._tables.values():
            live.clockwork.stop()
            live.audience.stop()
        for task in self._following:
            task.cancel()
        self._mine.clear()
        self._won.clear()
        await self._peers.line.leave()
        self._peers.line.tell(Left())

    async def beat(self) -> None:
        """A sign of life. Who is not heard any more has no players here; who was taken for dead begins anew."""
        if self._left:
            return
        living = await self._peers.line.beat()
        if self._peers.others - (living or frozenset()):
            self._follow_all()  # what it wrote last, it may not have told
        if living is None:
            for live in self._tables.values():
                live.clockwork.stop()
            self._mine.clear()
            self._won.clear()
            self._missed(Missed())
        for table in self._peers.living(living or frozenset()):
            self._recount(table)

    async def look_round(self) -> None:
        """Tables in memory that nobody looks after any more, and at which something will happen, are taken."""
        await self.take(
            *(live for live in self._tables.values() if not self.looks_after(live) and not live.clockwork.idle)
        )

    # ---- what the others tell

    def _wrote(self, news: Wrote) -> None:
        live = self._tables.get(news.table)
        if live is not None and live.table.version < news.version:
            self._follow(live)

    def _follow_all(self) -> None:
        for live in self._tables.values():
            self._follow(live)

    def _follow(self, live: LiveTable) -> None:
        if self._left:
            return
        task = asyncio.create_task(live.commands.keep_up())
        self._following.add(task)
        task.add_done_callback(self._followed)

    def _followed(self, task: asyncio.Task[None]) -> None:
        self._following.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Newer):
            failed(self._house.meter, "follow", error)

    def _here(self, news: Here) -> None:
        self._recount(news.table)

    def _recount(self, table: str) -> None:
        if live := self._tables.get(table):
            live.audience.recount()

    def _told(self, news: Told) -> None:
        if live := self._tables.get(news.table):
            live.audience.tell(news.said)

    def _whispered(self, news: Whispered) -> None:
        if live := self._tables.get(news.table):
            live.audience.tell(news.said, news.to)

    def _hello(self, news: Any) -> None:
        for live in self._tables.values():
            if not live.audience.empty:
                live.audience.announce()

    def _missed(self, news: Missed) -> None:
        """Tell and ask everything once more."""
        self._peers.line.tell(Hello())
        self._hello(news)
        self._follow_all()
