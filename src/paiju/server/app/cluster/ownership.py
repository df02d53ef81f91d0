"""Ownership of tables in a room with several processes, and the takeover of tables whose process has died.

Each table's timers and bots run in the process that owns it. Every process handles commands for any table. If two processes
write to a table at the same time, the event log accepts only one entry.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

from paiju.server.app.background_tasks import report_failure
from paiju.server.app.cluster.coordination import (
    Broadcast,
    DirectMessage,
    NodeJoined,
    NodeLeft,
    PresenceUpdated,
    ResyncNeeded,
    TableUpdated,
)
from paiju.server.app.context import AppContext
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.errors import NewerFormat


class Ownership:
    """Knows which tables this process owns, and acquires and releases tables.

    ``tables`` are all tables that this process has loaded.
    """

    def __init__(self, context: AppContext, tables: Mapping[str, LiveTable]) -> None:
        self._context = context
        self._peers = context.peers
        self._tables = tables
        self._mine: set[str] = set()
        self._claimed_not_loaded: set[str] = set()
        """Tables that this process has claimed but not loaded yet."""
        self._following: set[asyncio.Task[None]] = set()
        self._leaving = self._left = False
        self.peer_left = asyncio.Event()
        """An event that is set when another process has left.

        This process then takes over tables at once, without waiting for the next sweep.
        """

    async def open(self) -> None:
        """Join the other processes and start to receive their messages."""
        self._peers.subscribe(TableUpdated, self._on_table_updated)
        self._peers.subscribe(PresenceUpdated, self._on_presence_updated)
        self._peers.subscribe(Broadcast, self._on_broadcast)
        self._peers.subscribe(DirectMessage, self._on_direct_message)
        self._peers.subscribe(NodeJoined, self._on_node_joined)
        self._peers.subscribe(ResyncNeeded, self._on_resync_needed)
        self._peers.subscribe(NodeLeft, lambda message: self.peer_left.set())
        await self._peers.coordinator.open(self._peers.receive)
        self._peers.coordinator.publish(NodeJoined())

    # ---- the tables that this process owns

    def owns(self, live: LiveTable) -> bool:
        """Whether this process runs the timers and bots of a table."""
        return live.table.id in self._mine

    async def claim_tables(self, names: Collection[str]) -> frozenset[str]:
        """Claim each of these tables that no other process owns, and return the claimed ones.

        A later ``acquire`` of a claimed table need not claim it again.
        """
        won = await self._peers.coordinator.claim(names)
        self._claimed_not_loaded |= won
        return won

    async def acquire(self, *lives: LiveTable, stopped: int | None = None) -> None:
        """Become the owner of each of these tables that no other process owns, and start its timers and bots.

        ``stopped`` is the time at which the tables' clocks stopped, in Unix milliseconds; None if they did not stop.
        After ``stop_acquiring_tables``, this method does nothing.
        """
        if not lives or self._leaving:
            return
        names = {live.table.id for live in lives}
        if new := names - self._claimed_not_loaded:
            await self.claim_tables(new)
        won = names & self._claimed_not_loaded
        self._claimed_not_loaded -= won
        for live in lives:
            if live.table.id in won:
                self._mine.add(live.table.id)
                if stopped is not None:
                    live.command_handler.pending_correction = self._context.clock() - max(
                        stopped, live.command_handler.written
                    )
                live.scheduler.start()

    async def release(self, live: LiveTable) -> None:
        """Stop a table's timers and bots, and give up its ownership."""
        live.scheduler.stop()
        if self.owns(live):
            self._mine.discard(live.table.id)
            await self._peers.coordinator.release(live.table.id)

    def stop_acquiring_tables(self) -> None:
        """Acquire no further tables."""
        self._leaving = True

    async def shut_down(self) -> None:
        """Give up all tables, and tell the other processes, which then take over the tables' timers and bots.

        This process still handles commands of players afterwards, because a process need not own a table to handle a
        command.
        """
        if self._left:
            return
        self._leaving = self._left = True
        for live in self._tables.values():
            live.scheduler.stop()
            live.subscribers.stop()
        for task in self._following:
            task.cancel()
        self._mine.clear()
        self._claimed_not_loaded.clear()
        await self._peers.coordinator.release_all()
        self._peers.coordinator.publish(NodeLeft())

    async def heartbeat(self) -> None:
        """Send a heartbeat, and drop the presence of players who were connected through dead processes.

        If another process has marked this process as dead, this process gives up all its tables and synchronises
        with the others again.
        """
        if self._left:
            return
        living = await self._peers.coordinator.heartbeat()
        if self._peers.others - (living or frozenset()):
            self._sync_all()  # a dead process may not have announced its last entries
        if living is None:
            for live in self._tables.values():
                live.scheduler.stop()
            self._mine.clear()
            self._claimed_not_loaded.clear()
            self._on_resync_needed(ResyncNeeded())
        for table in self._peers.set_live_processes(living or frozenset()):
            self._notify_presence(table)

    async def acquire_unowned_tables(self) -> None:
        """Acquire the tables in memory that have a deadline and no owner."""
        await self.acquire(
            *(live for live in self._tables.values() if not self.owns(live) and not live.scheduler.is_idle)
        )

    # ---- messages from other processes

    def _on_table_updated(self, message: TableUpdated) -> None:
        live = self._tables.get(message.table)
        if live is not None and live.table.version < message.version:
            self._sync_table(live)

    def _sync_all(self) -> None:
        for live in self._tables.values():
            self._sync_table(live)

    def _sync_table(self, live: LiveTable) -> None:
        if self._left:
            return
        task = asyncio.create_task(live.command_handler.apply_remote_entries())
        self._following.add(task)
        task.add_done_callback(self._on_sync_done)

    def _on_sync_done(self, task: asyncio.Task[None]) -> None:
        self._following.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, NewerFormat):
            report_failure(self._context.metrics, "follow", error)

    def _on_presence_updated(self, message: PresenceUpdated) -> None:
        self._notify_presence(message.table)

    def _notify_presence(self, table: str) -> None:
        if live := self._tables.get(table):
            live.subscribers.notify_presence_changed()

    def _on_broadcast(self, message: Broadcast) -> None:
        if live := self._tables.get(message.table):
            live.subscribers.broadcast(message.event)

    def _on_direct_message(self, message: DirectMessage) -> None:
        if live := self._tables.get(message.table):
            live.subscribers.broadcast(message.event, message.to)

    def _on_node_joined(self, message: Any) -> None:
        for live in self._tables.values():
            if not live.subscribers.is_empty:
                live.subscribers.announce_presence_to_peers()

    def _on_resync_needed(self, message: ResyncNeeded) -> None:
        """Bring the tables, and the presence of players, up to date after messages may have been lost.

        Publishes who is connected to this process, and asks the other processes to do the same. Applies the log
        entries that the other processes wrote.
        """
        self._peers.coordinator.publish(NodeJoined())
        self._on_node_joined(message)
        self._sync_all()
