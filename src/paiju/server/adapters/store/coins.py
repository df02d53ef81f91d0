"""The part of the store for wallets and bookings. A hand's booking is written with the log entry that ends the hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from msgspec.structs import astuple

from paiju.server.adapters.store.database import Row, StorePart, Transaction
from paiju.server.adapters.store.hands import HAND, to_hand
from paiju.server.adapters.store.schema_definition import AT_STAKE, BOOKINGS
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.store import Booking, Stake, StakeRefused
from paiju.server.domain.table_coins import EMPTY_WALLET, Wallet

OWN: Final = "player:"
"""Prefix of the names of players' accounts."""

CAPPED: Final = b'"limits":['
"""Bytes in the stored summary (JSON) of a hand that show that a daily limit applied to the coins of the hand.

A player cannot write these bytes into a summary, because a quote in a text is escaped.
"""

_PURSES: Final = "SELECT player_id, purses.coins, hand_id FROM purses LEFT JOIN at_stake USING (player_id)"
_LOCK: Final = "SELECT player_id FROM purses WHERE player_id = ANY($1) ORDER BY player_id FOR UPDATE"
"""Locks the wallets of players.

Every transaction that adds a stake also locks the wallet. So only stakes that are read after this statement
are sure to be complete.
"""


class DatabaseCoins(StorePart):
    """Stores wallets, stakes and bookings in the room's database (``CoinStore``)."""

    async def wallets(self, players: Collection[str]) -> dict[str, Wallet]:
        return _to_wallets(await self.db.read(f"{_PURSES} WHERE player_id = ANY($1)", list(players)))

    async def put_booking(self, booking: Booking, below: int | None = None) -> bool:
        return await self.db.run_in_transaction(lambda db: write_booking(db, booking, below))

    async def is_booked(self, cause: str) -> bool:
        return bool(await self.db.read("SELECT 1 FROM bookings WHERE cause = $1 LIMIT 1", cause))

    async def coins_won_from_bots(self, players: Collection[str], since: int) -> dict[str, int]:
        sql = """SELECT own.account, sum(least(own.amount, -lost.amount))::bigint FROM bookings AS own
            JOIN bookings AS lost ON lost.cause = own.cause AND lost.account = 'bots' AND lost.amount < 0
            WHERE own.account = ANY($1) AND own.at >= $2 AND own.amount > 0 GROUP BY own.account"""
        rows = await self.db.read(sql, [OWN + player for player in players], since)
        return {account.removeprefix(OWN): coins for account, coins in rows}

    async def hands_with_limited_transfers(
        self, since: int, players: Collection[str] | None = None, limit: int = 10_000
    ) -> list[FinishedHand]:
        among = ""
        values: list[object] = [since, CAPPED, limit]
        if players is not None:
            among = "AND hand_id IN (SELECT hand_id FROM played WHERE player_id = ANY($4) AND ended >= $1)"
            values.append(list(players))
        sql = f"""SELECT {HAND} FROM hands WHERE ended >= $1 AND position($2::bytea IN info) > 0 {among}
            ORDER BY ended DESC, hand_id LIMIT $3"""
        return [to_hand((*row, b"")) for row in await self.db.read(sql, *values)]

    async def reclaim_deleted_players_coins(self, now: int, limit: int = 1000) -> int:
        async def drop_wallets(db: Transaction) -> int:
            sql = """SELECT player_id FROM purses WHERE NOT EXISTS (
                SELECT 1 FROM players WHERE players.player_id = purses.player_id AND name <> '') LIMIT $1"""
            gone = [row[0] for row in await db.fetch(sql, limit)]
            free = {player: wallet for player, wallet in (await _lock_wallets(db, gone)).items() if not wallet.hand}
            for player, wallet in free.items():
                taken = {OWN + player: -wallet.coins, "mint": wallet.coins} if wallet.coins else {}
                await db.execute_many(BOOKINGS.insert_sql, booking_rows(Booking(f"gone:{player}", now, taken)))
            await db.execute("DELETE FROM purses WHERE player_id = ANY($1)", list(free))
            return len(free)

        return await self.db.run_in_transaction(drop_wallets)

    async def list_bookings(self, after: str = "", limit: int = 1000) -> list[Booking]:
        sql = f"""{BOOKINGS.select_sql}
            WHERE cause IN (SELECT DISTINCT cause FROM bookings WHERE cause > $1 ORDER BY cause LIMIT $2)
            ORDER BY cause, account"""
        return _to_bookings(await self.db.read(sql, after, limit))

    async def bookings_with_causes(self, causes: Collection[str]) -> list[Booking]:
        return _to_bookings(
            await self.db.read(f"{BOOKINGS.select_sql} WHERE cause = ANY($1) ORDER BY cause, account", list(causes))
        )

    async def bookings_of_player(self, player: str) -> list[Booking]:
        return _to_bookings(
            await self.db.read(f"{BOOKINGS.select_sql} WHERE account = $1 ORDER BY at, cause", OWN + player)
        )

    async def wrong_wallets(self) -> dict[str, tuple[int, int]]:
        sql = """SELECT player_id, sum(booked)::bigint, sum(held)::bigint FROM (
                SELECT substr(account, 8) AS player_id, amount AS booked, 0 AS held FROM bookings WHERE account LIKE 'player:%'
                UNION ALL SELECT player_id, 0, coins FROM purses
            ) AS each GROUP BY player_id HAVING sum(booked) <> sum(held)"""
        return {player: (booked, held) for player, booked, held in await self.db.read(sql)}

    async def wrong_stakes(self) -> list[Stake]:
        sql = """SELECT player_id, hand_id, coins FROM at_stake AS one
            WHERE EXISTS (SELECT 1 FROM hands WHERE hand_id = one.hand_id)
            OR NOT EXISTS (SELECT 1 FROM tables WHERE one.hand_id LIKE table_id || '-%' AND phase IN ('revealing', 'playing'))
            OR NOT EXISTS (SELECT 1 FROM purses WHERE player_id = one.player_id AND coins >= one.coins) ORDER BY player_id"""
        return [Stake(*row) for row in await self.db.read(sql)]

    async def balances_by_account(self) -> dict[str, int]:
        sql = """SELECT CASE WHEN account LIKE 'player:%' THEN 'players' ELSE account END AS account, sum(amount)::bigint
            FROM bookings GROUP BY 1 ORDER BY 1"""
        return {account: coins for account, coins in await self.db.read(sql)}  # noqa: C416 (rows are not pairs)

    async def list_finished_hands(self, after: str = "", limit: int = 100) -> list[FinishedHand]:
        sql = f"SELECT {HAND}, record FROM hands WHERE hand_id > $1 ORDER BY hand_id LIMIT $2"
        return [to_hand(row) for row in await self.db.read(sql, after, limit)]


