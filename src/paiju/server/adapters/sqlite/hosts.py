"""What hosts of the room do."""

from __future__ import annotations

import sqlite3

from msgspec.structs import replace

from paiju.server.adapters.rows import ACT, SUMMARY, act_of, act_row, booking_of_act, known_of, summary_of
from paiju.server.adapters.sqlite.coins import book
from paiju.server.adapters.sqlite.files import SqliteFile
from paiju.server.app.store import Act, Known, NoStake, Player, Summary


class SqliteHosts(SqliteFile):
    """``HostStore``."""

    async def act(self, act: Act, renamed: Player | None = None, coins: int = 0) -> bool:
        """See ``HostStore.act``."""
        try:
            return await self.do(lambda db: _act(db, act, renamed, coins))
        except NoStake:
            return False

    async def acts(self, after: int = 0) -> list[Act]:
        """See ``HostStore.acts``."""
        sql = f"SELECT {ACT} FROM acts WHERE number > ? ORDER BY number"  # noqa: S608 (a constant)
        return [act_of(row) for row in await self.read(sql, after)]

    async def last_acts(self, before: int, limit: int = 100) -> list[Act]:
        """See ``HostStore.last_acts``."""
        sql = f"SELECT {ACT} FROM acts WHERE number < ? ORDER BY number DESC LIMIT ?"  # noqa: S608 (a constant)
        return [act_of(row) for row in await self.read(sql, before, limit)]

    async def find_players(self, text: str, limit: int = 100) -> list[Known]:
        """See ``HostStore.find_players``."""
        sql = """SELECT player_id, one.name, one.created, one.bot, accounts.name,
                coalesce((SELECT max(seen) FROM keys WHERE keys.player_id = one.player_id), one.created) AS seen
            FROM players AS one LEFT JOIN accounts USING (player_id)
            WHERE player_id = ?1 OR instr(lower(one.name), lower(?1)) OR instr(accounts.folded, lower(?1))
            ORDER BY seen DESC, player_id LIMIT ?2"""
        return [known_of(row) for row in await self.read(sql, text, limit)]

    async def open_tables(self, limit: int = 200) -> list[Summary]:
        """See ``HostStore.open_tables``."""
        sql = f"""SELECT {SUMMARY},
                (SELECT group_concat(player_id) FROM seated WHERE seated.table_id = tables.table_id)
            FROM tables WHERE phase <> 'closed' ORDER BY updated DESC LIMIT ?"""  # noqa: S608 (a constant)
        return [
            replace(summary_of(row), players=tuple(sorted(there.split(","))) if there else ())
            for *row, there in await self.read(sql, limit)
        ]


def _act(db: sqlite3.Connection, act: Act, renamed: Player | None, coins: int) -> bool:
    if renamed is not None:
        sql = "SELECT * FROM players WHERE folded = ? AND player_id <> ?"
        if db.execute(sql, (renamed.folded, renamed.id)).fetchall():
            return False
        sql = "UPDATE players SET name = ?, folded = ? WHERE player_id = ?"
        db.execute(sql, (renamed.name, renamed.folded, renamed.id))
    sql = "INSERT INTO acts SELECT 1 + coalesce(max(number), 0), ?, ?, ?, ?, ?, ? FROM acts RETURNING number"
    ((number,),) = db.execute(sql, act_row(act)).fetchall()
    if coins and not book(db, booking_of_act(act, number, coins)):
        raise NoStake
    return True
