"""What hosts of the room do."""

from __future__ import annotations

import sqlite3

from msgspec.structs import replace

from paiju.server.adapters.row_mappers import (
    ACT,
    SUMMARY,
    action_row,
    moderation_booking,
    to_action,
    to_player_entry,
    to_summary,
)
from paiju.server.adapters.sqlite.base import SqliteDatabase
from paiju.server.adapters.sqlite.coins import write_booking
from paiju.server.app.store import ModerationAction, PlayerEntry, StakeRefused, StoredPlayer, TableSummary


class SqliteModeration(SqliteDatabase):
    """``ModerationStore``."""

    async def record_action(self, act: ModerationAction, renamed: StoredPlayer | None = None, coins: int = 0) -> bool:
        try:
            return await self.transaction(lambda db: _record_action(db, act, renamed, coins))
        except StakeRefused:
            return False

    async def actions_after(self, after: int = 0) -> list[ModerationAction]:
        sql = f"SELECT {ACT} FROM acts WHERE number > ? ORDER BY number"  # noqa: S608 (a constant)
        return [to_action(row) for row in await self.read(sql, after)]

    async def actions_before(self, before: int, limit: int = 100) -> list[ModerationAction]:
        sql = f"SELECT {ACT} FROM acts WHERE number < ? ORDER BY number DESC LIMIT ?"  # noqa: S608 (a constant)
        return [to_action(row) for row in await self.read(sql, before, limit)]

    async def find_players(self, text: str, limit: int = 100) -> list[PlayerEntry]:
        sql = """SELECT player_id, one.name, one.created, one.bot, accounts.name,
                coalesce((SELECT max(seen) FROM keys WHERE keys.player_id = one.player_id), one.created) AS seen
            FROM players AS one LEFT JOIN accounts USING (player_id)
            WHERE player_id = ?1 OR instr(lower(one.name), lower(?1)) OR instr(accounts.folded, lower(?1))
            ORDER BY seen DESC, player_id LIMIT ?2"""
        return [to_player_entry(row) for row in await self.read(sql, text, limit)]

    async def open_tables(self, limit: int = 200) -> list[TableSummary]:
        sql = f"""SELECT {SUMMARY},
                (SELECT group_concat(player_id) FROM seated WHERE seated.table_id = tables.table_id)
            FROM tables WHERE phase <> 'closed' ORDER BY updated DESC LIMIT ?"""  # noqa: S608 (a constant)
        return [
            replace(to_summary(row), players=tuple(sorted(there.split(","))) if there else ())
            for *row, there in await self.read(sql, limit)
        ]


def _record_action(db: sqlite3.Connection, act: ModerationAction, renamed: StoredPlayer | None, coins: int) -> bool:
    if renamed is not None:
        sql = "SELECT * FROM players WHERE folded = ? AND player_id <> ?"
        if db.execute(sql, (renamed.folded, renamed.id)).fetchall():
            return False
        sql = "UPDATE players SET name = ?, folded = ? WHERE player_id = ?"
        db.execute(sql, (renamed.name, renamed.folded, renamed.id))
    sql = "INSERT INTO acts SELECT 1 + coalesce(max(number), 0), ?, ?, ?, ?, ?, ? FROM acts RETURNING number"
    ((number,),) = db.execute(sql, action_row(act)).fetchall()
    if coins and not write_booking(db, moderation_booking(act, number, coins)):
        raise StakeRefused
    return True
