"""The matchmaking queue over all processes. It need not be durable, because clients renew their tickets."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Final, Protocol

from msgspec.structs import replace

from paiju.server.domain.matchmaking import Ticket

KEY_BYTES: Final = 32
"""Length of the key for the hashes of networks."""


class TicketQueue(Protocol):
    """The matchmaking tickets. A ticket that is not renewed for a while expires. Times are the room's, in milliseconds."""

    async def enqueue(self, ticket: Ticket, gone: int) -> Ticket:
        """Add a player's ticket, or renew the one in the queue; returns the ticket that is then in the queue.

        The player waits from ``ticket.since``, the present time, on if the ticket in the queue was last renewed before
        ``gone`` or has other criteria; otherwise the earlier start remains.
        """

    async def waiting(self, gone: int) -> list[Ticket]:
        """Return tickets renewed since ``gone`` that have no table yet."""

    async def assign_table(self, players: Collection[str], table: str) -> None:
        """Assign a table to players."""

    async def assigned_tables(self, players: Collection[str]) -> dict[str, str]:
        """Return the tables assigned to players."""

    async def postpone(self, players: Collection[str], later: int) -> None:
        """Match these players no earlier than a given time."""

    async def withdraw(self, player: str) -> str | None:
        """Remove a ticket. Returns the table assigned meanwhile, if any."""

    async def drop_expired(self, gone: int) -> None:
        """Remove tickets not renewed since a given time."""

    async def networks(self, players: Collection[str]) -> dict[str, str]:
        """Return the networks of players whose tickets are known, with a table or without one."""

    async def network_key(self, day: int) -> bytes:
        """Return the random key of a day for the hashes of networks, the same in all processes. Keys of earlier days are gone."""


class MemoryTicketQueue:
    """The ticket queue of a room with a single process."""

    def __init__(self) -> None:
        self._there: dict[str, Ticket] = {}
        self._key = (-1, b"")
        """The day, and its key."""
        self._asked: dict[str, int] = {}
        """When each player last renewed the ticket; 0 if withdrawn."""

    async def enqueue(self, ticket: Ticket, gone: int) -> Ticket:
        name, before = ticket.player, self._there.get(ticket.player)
        if before is not None:
            goes_on = before.wish == ticket.wish and self._asked[name] >= gone
            kept = (
                replace(before, level=ticket.level, leaves=ticket.leaves, network=ticket.network)
                if goes_on
                else replace(ticket, later=before.later)
            )
        self._there[name] = ticket if before is None else kept
        self._asked[name] = ticket.since
        return self._there[name]

    async def waiting(self, gone: int) -> list[Ticket]:
        return [one for name, one in self._there.items() if one.table is None and self._asked[name] >= gone]

    async def assign_table(self, players: Collection[str], table: str) -> None:
        self._change(players, table=table)

    async def assigned_tables(self, players: Collection[str]) -> dict[str, str]:
        there = (self._there[player] for player in players if player in self._there)
        return {one.player: one.table for one in there if one.table is not None}

    async def postpone(self, players: Collection[str], later: int) -> None:
        self._change(players, later=later)

    async def withdraw(self, player: str) -> str | None:
        before = self._there.get(player)
        if before is None:
            return None
        self._there[player], self._asked[player] = replace(before, table=None), 0
        return before.table

    async def drop_expired(self, gone: int) -> None:
        self._there = {name: one for name, one in self._there.items() if self._asked[name] >= gone or one.later >= gone}

    async def networks(self, players: Collection[str]) -> dict[str, str]:
        return {player: self._there[player].network for player in players if player in self._there}

    async def network_key(self, day: int) -> bytes:
        if self._key[0] != day:
            self._key = day, secrets.token_bytes(KEY_BYTES)
        return self._key[1]

    def _change(self, players: Collection[str], **changes: object) -> None:
        for player in self._there.keys() & set(players):
            self._there[player] = replace(self._there[player], **changes)
