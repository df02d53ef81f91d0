"""Finished hands."""

from __future__ import annotations

import sqlite3

from paiju.server.adapters.ranking_sql import CONTEST, to_sqlite
from paiju.server.adapters.row_mappers import HAND, RESULT, access_of, played_rows, rated_hand_row, to_hand
from paiju.server.adapters.sqlite.base import SqliteDatabase
from paiju.server.app.finished_hand import FinishedHand, HandAccess
from paiju.server.app.ranking.hand_result import HandResult

ACCESS = """SELECT hand_id, public_id, withdrawn, EXISTS (SELECT 1 FROM played
        WHERE player_id = ?2 AND played.ended = hands.ended AND played.hand_id = hands.hand_id)
    FROM hands WHERE public_id = ?1 OR hand_id = ?1"""
WITHDRAW = "UPDATE hands SET withdrawn = ?2 WHERE hand_id = ?1 AND withdrawn = 0"


class SqliteHands(SqliteDatabase):
    """``HandStore``."""

    async def hand(self, hand: str) -> FinishedHand | None:
        hands = await self._hands(f"SELECT {HAND}, record FROM hands WHERE hand_id = ?", hand)  # noqa: S608 (a constant)
        return hands[0] if hands else None

    async def hand_access(self, name: str, player: str) -> HandAccess | None:
        return access_of(await self.read(ACCESS, name, player))

    async def withdraw_hand(self, hand: str, now: int) -> None:
        await self.write(WITHDRAW, hand, now)

    async def hands_of(self, player: str, before: int, limit: int = 50) -> list[FinishedHand]:
        sql = f"""SELECT {HAND}, X'' FROM played JOIN hands USING (hand_id)
            WHERE player_id = ? AND played.ended < ? ORDER BY played.ended DESC LIMIT ?"""  # noqa: S608 (a constant)
        return await self._hands(sql, player, before, limit)

    async def hands_at(self, table: str, limit: int = 100) -> list[FinishedHand]:
        sql = f"SELECT {HAND}, X'' FROM hands WHERE table_id = ? ORDER BY ended DESC LIMIT ?"  # noqa: S608 (a constant)
        return await self._hands(sql, table, limit)

    async def _hands(self, sql: str, *values: object) -> list[FinishedHand]:
        return [to_hand(row) for row in await self.read(sql, *values)]


def put_hand(db: sqlite3.Connection, hand: FinishedHand) -> None:
    """Write a hand with the entry that ended it."""
    judged = hand.verdict is not None
    row = hand.id, hand.public_id, hand.table, hand.ended, hand.info, hand.record, hand.format, judged
    sql = """INSERT INTO hands (hand_id, public_id, table_id, ended, info, record, format, judged)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
    db.execute(sql, row)
    sql = f"INSERT INTO played (player_id, ended, hand_id, {RESULT}) VALUES ({', '.join('?' * 14)})"  # noqa: S608 (constants)
    db.executemany(sql, played_rows(hand))
    if hand.verdict is not None:
        queue_for_rating(db, hand.id, hand.ended, hand.verdict)


def queue_for_rating(db: sqlite3.Connection, hand: str, ended: int, verdict: HandResult) -> None:
    """Let a hand be rated, if it is one to be rated."""
    if verdict.is_rated:
        db.execute(to_sqlite(CONTEST), rated_hand_row(hand, ended, verdict))
