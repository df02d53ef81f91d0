"""Coins at a table: who may sit down, who may start a hand, and which wallets settle it.

The server reads the wallets before a command. They become part of the event that all players are ready. From then
until the end of the hand, nothing else can lower them (``CoinStore``), so every hand can be paid.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct

from paiju.core.coins import PairCap, Settled, Stakes, make_settled
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.server.domain.table import Table, TableHandState
from paiju.server.errors import Refusal


class Wallet(Struct, frozen=True):
    """A player's coins. ``hand`` is the hand at which they are at stake, or ""."""

    coins: int
    hand: str = ""


EMPTY_WALLET: Final = Wallet(0)


class TableWallets(NamedTuple):
    """The wallets of players, and what bots may still lose to the players at the table today."""

    purses: Mapping[str, Wallet] = MappingProxyType({})
    bots: int = 0
    pair_cap: int | None = None
    """The most that one player moves to another in a day, by leaving and at private tables; None: any amount."""
    moved: Mapping[tuple[str, str], int] = MappingProxyType({})
    """What the first of two players has moved to the second today, so that it counts."""

    def wallet_of(self, player: str) -> Wallet:
        """Return a player's coins."""
        return self.purses.get(player, EMPTY_WALLET)


NO_WALLETS: Final = TableWallets()


def check_may_sit(stakes: Stakes | None, wallets: TableWallets, player: str) -> int | None:
    """Return the coins of a player who sits down; None at a table without coins. Raises Refusal if they are too few."""
    if stakes is None:
        return None
    coins = wallets.wallet_of(player).coins
    if coins < stakes.enter:
        raise Refusal("coins_to_enter", least=stakes.enter, coins=coins)
    return coins


def check_may_continue(stakes: Stakes | None, wallets: TableWallets, player: str) -> None:
    """Raise Refusal unless a player may start another hand."""
    if stakes is None:
        return
    purse = wallets.wallet_of(player)
    if purse.hand:
        raise Refusal("at_coin_table")
    if purse.coins < stakes.stay or player not in wallets.purses:
        raise Refusal("coins_to_stay", least=stakes.stay, coins=purse.coins)


def seats_short_of_coins(table: Table, wallets: TableWallets) -> tuple[Seat, ...]:
    """Return the seats with too few coins for another hand, ready or not."""
    stakes = table.setup.stakes
    if stakes is None:
        return ()
    players = ((seat, chair.player) for seat, chair in enumerate(table.chairs) if chair.player is not None)
    return tuple(seat for seat, player in players if not _may_begin(stakes, wallets, player))


def _may_begin(stakes: Stakes, wallets: TableWallets, player: str) -> bool:
    try:
        check_may_continue(stakes, wallets, player)
    except Refusal:
        return False
    return True


def seat_stakes(table: Table, wallets: TableWallets) -> tuple[int, ...] | None:
    """Return what each seat can lose in the next hand; None at a table without coins.

    The bots share what they may still lose; each needs as much as a player would. Raises Refusal.
    """
    stakes = table.setup.stakes
    if stakes is None:
        return None
    bots = sum(chair.bot is not None for chair in table.chairs)
    each = wallets.bots // bots if bots else 0
    if bots and each < max(stakes.stay, stakes.coefficient + stakes.rake):
        raise Refusal("bots_spent")
    return tuple(each if chair.player is None else wallets.wallet_of(chair.player).coins for chair in table.chairs)


def pair_cap(table: Table, wallets: TableWallets) -> PairCap | None:
    """Return the limits on what pairs of players at the table may move in the next hand; None at a table without coins."""
    if table.setup.stakes is None or wallets.pair_cap is None:
        return None
    seats = {chair.player: seat for seat, chair in enumerate(table.chairs) if chair.player is not None}
    net = [
        (seats[payer], seats[payee], coins - wallets.moved.get((payee, payer), 0))
        for (payer, payee), coins in sorted(wallets.moved.items())
        if payer in seats and payee in seats
    ]
    return PairCap(wallets.pair_cap, tuple(seats.values()), tuple(moved for moved in net if moved[2] > 0))


def hand_settlement(table: Table, hand: TableHandState, outcome: Outcome) -> Settled | None:
    """Return the settlement of a hand; None if it moves no coins.

    The cap of a pair applies to a hand that a player left, and at a private table.
    """
    if table.setup.stakes is None or hand.purses is None:
        return None
    is_capped = table.private or outcome.left is not None
    return make_settled(table.setup.stakes, outcome, hand.purses, hand.cap if is_capped else None)
