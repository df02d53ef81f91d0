"""The matchmaking queue that all processes share. It need not be durable, because clients renew their tickets."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Final, Protocol

from msgspec.structs import replace

from paiju.server.domain.matchmaking import Ticket

KEY_BYTES: Final = 32
"""Length of the key for the hashes of networks, in bytes."""


class TicketQueue(Protocol):
    """The matchmaking tickets. A ticket that is not renewed for a while expires.

    Times are those of the room's clock, in Unix milliseconds.
    """

    async def enqueue(self, ticket: Ticket, gone: int) -> Ticket:
        """Add or renew a player's ticket, and return the ticket that is then in the queue.

        ``ticket.since`` is the present time. A renewed ticket keeps the start of its search. There are two
        exceptions, in which the search starts anew: the ticket in the queue was last renewed before ``gone``, or it
        has other criteria.
        """

    async def waiting_tickets(self, gone: int) -> list[Ticket]:
        """Return the tickets that were renewed since ``gone`` (Unix milliseconds) and have no table yet."""

    async def assign_table(self, players: Collection[str], table: str) -> None:
        """Record a table in the tickets of these players."""

    async def assigned_tables(self, players: Collection[str]) -> dict[str, str]:
        """Return the tables that are recorded in the tickets of these players, by player."""

    async def postpone(self, players: Collection[str], later: int) -> None:
        """Set ``later`` (Unix milliseconds) as the earliest time at which these players may be matched."""

    async def withdraw(self, player: str) -> str | None:
        """Withdraw a player's ticket from the search.

        If a table was assigned to the ticket in the meantime, return it; otherwise None.
        """

    async def drop_expired(self, gone: int) -> None:
        """Delete the tickets that were last renewed before the time ``gone``.

        Tickets that are postponed to ``gone`` or later are kept.
        """

    async def network_hashes(self, players: Collection[str]) -> dict[str, str]:
        """Return the hash of each player's network, by player. Players without a ticket are left out."""

    async def network_key(self, day: int) -> bytes:
        """Return the random key with which networks are hashed on ``day`` (days since 1970).

        All processes get the same key. Keys of earlier days are deleted.
        """


class MemoryTicketQueue:
    """The ticket queue of a room with a single process."""

    def __init__(self) -> None:
        self._there: dict[str, Ticket] = {}
        self._key = (-1, b"")
        """A day, as the number of days since 1970, and the key of that day."""
        self._asked: dict[str, int] = {}
        """When each player last renewed the ticket, in Unix milliseconds; 0 if it is withdrawn."""

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

    async def waiting_tickets(self, gone: int) -> list[Ticket]:
        return [one for name, one in self._there.items() if one.table is None and self._asked[name] >= gone]

    async def assign_table(self, players: Collection[str], table: str) -> None:
        self._change_tickets(players, table=table)

    async def assigned_tables(self, players: Collection[str]) -> dict[str, str]:
        there = (self._there[player] for player in players if player in self._there)
        return {one.player: one.table for one in there if one.table is not None}

    async def postpone(self, players: Collection[str], later: int) -> None:
        self._change_tickets(players, later=later)

    async def withdraw(self, player: str) -> str | None:
        before = self._there.get(player)
        if before is None:
            return None
        self._there[player], self._asked[player] = replace(before, table=None), 0
        return before.table

    async def drop_expired(self, gone: int) -> None:
        self._there = {name: one for name, one in self._there.items() if self._asked[name] >= gone or one.later >= gone}

    async def network_hashes(self, players: Collection[str]) -> dict[str, str]:
        return {player: self._there[player].network for player in players if player in self._there}

    async def network_key(self, day: int) -> bytes:
        if self._key[0] != day:
            self._key = day, secrets.token_bytes(KEY_BYTES)
        return self._key[1]

    def _change_tickets(self, players: Collection[str], **changes: object) -> None:
        for player in self._there.keys() & set(players):
            self._there[player] = replace(self._there[player], **changes)
