"""Wallets and bookings in PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from paiju.server.adapters.postgres.pool import PostgresPool
from paiju.server.adapters.row_mappers import (
    CAPPED,
    HAND,
    OWN,
    booking_rows,
    changes_by_player,
    reclaim_booking,
    to_bookings,
    to_hand,
    to_wallets,
)
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.store import Booking, Stake
from paiju.server.domain.coins import Wallet

_PURSES: Final = "SELECT player_id, purses.coins, hand_id FROM purses LEFT JOIN at_stake USING (player_id)"
_OPEN: Final = (
    "INSERT INTO purses SELECT player_id, 0 FROM unnest($1::text[]) AS player_id ORDER BY 1 ON CONFLICT DO NOTHING"
)
_BOOK: Final = "INSERT INTO bookings VALUES ($1, $2, $3, $4)"
_GONE: Final = """SELECT player_id FROM purses WHERE NOT EXISTS (
    SELECT FROM players WHERE players.player_id = purses.player_id AND name <> '') LIMIT $1"""
_LOCK: Final = "SELECT FROM purses WHERE player_id = ANY($1) ORDER BY player_id FOR UPDATE"
_ADD: Final = """UPDATE purses SET coins = coins + change FROM unnest($1::text[], $2::bigint[]) AS given (player, change)
    WHERE player_id = player"""


class PostgresCoins(PostgresPool):
    """``CoinStore``."""

    async def wallets(self, players: Collection[str]) -> dict[str, Wallet]:
        return to_wallets(await self.read(f"{_PURSES} WHERE player_id = ANY($1)", list(players)))

    async def put_booking(self, booking: Booking, below: int | None = None) -> bool:
        async def work(db: Any) -> bool:
            async with db.transaction():
                return await write_booking(db, booking, below)

        return await self.run(work)

    async def is_booked(self, cause: str) -> bool:
        return bool(await self.read("SELECT FROM bookings WHERE cause = $1 LIMIT 1", cause))

    async def coins_won_from_bots(self, players: Collection[str], since: int) -> dict[str, int]:
        sql = """SELECT own.account, sum(least(own.amount, -lost.amount))::bigint FROM bookings AS own
            JOIN bookings AS lost ON lost.cause = own.cause AND lost.account = 'bots' AND lost.amount < 0
            WHERE own.account = ANY($1) AND own.at >= $2 AND own.amount > 0 GROUP BY own.account"""
        rows = await self.read(sql, [OWN + player for player in players], since)
        return {account.removeprefix(OWN): coins for account, coins in rows}

    async def capped_hands(
        self, since: int, players: Collection[str] | None = None, limit: int = 10_000
    ) -> list[FinishedHand]:
        by, named = "", list[object]()
        if players is not None:
            by = "AND hand_id IN (SELECT hand_id FROM played WHERE player_id = ANY($4) AND ended >= $1)"
            named = [list(players)]
        sql = f"""SELECT {HAND}, ''::bytea FROM hands WHERE ended >= $1 AND position($2::bytea IN info) > 0 {by}
            ORDER BY ended DESC, hand_id LIMIT $3"""  # noqa: S608 (constants)
        return [to_hand(row) for row in await self.read(sql, since, CAPPED, limit, *named)]

    async def reclaim_coins(self, now: int, limit: int = 1000) -> int:
        async def work(db: Any) -> int:
            async with db.transaction():
                gone = [row[0] for row in await db.fetch(_GONE, limit)]
                await db.execute(_LOCK, gone)
                purses = to_wallets(await db.fetch(f"{_PURSES} WHERE player_id = ANY($1)", gone))
                free = {player: purse for player, purse in purses.items() if not purse.hand}
                for player, purse in free.items():
                    await db.executemany(_BOOK, booking_rows(reclaim_booking(player, purse.coins, now)))
                await db.execute("DELETE FROM purses WHERE player_id = ANY($1)", list(free))
            return len(free)

        return await self.run(work)

    async def bookings(self, after: str = "", limit: int = 1000) -> list[Booking]:
        sql = """SELECT cause, account, amount, at FROM bookings WHERE cause IN (
                SELECT DISTINCT cause FROM bookings WHERE cause > $1 ORDER BY cause LIMIT $2
            ) ORDER BY cause, account"""
        return to_bookings(await self.read(sql, after, limit))

    async def bookings_for(self, causes: Collection[str]) -> list[Booking]:
        sql = "SELECT cause, account, amount, at FROM bookings WHERE cause = ANY($1) ORDER BY cause, account"
        return to_bookings(await self.read(sql, list(causes)))

    async def bookings_of(self, player: str) -> list[Booking]:
        sql = "SELECT cause, account, amount, at FROM bookings WHERE account = $1 ORDER BY at, cause"
        return to_bookings(await self.read(sql, OWN + player))

    async def wrong_wallets(self) -> dict[str, tuple[int, int]]:
        sql = """SELECT player_id, sum(booked)::bigint, sum(held)::bigint FROM (
                SELECT substr(account, 8) AS player_id, amount AS booked, 0 AS held FROM bookings WHERE account LIKE 'player:%'
                UNION ALL SELECT player_id, 0, coins FROM purses
            ) AS each GROUP BY player_id HAVING sum(booked) <> sum(held)"""
        return {player: (booked, held) for player, booked, held in await self.read(sql)}

    async def loose_stakes(self) -> list[Stake]:
        sql = """SELECT player_id, hand_id, coins FROM at_stake AS one
            WHERE EXISTS (SELECT FROM hands WHERE hand_id = one.hand_id)
            OR NOT EXISTS (SELECT FROM tables WHERE one.hand_id LIKE table_id || '-%' AND phase IN ('revealing', 'playing'))
            OR NOT EXISTS (SELECT FROM purses WHERE player_id = one.player_id AND coins >= one.coins) ORDER BY player_id"""
        return [Stake(*row) for row in await self.read(sql)]

    async def balances(self) -> dict[str, int]:
        sql = """SELECT CASE WHEN account LIKE 'player:%' THEN 'players' ELSE account END AS account, sum(amount)::bigint
            FROM bookings GROUP BY 1 ORDER BY 1"""
        return {account: coins for account, coins in await self.read(sql)}  # noqa: C416 (rows are not pairs)

    async def all_hands(self, after: str = "", limit: int = 100) -> list[FinishedHand]:
        sql = f"SELECT {HAND}, record FROM hands WHERE hand_id > $1 ORDER BY hand_id LIMIT $2"  # noqa: S608 (a constant)
        return [to_hand(row) for row in await self.read(sql, after, limit)]


async def write_booking(db: Any, booking: Booking, below: int | None = None) -> bool:
    """Write a booking within a transaction, if it can be."""
    changes = changes_by_player(booking)
    players = list(changes)
    await db.execute(_OPEN, players)
    await db.execute(_LOCK, players)  # what is at stake is read afterwards: who stakes has locked the purse as well
    purses = to_wallets(await db.fetch(f"{_PURSES} WHERE player_id = ANY($1)", players))
    if not all(_can_pay(purses[player], change, below) for player, change in changes.items()):
        return False
    if await db.fetch("SELECT FROM bookings WHERE cause = $1", booking.cause):
        return False
    await db.executemany(_BOOK, booking_rows(booking))
    await db.execute(_ADD, players, list(changes.values()))
    return True


def _can_pay(purse: Wallet, change: int, below: int | None) -> bool:
    if change < 0:
        return not purse.hand and purse.coins >= -change
    return below is None or purse.coins < below
