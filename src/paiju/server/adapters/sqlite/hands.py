"""Finished hands."""

from __future__ import annotations

import sqlite3

from paiju.server.adapters.rows import RESULT, contest_row, hand_of, played_rows
from paiju.server.adapters.sqlite.files import SqliteFile
from paiju.server.adapters.standing_sql import CONTEST, of_sqlite
from paiju.server.app.store import FinishedHand
from paiju.server.app.verdict import Verdict


class SqliteHands(SqliteFile):
    """``HandStore``."""

    async def hand(self, hand: str) -> FinishedHand | None:
        """See ``HandStore.hand``."""
        hands = await self._hands(
            "SELECT hand_id, table_id, ended, format, info, record FROM hands WHERE hand_id = ?", hand
        )
        return hands[0] if hands else None

    async def hands_of(self, player: str, before: int, limit: int = 50) -> list[FinishedHand]:
        """See ``HandStore.hands_of``."""
        sql = """SELECT hand_id, table_id, hands.ended, format, info, X'' FROM played JOIN hands USING (hand_id)
            WHERE player_id = ? AND played.ended < ? ORDER BY played.ended DESC LIMIT ?"""
        return await self._hands(sql, player, before, limit)

    async def hands_at(self, table: str, limit: int = 100) -> list[FinishedHand]:
        """See ``HandStore.hands_at``."""
        sql = "SELECT hand_id, table_id, ended, format, info, X'' FROM hands WHERE table_id = ? ORDER BY ended DESC LIMIT ?"
        return await self._hands(sql, table, limit)

    async def _hands(self, sql: str, *values: object) -> list[FinishedHand]:
        return [hand_of(row) for row in await self.read(sql, *values)]


def put_hand(db: sqlite3.Connection, hand: FinishedHand) -> None:
    """Write a hand with the entry that ended it."""
    row = hand.id, hand.table, hand.ended, hand.info, hand.record, hand.format, hand.verdict is not None
    db.execute("INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    sql = f"INSERT INTO played (player_id, ended, hand_id, {RESULT}) VALUES ({', '.join('?' * 14)})"  # noqa: S608 (constants)
    db.executemany(sql, played_rows(hand))
    if hand.verdict is not None:
        put_contest(db, hand.id, hand.ended, hand.verdict)


def put_contest(db: sqlite3.Connection, hand: str, ended: int, verdict: Verdict) -> None:
    """Let a hand be rated, if it is one to be rated."""
    if verdict.is_contest:
        db.execute(of_sqlite(CONTEST), contest_row(hand, ended, verdict))
