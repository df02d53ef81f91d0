"""The room's bank: gifts, wallets and transfers of coins. Coins are play money, which nobody can buy or sell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from paiju.core.coins import Settled
from paiju.core.score_breakdown import Outcome
from paiju.server.app.economy.coin_settings import CoinSettings
from paiju.server.app.economy.withheld_coins import moved_coins
from paiju.server.app.players.player_service import DAY
from paiju.server.app.store import Booking, Stake, Store
from paiju.server.domain.table_coins import EMPTY_WALLET, NO_WALLETS, TableWallets, Wallet
from paiju.server.domain.table_setup import Setup
from paiju.server.domain.table_state import Table, hand_id
from paiju.server.errors import Refusal


class Bank:
    """Gives gifts of coins to players, and reads their wallets. All times are in Unix milliseconds; days are UTC days."""

    def __init__(self, store: Store, gifts: CoinSettings | None = None) -> None:
        self.gifts = gifts or CoinSettings()
        self._store = store

    async def get_wallet(self, player: str) -> Wallet:
        """Return a player's wallet. If the player has none, return the wallet that ``open_wallet`` would store."""
        return (await self._store.wallets([player])).get(player, Wallet(self.gifts.start))

    async def open_wallet(self, player: str, now: int) -> Wallet:
        """Return a player's wallet. If the player has none, store one with ``CoinSettings.start`` coins."""
        return (await self._load_or_create_wallets([player], now)).get(player, EMPTY_WALLET)

    async def give_daily_gift(self, player: str, now: int) -> Wallet:
        """Give a player the daily gift and return the wallet. Raises Refusal if the player has received it today."""
        await self.open_wallet(player, now)
        if not await self._grant("mint", player, self.gifts.daily, f"daily:{player}:{utc_date(now)}", now):
            raise Refusal("gift_taken")
        return await self.get_wallet(player)

    async def give_relief(self, player: str, now: int) -> Wallet:
        """Give one relief to a player who has fewer than ``CoinSettings.broke`` coins, and return the wallet.

        Raises Refusal if the player has ``CoinSettings.broke`` coins or more, has coins at stake, or has already
        received all reliefs of today.
        """
        wallet = await self.open_wallet(player, now)
        if wallet.hand:
            raise Refusal("coins_at_stake")
        if wallet.coins >= self.gifts.broke:
            raise Refusal("not_broke", below=self.gifts.broke)
        for number in range(1, self.gifts.reliefs + 1):
            cause = f"relief:{player}:{utc_date(now)}:{number}"
            if await self._grant("relief", player, self.gifts.relief, cause, now, below=self.gifts.broke):
                return await self.get_wallet(player)
        raise Refusal("no_more_relief", most=self.gifts.reliefs)

    async def has_received_daily_gift(self, player: str, now: int) -> bool:
        """Whether a player has received today's gift."""
        return await self._store.is_booked(f"daily:{player}:{utc_date(now)}")

    async def reliefs_left(self, player: str, now: int) -> int:
        """Return how many more reliefs a player may receive today."""
        causes = (f"relief:{player}:{utc_date(now)}:{number}" for number in range(1, self.gifts.reliefs + 1))
        return self.gifts.reliefs - sum([await self._store.is_booked(cause) for cause in causes])

    async def wallets_at_table(self, table: Table, actor: str, now: int) -> TableWallets:
        """Return the wallets that a command at a table needs: those of its players and of ``actor`` (``wallets_of``).

        ``actor`` is the id of a player who may want to sit down; "" for none. During a hand, and at a table without
        coins, the result is ``NO_WALLETS``.
        """
        if table.phase == "playing":
            return NO_WALLETS
        seated = {chair.player for chair in table.chairs if chair.player is not None}
        return await self.wallets_of(table.setup, seated | ({actor} if actor else set()), now)

    async def wallets_of(self, setup: Setup, players: Collection[str], now: int) -> TableWallets:
        """Return the wallets of these players, and the data for today's limits on lost coins (``TableWallets``).

        A player without a wallet gets one. The result is ``NO_WALLETS`` if the setup is not for coins.
        """
        if setup.stakes is None:
            return NO_WALLETS
        won = await self._store.coins_won_from_bots(players, now - now % DAY)
        left = self.gifts.bots - max(won.values(), default=0)
        moved = moved_coins(await self._store.hands_with_limited_transfers(now - now % DAY, players))
        return TableWallets(await self._load_or_create_wallets(players, now), max(0, left), self.gifts.pair, moved)

    async def _load_or_create_wallets(self, players: Collection[str], now: int) -> dict[str, Wallet]:
        wallets = await self._store.wallets(players)
        missing = [player for player in players if player not in wallets]
        for player in missing:
            await self._grant("mint", player, self.gifts.start, f"start:{player}", now)
        return wallets | await self._store.wallets(missing) if missing else wallets

    async def _grant(
        self, source: str, player: str, coins: int, cause: str, now: int, below: int | None = None
    ) -> bool:  # fmt: skip
        return await self._store.put_booking(Booking(cause, now, {source: -coins, account_name(player): coins}), below)


