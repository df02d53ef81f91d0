"""Wallets and bookings in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from paiju.server.adapters.row_mappers import (
    CAPPED,
    HAND,
    OWN,
    booking_rows,
    changes_by_player,
    reclaim_booking,
    settled_hand_id,
    to_bookings,
    to_hand,
    to_wallets,
)
from paiju.server.adapters.sqlite.base import SqliteDatabase
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.store import Booking, Stake, StakeRefused
from paiju.server.domain.coins import Wallet

_PURSES = "SELECT player_id, purses.coins, hand_id FROM purses LEFT JOIN at_stake USING (player_id)"


class SqliteCoins(SqliteDatabase):
    """``CoinStore``."""

    async def wallets(self, players: Collection[str]) -> dict[str, Wallet]:
        sql = f"{_PURSES} WHERE player_id IN ({_placeholders(players)})"
        return to_wallets(await self.read(sql, *players))

    async def put_booking(self, booking: Booking, below: int | None = None) -> bool:
        return await self.transaction(lambda db: write_booking(db, booking, below))

    async def is_booked(self, cause: str) -> bool:
        return bool(await self.read("SELECT 1 FROM bookings WHERE cause = ? LIMIT 1", cause))

    async def coins_won_from_bots(self, players: Collection[str], since: int) -> dict[str, int]:
        sql = f"""SELECT own.account, sum(min(own.amount, -lost.amount)) FROM bookings AS own
            JOIN bookings AS lost ON lost.cause = own.cause AND lost.account = 'bots' AND lost.amount < 0
            WHERE own.account IN ({_placeholders(players)}) AND own.at >= ? AND own.amount > 0 GROUP BY own.account"""  # noqa: S608
        rows = await self.read(sql, *(OWN + player for player in players), since)
        return {account.removeprefix(OWN): coins for account, coins in rows}

    async def capped_hands(
        self, since: int, players: Collection[str] | None = None, limit: int = 10_000
    ) -> list[FinishedHand]:
        by, values = "", list[object]()
        if players is not None:
            by = f"""AND hand_id IN (
                SELECT hand_id FROM played WHERE player_id IN ({_placeholders(players)}) AND ended >= ?)"""  # noqa: S608
            values = [*players, since]
        sql = f"""SELECT {HAND}, X'' FROM hands WHERE ended >= ? AND instr(info, ?) > 0 {by}
            ORDER BY ended DESC, hand_id LIMIT ?"""  # noqa: S608 (constants and question marks)
        return [to_hand(row) for row in await self.read(sql, since, CAPPED, *values, limit)]

    async def reclaim_coins(self, now: int, limit: int = 1000) -> int:
        return await self.transaction(lambda db: _reclaim_coins(db, now, limit))

    async def bookings(self, after: str = "", limit: int = 1000) -> list[Booking]:
        sql = """SELECT cause, account, amount, at FROM bookings WHERE cause IN (
                SELECT DISTINCT cause FROM bookings WHERE cause > ? ORDER BY cause LIMIT ?
            ) ORDER BY cause, account"""
        return to_bookings(await self.read(sql, after, limit))

    async def bookings_for(self, causes: Collection[str]) -> list[Booking]:
        sql = f"SELECT cause, account, amount, at FROM bookings WHERE cause IN ({_placeholders(causes)}) ORDER BY cause, account"  # noqa: S608
        return to_bookings(await self.read(sql, *causes))

    async def bookings_of(self, player: str) -> list[Booking]:
        sql = "SELECT cause, account, amount, at FROM bookings WHERE account = ? ORDER BY at, cause"
        return to_bookings(await self.read(sql, OWN + player))

    async def wrong_wallets(self) -> dict[str, tuple[int, int]]:
        sql = """SELECT player_id, sum(booked), sum(held) FROM (
                SELECT substr(account, 8) AS player_id, amount AS booked, 0 AS held FROM bookings WHERE account LIKE 'player:%'
                UNION ALL SELECT player_id, 0, coins FROM purses
            ) GROUP BY player_id HAVING sum(booked) <> sum(held)"""
        return {player: (booked, held) for player, booked, held in await self.read(sql)}

    async def loose_stakes(self) -> list[Stake]:
        sql = """SELECT player_id, hand_id, coins FROM at_stake AS one
            WHERE EXISTS (SELECT * FROM hands WHERE hand_id = one.hand_id)
            OR NOT EXISTS (SELECT * FROM tables WHERE one.hand_id LIKE table_id || '-%' AND phase IN ('revealing', 'playing'))
            OR NOT EXISTS (SELECT * FROM purses WHERE player_id = one.player_id AND coins >= one.coins) ORDER BY player_id"""
        return [Stake(*row) for row in await self.read(sql)]

    async def balances(self) -> dict[str, int]:
        sql = """SELECT CASE WHEN account LIKE 'player:%' THEN 'players' ELSE account END AS account, sum(amount)
            FROM bookings GROUP BY 1 ORDER BY 1"""
        return {account: coins for account, coins in await self.read(sql)}  # noqa: C416 (rows are not pairs)

    async def all_hands(self, after: str = "", limit: int = 100) -> list[FinishedHand]:
        sql = f"SELECT {HAND}, record FROM hands WHERE hand_id > ? ORDER BY hand_id LIMIT ?"  # noqa: S608 (a constant)
        return [to_hand(row) for row in await self.read(sql, after, limit)]


def _placeholders(values: Collection[object]) -> str:
    return ", ".join("?" for _ in values)


def put_stake(db: sqlite3.Connection, stake: Stake) -> None:
    """Put coins at stake. Raises NoStake."""
    sql = """INSERT INTO at_stake VALUES (
        ?1, ?2, (SELECT ?3 FROM purses WHERE player_id = ?1 AND coins >= ?3))"""
    try:
        db.execute(sql, (stake.player, stake.hand, stake.coins))
    except sqlite3.IntegrityError as error:  # the purse holds less: no amount; or some is at stake already
        raise StakeRefused from error


def write_settlement(db: sqlite3.Connection, booking: Booking) -> None:
    """Write what a hand moved, with the entry that ended it."""
    db.execute("DELETE FROM at_stake WHERE hand_id = ?", (settled_hand_id(booking),))
    _write(db, booking)


def write_booking(db: sqlite3.Connection, booking: Booking, below: int | None = None) -> bool:
    """Write any other booking, if it can be."""
    if db.execute("SELECT 1 FROM bookings WHERE cause = ?", (booking.cause,)).fetchall():
        return False
    for player, change in changes_by_player(booking).items():
        rows = db.execute(f"{_PURSES} WHERE player_id = ?", (player,)).fetchall()
        purse = to_wallets(rows).get(player, Wallet(0))
        if change < 0 and (purse.hand or purse.coins < -change):
            return False
        if change > 0 and below is not None and purse.coins >= below:
            return False
    _write(db, booking)
    return True


def _reclaim_coins(db: sqlite3.Connection, now: int, limit: int) -> int:
    sql = f"""{_PURSES} WHERE hand_id IS NULL AND NOT EXISTS (
        SELECT * FROM players WHERE players.player_id = purses.player_id AND name <> '') LIMIT ?"""  # noqa: S608 (a constant)
    gone = to_wallets(db.execute(sql, (limit,)).fetchall())
    for player, purse in gone.items():
        _write(db, reclaim_booking(player, purse.coins, now))
        db.execute("DELETE FROM purses WHERE player_id = ?", (player,))
    return len(gone)


def _write(db: sqlite3.Connection, booking: Booking) -> None:
    db.executemany("INSERT INTO bookings VALUES (?, ?, ?, ?)", booking_rows(booking))
    for player, change in changes_by_player(booking).items():
        db.execute("INSERT INTO purses VALUES (?, 0) ON CONFLICT DO NOTHING", (player,))
        db.execute("UPDATE purses SET coins = coins + ? WHERE player_id = ?", (change, player))
