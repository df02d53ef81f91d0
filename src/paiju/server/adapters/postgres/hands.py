"""Finished hands."""

from __future__ import annotations

from paiju.server.adapters.postgres.link import PostgresLink
from paiju.server.adapters.rows import hand_of
from paiju.server.app.store import FinishedHand


class PostgresHands(PostgresLink):
    """``HandStore``."""

    async def hand(self, hand: str) -> FinishedHand | None:
        """See ``HandStore.hand``."""
        hands = await self._hands(
            "SELECT hand_id, table_id, ended, format, info, record FROM hands WHERE hand_id = $1", hand
        )
        return hands[0] if hands else None

    async def hands_of(self, player: str, before: int, limit: int = 50) -> list[FinishedHand]:
        """See ``HandStore.hands_of``."""
        sql = """SELECT hand_id, table_id, hands.ended, format, info, ''::bytea FROM played JOIN hands USING (hand_id)
            WHERE player_id = $1 AND played.ended < $2 ORDER BY played.ended DESC LIMIT $3"""
        return await self._hands(sql, player, before, limit)

    async def hands_at(self, table: str, limit: int = 100) -> list[FinishedHand]:
        """See ``HandStore.hands_at``."""
        sql = """SELECT hand_id, table_id, ended, format, info, ''::bytea FROM hands WHERE table_id = $1
            ORDER BY ended DESC LIMIT $2"""
        return await self._hands(sql, table, limit)

    async def _hands(self, sql: str, *values: object) -> list[FinishedHand]:
        return [hand_of(row) for row in await self.read(sql, *values)]
