"""Coins at a table: who may sit down, who may start a hand, and how a hand is settled.

The server reads the players' wallets before it executes a command. When all players are ready, the event
``RevealBegun`` records their coins. From then until the end of the hand, nothing but the settlement of this
hand can lower these wallets (``CoinStore``). Every loss can therefore be paid.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct

from paiju.core.coins import DailyPairLimit, Settled, Stakes, settle_hand
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.server.domain.table_state import Table, TableHandState
from paiju.server.errors import Refusal


class Wallet(Struct, frozen=True):
    """A player's coins. While they are at stake in a hand, ``hand`` is the id of that hand; otherwise ""."""

    coins: int
    hand: str = ""


EMPTY_WALLET: Final = Wallet(0)


class TableWallets(NamedTuple):
    """What a command at a table needs to know about coins: the players' wallets, and what daily limits still permit.

    ``by_player`` maps players to their wallets. There is a daily limit on the coins that the house bots may lose to
    one player. ``bots`` is what is left of this limit for the player who has won the most from them today.
    """

    by_player: Mapping[str, Wallet] = MappingProxyType({})
    bots: int = 0
    pair_cap: int | None = None
    """The daily limit on the coins that one player may lose to another. None means no limit.

    At a private table, the limit applies to all hands. At other tables, it applies only to a hand that a player
    leaves.
    """
    moved: Mapping[tuple[str, str], int] = MappingProxyType({})
    """The coins that one player has lost to another today, by the pair (payer, payee).

    Only losses that count toward ``make_daily_pair_limit`` are included.
    """

    def wallet_of(self, player: str) -> Wallet:
        """Return a player's wallet; an empty one for a player without a wallet."""
        return self.by_player.get(player, EMPTY_WALLET)


NO_WALLETS: Final = TableWallets()


def check_may_sit(stakes: Stakes | None, wallets: TableWallets, player: str) -> int | None:
    """Check whether a player has enough coins to sit down, and return the player's coins; None at a table without coins.

    Raises Refusal if the player has too few.
    """
    if stakes is None:
        return None
    coins = wallets.wallet_of(player).coins
    if coins < stakes.enter:
        raise Refusal("coins_to_enter", least=stakes.enter, coins=coins)
    return coins


def check_may_continue(stakes: Stakes | None, wallets: TableWallets, player: str) -> None:
    """Raise Refusal if a player has too few coins for another hand, or has coins at stake in a running hand."""
    if stakes is None:
        return
    wallet = wallets.wallet_of(player)
    if wallet.hand:
        raise Refusal("at_coin_table")
    if wallet.coins < stakes.stay or player not in wallets.by_player:
        raise Refusal("coins_to_stay", least=stakes.stay, coins=wallet.coins)


def seats_unable_to_continue(table: Table, wallets: TableWallets) -> tuple[Seat, ...]:
    """Return the seats whose players may not play another hand (``check_may_continue``), whether they are ready or not."""
    stakes = table.setup.stakes
    if stakes is None:
        return ()
    players = ((seat, chair.player) for seat, chair in enumerate(table.chairs) if chair.player is not None)
    return tuple(seat for seat, player in players if not _may_continue(stakes, wallets, player))


def _may_continue(stakes: Stakes, wallets: TableWallets, player: str) -> bool:
    try:
        check_may_continue(stakes, wallets, player)
    except Refusal:
        return False
    return True


def seat_stakes(table: Table, wallets: TableWallets) -> tuple[int, ...] | None:
    """Return the coins that each seat can lose in the next hand; None at a table without coins.

    - A player can lose all coins in the wallet.
    - The house bots together may lose only a limited number of coins a day to one player. What is left for the
      player who has won the most from them today is divided equally among the bots at the table.

    Raises Refusal if the share of each bot is too small. It must be at least ``stakes.stay``, the coins that a
    player needs to stay, and at least the coins for one point plus the rake, the fee for a hand.
    """
    stakes = table.setup.stakes
    if stakes is None:
        return None
    bots = sum(chair.bot is not None for chair in table.chairs)
    each = wallets.bots // bots if bots else 0
    if bots and each < max(stakes.stay, stakes.coefficient + stakes.rake):
        raise Refusal("bots_spent")
    return tuple(each if chair.player is None else wallets.wallet_of(chair.player).coins for chair in table.chairs)


def make_daily_pair_limit(table: Table, wallets: TableWallets) -> DailyPairLimit | None:
    """Return the daily limit on what one player may lose to another; None if there is no such limit.

    The result also contains today's losses: for each pair of players at the table, the net amount that one has
    lost to the other today.
    """
    if table.setup.stakes is None or wallets.pair_cap is None:
        return None
    seats = {chair.player: seat for seat, chair in enumerate(table.chairs) if chair.player is not None}
    net = [
        (seats[payer], seats[payee], coins - wallets.moved.get((payee, payer), 0))
        for (payer, payee), coins in sorted(wallets.moved.items())
        if payer in seats and payee in seats
    ]
    return DailyPairLimit(wallets.pair_cap, tuple(seats.values()), tuple(moved for moved in net if moved[2] > 0))


def compute_hand_settlement(table: Table, hand: TableHandState, outcome: Outcome) -> Settled | None:
    """Return the settlement of a hand; None if it was played without coins.

    The limit on what one player may lose to another applies at private tables, and at any table if a player left the hand.
    """
    if table.setup.stakes is None or hand.purses is None:
        return None
    is_capped = table.private or outcome.left is not None
    return settle_hand(table.setup.stakes, outcome, hand.purses, hand.cap if is_capped else None)
