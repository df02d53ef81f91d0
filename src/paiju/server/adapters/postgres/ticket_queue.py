"""Matchmaking tickets in an unlogged database table.

If the database crashes, the tickets are lost. The clients then request new ones.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from paiju.server.adapters.postgres.pool import PostgresPool
from paiju.server.app.matchmaking.ticket_queue import KEY_BYTES
from paiju.server.domain.matchmaking import Ticket

_ENQUEUE: Final = """
INSERT INTO seekers AS one (player_id, wish, since, asked, level, leaves, network)
VALUES ($1, $2, $3, $3, $4, $6, $7)
ON CONFLICT (player_id) DO UPDATE SET wish = excluded.wish, asked = excluded.asked, level = excluded.level,
    leaves = excluded.leaves, network = excluded.network,
    since = CASE WHEN one.wish = excluded.wish AND one.asked >= $5 THEN one.since ELSE excluded.since END,
    table_id = CASE WHEN one.wish = excluded.wish AND one.asked >= $5 THEN one.table_id END
RETURNING since, later, table_id
"""
"""Adds or renews a player's ticket (``TicketQueue.enqueue``), and returns three fields of the stored ticket.

These are the start of the search, the time before which the player is not matched, and the assigned table.

The search begins anew in two cases: the wish has changed, or the ticket was last renewed before ``$5`` and has
therefore expired.
"""

_WITHDRAW: Final = """
UPDATE seekers SET table_id = NULL, asked = 0 FROM (SELECT * FROM seekers WHERE player_id = $1 FOR UPDATE) AS before
WHERE seekers.player_id = before.player_id RETURNING before.table_id
"""
"""Withdraws a ticket, and returns the game table that was assigned to it."""


class PostgresTicketQueue(PostgresPool):
    """The matchmaking queue of a room with several processes, in PostgreSQL (``TicketQueue``)."""

    async def enqueue(self, ticket: Ticket, gone: int) -> Ticket:
        ((since, later, table),) = await self.read(
            _ENQUEUE, ticket.player, ticket.wish, ticket.since, ticket.level, gone, ticket.leaves, ticket.network
        )
        return replace(ticket, since=since, later=later, table=table)

    async def waiting_tickets(self, gone: int) -> list[Ticket]:
        sql = """SELECT player_id, wish, since, level, leaves, later, network FROM seekers
            WHERE table_id IS NULL AND asked >= $1"""
        names = ("player", "wish", "since", "level", "leaves", "later", "network")
        return [Ticket(**dict(zip(names, row, strict=True))) for row in await self.read(sql, gone)]

    async def assign_table(self, players: Collection[str], table: str) -> None:
        await self.write("UPDATE seekers SET table_id = $2 WHERE player_id = ANY($1)", list(players), table)

    async def assigned_tables(self, players: Collection[str]) -> dict[str, str]:
        sql = "SELECT player_id, table_id FROM seekers WHERE player_id = ANY($1) AND table_id IS NOT NULL"
        return {row[0]: row[1] for row in await self.read(sql, list(players))}

    async def postpone(self, players: Collection[str], later: int) -> None:
        await self.write("UPDATE seekers SET later = $2 WHERE player_id = ANY($1)", list(players), later)

    async def withdraw(self, player: str) -> str | None:
        rows = await self.read(_WITHDRAW, player)
        return rows[0][0] if rows else None

    async def drop_expired(self, gone: int) -> None:
        await self.write("DELETE FROM seekers WHERE asked < $1 AND later < $1", gone)

    async def network_hashes(self, players: Collection[str]) -> dict[str, str]:
        rows = await self.read("SELECT player_id, network FROM seekers WHERE player_id = ANY($1)", list(players))
        return {row[0]: row[1] for row in rows}

    async def network_key(self, day: int) -> bytes:
        name = f"network:{day:08}"
        await self.write(
            "INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", name, secrets.token_bytes(KEY_BYTES)
        )
        await self.write("DELETE FROM secrets WHERE name LIKE 'network:%' AND name < $1", name)
        ((key,),) = await self.read("SELECT value FROM secrets WHERE name = $1", name)
        return bytes(key)
