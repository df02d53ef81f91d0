"""Finished hands."""

from __future__ import annotations

from paiju.server.adapters.postgres.pool import PostgresPool
from paiju.server.adapters.row_mappers import HAND, access_of, to_hand
from paiju.server.app.finished_hand import FinishedHand, HandAccess

ACCESS = """SELECT hand_id, public_id, withdrawn, EXISTS (SELECT FROM played
        WHERE player_id = $2 AND played.ended = hands.ended AND played.hand_id = hands.hand_id)
    FROM hands WHERE public_id = $1 OR hand_id = $1"""
WITHDRAW = "UPDATE hands SET withdrawn = $2 WHERE hand_id = $1 AND withdrawn = 0"


class PostgresHands(PostgresPool):
    """``HandStore``."""

    async def hand(self, hand: str) -> FinishedHand | None:
        hands = await self._hands(f"SELECT {HAND}, record FROM hands WHERE hand_id = $1", hand)  # noqa: S608 (a constant)
        return hands[0] if hands else None

    async def hand_access(self, name: str, player: str) -> HandAccess | None:
        return access_of(await self.read(ACCESS, name, player))

    async def withdraw_hand(self, hand: str, now: int) -> None:
        await self.write(WITHDRAW, hand, now)

    async def hands_of(self, player: str, before: int, limit: int = 50) -> list[FinishedHand]:
        sql = f"""SELECT {HAND}, ''::bytea FROM played JOIN hands USING (hand_id)
            WHERE player_id = $1 AND played.ended < $2 ORDER BY played.ended DESC LIMIT $3"""  # noqa: S608 (a constant)
        return await self._hands(sql, player, before, limit)

    async def hands_at(self, table: str, limit: int = 100) -> list[FinishedHand]:
        sql = f"SELECT {HAND}, ''::bytea FROM hands WHERE table_id = $1 ORDER BY ended DESC LIMIT $2"  # noqa: S608 (a constant)
        return await self._hands(sql, table, limit)

    async def _hands(self, sql: str, *values: object) -> list[FinishedHand]:
        return [to_hand(row) for row in await self.read(sql, *values)]
