"""The part of the store for the actions of admins, and the queries that admins need."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from msgspec.structs import astuple

from paiju.server.adapters.store.coins import OWN, write_booking
from paiju.server.adapters.store.database import ConstraintViolated, StorePart, Transaction
from paiju.server.adapters.store.players import to_player
from paiju.server.adapters.store.schema_definition import ACTS, struct_from_row
from paiju.server.adapters.store.table_logs import SUMMARY, to_summary
from paiju.server.app.store import Booking, ModerationAction, PlayerEntry, StakeRefused, StoredPlayer, TableSummary

_ACT: Final = """INSERT INTO acts SELECT 1 + coalesce(max(number), 0), $1::bigint, $2, $3, $4, $5, $6 FROM acts WHERE true
    ON CONFLICT DO NOTHING RETURNING number"""
"""Adds an action under the next number. Returns no row if another transaction has just used that number."""


class DatabaseModeration(StorePart):
    """Stores the actions of admins in the room's database, and answers the queries that admins need (``ModerationStore``)."""

    async def record_action(self, act: ModerationAction, renamed: StoredPlayer | None = None, coins: int = 0) -> bool:
        async def insert_action(db: Transaction) -> None:
            # The number is assigned in the transaction, so that a reader who sees a number has seen all lower ones.
            while not (numbers := await db.fetch(_ACT, *astuple(act)[1:])):
                pass
            booking = Booking(f"act:{numbers[0][0]}", act.at, {OWN + act.subject: coins, "mint": -coins})
            if coins and not await write_booking(db, booking):
                raise StakeRefused
            if renamed is not None:
                sql = "UPDATE players SET name = $2, folded = $3 WHERE player_id = $1"
                await db.execute(sql, renamed.id, renamed.name, renamed.folded_name)

        try:
            await self.db.run_in_transaction(insert_action)
        except (ConstraintViolated, StakeRefused):
            return False
        return True

    async def actions_after(self, after: int = 0) -> list[ModerationAction]:
        return [
            struct_from_row(ModerationAction, row)
            for row in await self.db.read(f"{ACTS.select_sql} WHERE number > $1 ORDER BY number", after)
        ]

    async def actions_before(self, before: int, limit: int = 100) -> list[ModerationAction]:
        sql = f"{ACTS.select_sql} WHERE number < $1 ORDER BY number DESC LIMIT $2"
        return [struct_from_row(ModerationAction, row) for row in await self.db.read(sql, before, limit)]

    async def find_players(self, text: str, limit: int = 100) -> list[PlayerEntry]:
        sql = """SELECT player_id, one.name, one.created, one.bot, accounts.name,
                coalesce((SELECT max(seen) FROM keys WHERE keys.player_id = one.player_id), one.created) AS seen
            FROM players AS one LEFT JOIN accounts USING (player_id)
            WHERE player_id = $1 OR strpos(lower(one.name), lower($1)) > 0 OR strpos(accounts.folded, lower($1)) > 0
            ORDER BY seen DESC, player_id LIMIT $2"""
        rows = await self.db.read(sql, text, limit)
        return [PlayerEntry(player=to_player(player), user=user, seen=seen) for *player, user, seen in rows]

    async def list_open_tables(self, limit: int = 200) -> list[TableSummary]:
        sql = f"""SELECT {SUMMARY}, player_id FROM (
                SELECT {SUMMARY}, updated FROM tables WHERE phase <> 'closed' ORDER BY updated DESC LIMIT $1
            ) AS open LEFT JOIN seated USING (table_id) ORDER BY updated DESC, table_id, player_id"""
        found = groupby(await self.db.read(sql, limit), key=lambda row: tuple(row[:-1]))
        return [to_summary(row, tuple(player for *_, player in some if player)) for row, some in found]
