"""Those who look for a seat, over all processes of a room. It need not outlive them: who still looks asks again."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from msgspec.structs import replace

from paiju.server.domain.matchmaking import Ticket


class TicketQueue(Protocol):
    """The matchmaking tickets. A ticket that is not renewed for a while expires. Times are the room's, in milliseconds."""

    async def enqueue(self, ticket: Ticket, gone: int) -> Ticket:
        """Add a ticket or renew it; returns it as it stands in the queue now.

        A ticket that was last renewed before ``gone``, or had other criteria, starts anew. ``ticket.since`` is now.
        """

    async def waiting(self, gone: int) -> list[Ticket]:
        """All who have asked since ``gone`` and have no table yet."""

    async def assign_table(self, players: Collection[str], table: str) -> None:
        """A table was found for them."""

    async def assigned_tables(self, players: Collection[str]) -> dict[str, str]:
        """The tables of those of them for whom one was found."""

    async def postpone(self, players: Collection[str], later: int) -> None:
        """Match them no earlier than this."""

    async def withdraw(self, player: str) -> str | None:
        """Look no longer. Answers the table that was found meanwhile."""

    async def drop_expired(self, gone: int) -> None:
        """Forget who has not asked since then."""


class MemoryTicketQueue:
    """``TicketQueue`` of a process that serves its room alone."""

    def __init__(self) -> None:
        self._there: dict[str, Ticket] = {}
        self._asked: dict[str, int] = {}
        """When each asked last; 0: it has parted."""

    async def enqueue(self, ticket: Ticket, gone: int) -> Ticket:
        name, before = ticket.player, self._there.get(ticket.player)
        if before is not None:
            goes_on = before.wish == ticket.wish and self._asked[name] >= gone
            kept = (
                replace(before, level=ticket.level, leaves=ticket.leaves)
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

    def _change(self, players: Collection[str], **changes: object) -> None:
        for player in self._there.keys() & set(players):
            self._there[player] = replace(self._there[player], **changes)