async def write_booking(db: Transaction, booking: Booking, below: int | None = None) -> bool:
    """Write a booking and change the wallets, and return True; or return False without any change.

    The booking is written only if these conditions hold: no booking with the same cause exists; each payer has
    enough coins, and none at stake; and each recipient has fewer coins than ``below``, if ``below`` is given.
    """
    changes = changes_by_player(booking)
    gaining = [(player,) for player, change in sorted(changes.items()) if change > 0]
    await db.execute_many("INSERT INTO purses VALUES ($1, 0) ON CONFLICT DO NOTHING", gaining)
    wallets = await _lock_wallets(db, list(changes))
    if not all(_can_book(wallets.get(player, EMPTY_WALLET), change, below) for player, change in changes.items()):
        return False
    if await db.fetch("SELECT 1 FROM bookings WHERE cause = $1", booking.cause):
        return False
    await db.execute_many(BOOKINGS.insert_sql, booking_rows(booking))
    await db.execute_many("UPDATE purses SET coins = coins + $2 WHERE player_id = $1", changes.items())
    return True


async def reserve_stakes(db: Transaction, stakes: Sequence[Stake]) -> None:
    """Reserve the stakes of a hand. Raises StakeRefused."""
    wallets = await _lock_wallets(db, [stake.player for stake in stakes])
    for stake in stakes:
        wallet = wallets.get(stake.player, EMPTY_WALLET)
        if wallet.hand or wallet.coins < stake.coins:
            raise StakeRefused
    await db.execute_many(AT_STAKE.insert_sql, [astuple(stake) for stake in stakes])


async def settle_stakes(db: Transaction, booking: Booking) -> None:
    """Release the stakes of a hand, and change the wallets by the amounts of its booking."""
    await db.execute("DELETE FROM at_stake WHERE hand_id = $1", settled_hand_id(booking))
    changes = sorted(changes_by_player(booking).items())
    await db.execute_many(
        "INSERT INTO purses VALUES ($1, 0) ON CONFLICT DO NOTHING", [(player,) for player, _ in changes]
    )
    await db.execute_many("UPDATE purses SET coins = coins + $2 WHERE player_id = $1", changes)


async def _lock_wallets(db: Transaction, players: list[str]) -> dict[str, Wallet]:
    await db.fetch(_LOCK, players)
    return _to_wallets(await db.fetch(f"{_PURSES} WHERE player_id = ANY($1)", players))


def _can_book(wallet: Wallet, change: int, below: int | None) -> bool:
    if change < 0:
        return not wallet.hand and wallet.coins >= -change
    return below is None or wallet.coins < below


def _to_wallets(rows: Sequence[Row]) -> dict[str, Wallet]:
    return {player: Wallet(coins, hand or "") for player, coins, hand in rows}


def booking_rows(booking: Booking) -> list[tuple[str, str, int, int]]:
    """Return a booking as rows of the table ``bookings``. Raises ValueError if its amounts do not sum to zero."""
    if sum(booking.amounts.values()):
        raise ValueError(f"{booking.cause} is out of balance: {booking.amounts}")
    return [(booking.cause, account, amount, booking.at) for account, amount in booking.amounts.items()]


def changes_by_player(booking: Booking) -> dict[str, int]:
    """Return the amounts by which a booking changes wallets, by player."""
    return {account.removeprefix(OWN): amount for account, amount in booking.amounts.items() if account.startswith(OWN)}


def settled_hand_id(booking: Booking) -> str:
    """Return the id of the hand that a booking settles."""
    return booking.cause.removeprefix("hand:")


def _to_bookings(rows: Sequence[Row]) -> list[Booking]:
    """Return the bookings in these rows, which must be ordered by cause."""
    return [
        Booking(cause, some[0][3], {account: amount for _, account, amount, _ in some})
        for cause, some in ((cause, list(group)) for cause, group in groupby(rows, key=itemgetter(0)))
    ]
