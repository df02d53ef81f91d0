"""The room's coins: what everybody is given, who has what, and what a hand moves. Play money: never bought, never sold."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from paiju.core.breakdown import Outcome
from paiju.core.coins import Amount, Settled
from paiju.server.app.economy.pair_transfers import moved_by_players
from paiju.server.app.players.player_service import DAY
from paiju.server.app.store import Booking, Stake, Store
from paiju.server.domain.coins import EMPTY_WALLET, NO_WALLETS, TableWallets, Wallet
from paiju.server.domain.setup import Setup
from paiju.server.domain.table import Table, hand_id
from paiju.server.errors import Refusal


class Gifts(Struct, frozen=True, kw_only=True):
    """What the room gives, in coins."""

    start: Amount = 1000
    """Coins in a new wallet."""
    daily: Amount = 200
    """Each day, to who asks."""
    relief: Amount = 300
    """What somebody who is broke gets for the asking."""
    broke: Amount = 300
    """Whoever has fewer is broke."""
    reliefs: Annotated[int, Meta(ge=0, le=100)] = 3
    """How often a day."""
    bots: Amount = 3000
    """The most that the server's bots lose to one player in a day."""
    pair: Amount = 20_000
    """The most that one player moves to another in a day, by leaving hands and at private tables."""


class Bank:
    """The wallets of a room."""

    def __init__(self, store: Store, gifts: Gifts | None = None) -> None:
        self.gifts = gifts or Gifts()
        self._store = store

    async def get_wallet(self, player: str) -> Wallet:
        """A player's wallet. A new one holds ``Gifts.start``, and is stored when it is first used."""
        return (await self._store.wallets([player])).get(player, Wallet(self.gifts.start))

    async def open_wallet(self, player: str, now: int) -> Wallet:
        """The same, written."""
        return (await self._load_wallets([player], now)).get(player, EMPTY_WALLET)

    async def give_daily(self, player: str, now: int) -> Wallet:
        """Today's gift. Raises Refusal: the player has had it."""
        await self.open_wallet(player, now)
        if not await self._grant("mint", player, self.gifts.daily, f"daily:{player}:{day_of(now)}", now):
            raise Refusal("gift_taken")
        return await self.get_wallet(player)

    async def give_relief(self, player: str, now: int) -> Wallet:
        """Help for who is broke. Raises Refusal: the player is not, or has had all that there is today."""
        purse = await self.open_wallet(player, now)
        if purse.hand:
            raise Refusal("coins_at_stake")
        if purse.coins >= self.gifts.broke:
            raise Refusal("not_broke", below=self.gifts.broke)
        for number in range(1, self.gifts.reliefs + 1):
            cause = f"relief:{player}:{day_of(now)}:{number}"
            if await self._grant("relief", player, self.gifts.relief, cause, now, below=self.gifts.broke):
                return await self.get_wallet(player)
        raise Refusal("no_more_relief", most=self.gifts.reliefs)

    async def has_had_daily(self, player: str, now: int) -> bool:
        """Whether a player has had today's gift."""
        return await self._store.is_booked(f"daily:{player}:{day_of(now)}")

    async def reliefs_left(self, player: str, now: int) -> int:
        """How many times a player may still be helped today."""
        causes = (f"relief:{player}:{day_of(now)}:{number}" for number in range(1, self.gifts.reliefs + 1))
        return self.gifts.reliefs - sum([await self._store.is_booked(cause) for cause in causes])

    async def wallets_at_table(self, table: Table, actor: str, now: int) -> TableWallets:
        """The coins of those who sit at a table and of who wants to, where it plays for coins and no hand is in play."""
        if table.phase == "playing":
            return NO_WALLETS
        seated = {chair.player for chair in table.chairs if chair.player is not None}
        return await self.wallets_of(table.setup, seated | ({actor} if actor else set()), now)

    async def wallets_of(self, setup: Setup, players: Collection[str], now: int) -> TableWallets:
        """The coins of these players, where what is set up is for coins."""
        if setup.stakes is None:
            return NO_WALLETS
        won = await self._store.coins_won_from_bots(players, now - now % DAY)
        left = self.gifts.bots - max(won.values(), default=0)
        moved = moved_by_players(await self._store.capped_hands(now - now % DAY, players))
        return TableWallets(await self._load_wallets(players, now), max(0, left), self.gifts.pair, moved)

    async def _load_wallets(self, players: Collection[str], now: int) -> dict[str, Wallet]:
        purses = await self._store.wallets(players)
        missing = [player for player in players if player not in purses]
        for player in missing:
            await self._grant("mint", player, self.gifts.start, f"start:{player}", now)
        return purses | await self._store.wallets(missing) if missing else purses

    async def _grant(
        self, source: str, player: str, coins: int, cause: str, now: int, below: int | None = None
    ) -> bool:  # fmt: skip
        return await self._store.put_booking(Booking(cause, now, {source: -coins, account_name(player): coins}), below)


def day_of(now: int) -> str:
    """The day, as the room counts days (UTC)."""
    return datetime.fromtimestamp(now / 1000, UTC).strftime("%Y-%m-%d")


def account_name(player: str | None) -> str:
    """The account of a player; without one, of the bots."""
    return "bots" if player is None else f"player:{player}"


class CoinWrites(NamedTuple):
    """What an entry writes to the wallets."""

    stakes: tuple[Stake, ...] = ()
    settled: Booking | None = None


def coin_writes(before: Table, after: Table, now: int) -> CoinWrites:
    """What must be written with an entry: coins are at stake from when all are ready until the hand is over or set aside.

    ``before`` still has everybody who played.
    """
    was, is_now = _hand_at_stake(before), _hand_at_stake(after)
    if was == is_now:
        return CoinWrites()
    return CoinWrites(
        _stakes(after, is_now) if is_now else (), _settlement_booking(before, after, was, now) if was else None
    )


def _hand_at_stake(table: Table) -> str:
    """The hand for which coins are at stake at a table; empty: none."""
    staked = table.setup.stakes is not None and table.phase in ("revealing", "playing")
    return hand_id(table.id, table.seal.number) if staked else ""


def _stakes(table: Table, hand: str) -> tuple[Stake, ...]:
    return tuple(
        Stake(chair.player, hand, chair.purse)
        for chair in table.chairs
        if chair.player is not None and chair.purse is not None
    )


def _settlement_booking(before: Table, after: Table, name: str, now: int) -> Booking:
    """A hand that was set aside before it was dealt moves nothing."""
    hand = after.hand
    if hand is None or hand_id(after.id, hand.number) != name or hand.outcome is None or hand.coins is None:
        return Booking(f"hand:{name}", now, {})
    return hand_booking(name, [chair.player for chair in before.chairs], hand.outcome, hand.coins, now)


def hand_booking(hand: str, players: Sequence[str | None], outcome: Outcome, coins: Settled, now: int) -> Booking:
    """What a hand moved, by accounts. What several bots gain and lose is one amount."""
    amounts: dict[str, int] = {}
    for player, change in zip(players, coins.transfer.seats, strict=True):
        account = account_name(player)
        amounts[account] = amounts.get(account, 0) + change
    amounts["house" if outcome.left is None else "escape"] = coins.transfer.house
    return Booking(f"hand:{hand}", now, {account: amount for account, amount in amounts.items() if amount})
