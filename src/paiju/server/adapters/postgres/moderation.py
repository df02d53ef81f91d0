"""What hosts of the room do."""

from __future__ import annotations

from typing import Any, Final

from asyncpg import UniqueViolationError
from msgspec.structs import replace

from paiju.server.adapters.postgres.coins import write_booking
from paiju.server.adapters.postgres.pool import PostgresPool
from paiju.server.adapters.row_mappers import (
    ACT,
    SUMMARY,
    action_row,
    moderation_booking,
    to_action,
    to_player_entry,
    to_summary,
)
from paiju.server.app.store import ModerationAction, PlayerEntry, StakeRefused, StoredPlayer, TableSummary

_ACT: Final = """
INSERT INTO acts SELECT 1 + coalesce(max(number), 0), $1::bigint, $2, $3, $4, $5, $6 FROM acts
ON CONFLICT DO NOTHING RETURNING number
"""


class PostgresModeration(PostgresPool):
    """``ModerationStore``."""

    async def record_action(self, act: ModerationAction, renamed: StoredPlayer | None = None, coins: int = 0) -> bool:
        async def work(db: Any) -> None:
            # The next number is taken when it is committed: who reads up to a number has read all below it.
            async with db.transaction():
                while not (numbers := await db.fetch(_ACT, *action_row(act))):
                    pass
                if coins and not await write_booking(db, moderation_booking(act, numbers[0][0], coins)):
                    raise StakeRefused
                if renamed is not None:
                    sql = "UPDATE players SET name = $2, folded = $3 WHERE player_id = $1"
                    await db.execute(sql, renamed.id, renamed.name, renamed.folded)

        try:
            await self.run(work)
        except (UniqueViolationError, StakeRefused):
            return False
        return True

    async def actions_after(self, after: int = 0) -> list[ModerationAction]:
        sql = f"SELECT {ACT} FROM acts WHERE number > $1 ORDER BY number"  # noqa: S608 (a constant)
        return [to_action(row) for row in await self.read(sql, after)]

    async def actions_before(self, before: int, limit: int = 100) -> list[ModerationAction]:
        sql = f"SELECT {ACT} FROM acts WHERE number < $1 ORDER BY number DESC LIMIT $2"  # noqa: S608 (a constant)
        return [to_action(row) for row in await self.read(sql, before, limit)]

    async def find_players(self, text: str, limit: int = 100) -> list[PlayerEntry]:
        sql = """SELECT player_id, one.name, one.created, one.bot, accounts.name,
                coalesce((SELECT max(seen) FROM keys WHERE keys.player_id = one.player_id), one.created) AS seen
            FROM players AS one LEFT JOIN accounts USING (player_id)
            WHERE player_id = $1 OR position(lower($1) IN lower(one.name)) > 0 OR position(lower($1) IN accounts.folded) > 0
            ORDER BY seen DESC, player_id LIMIT $2"""
        return [to_player_entry(row) for row in await self.read(sql, text, limit)]

    async def open_tables(self, limit: int = 200) -> list[TableSummary]:
        sql = f"""SELECT {SUMMARY},
                ARRAY(SELECT player_id FROM seated WHERE seated.table_id = tables.table_id ORDER BY player_id)
            FROM tables WHERE phase <> 'closed' ORDER BY updated DESC LIMIT $1"""  # noqa: S608 (a constant)
        return [replace(to_summary(row), players=tuple(there)) for *row, there in await self.read(sql, limit)]