def utc_date(now: int) -> str:
    """Return the UTC day of a time, as ``YYYY-MM-DD``."""
    return datetime.fromtimestamp(now / 1000, UTC).strftime("%Y-%m-%d")


def account_name(player: str | None) -> str:
    """Return the name of a player's coin account; if ``player`` is None, the account that the server's bots share."""
    return "bots" if player is None else f"player:{player}"


class CoinWrites(NamedTuple):
    """The stakes and the booking that are stored together with a log entry."""

    stakes: tuple[Stake, ...] = ()
    settled: Booking | None = None


def coin_writes(before: Table, after: Table, now: int) -> CoinWrites:
    """Return the stakes and the booking that must be stored together with a log entry.

    Coins are at stake from the moment when all players are ready until the hand ends. ``before`` and ``after`` are the table
    before and after the entry. A player who has left the hand is only in ``before``.
    """
    was, is_now = _staked_hand_id(before), _staked_hand_id(after)
    if was == is_now:
        return CoinWrites()
    return CoinWrites(
        _player_stakes(after, is_now) if is_now else (), _settlement_booking(before, after, was, now) if was else None
    )


def _staked_hand_id(table: Table) -> str:
    """Return the id of the hand for which coins are at stake at a table; "" if there is none."""
    staked = table.setup.stakes is not None and table.phase in ("revealing", "playing")
    return hand_id(table.id, table.seal.number) if staked else ""


def _player_stakes(table: Table, hand: str) -> tuple[Stake, ...]:
    return tuple(
        Stake(chair.player, hand, chair.purse)
        for chair in table.chairs
        if chair.player is not None and chair.purse is not None
    )


def _settlement_booking(before: Table, after: Table, name: str, now: int) -> Booking:
    """Return the booking that releases the stakes of the hand ``name``.

    The booking has no amounts if the hand was never dealt.
    """
    hand = after.hand
    if hand is None or hand_id(after.id, hand.number) != name or hand.outcome is None or hand.coins is None:
        return Booking(f"hand:{name}", now, {})
    return hand_booking(name, [chair.player for chair in before.chairs], hand.outcome, hand.coins, now)


def hand_booking(hand: str, players: Sequence[str | None], outcome: Outcome, coins: Settled, now: int) -> Booking:
    """Return the booking of a finished hand. The server's bots share one account."""
    amounts: dict[str, int] = {}
    for player, change in zip(players, coins.transfer.seats, strict=True):
        account = account_name(player)
        amounts[account] = amounts.get(account, 0) + change
    amounts["house" if outcome.left is None else "escape"] = coins.transfer.house
    return Booking(f"hand:{hand}", now, {account: amount for account, amount in amounts.items() if amount})
