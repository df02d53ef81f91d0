"""Hands, gifts, leaving and crashes in random order: coins sum to zero, no balance is negative, and a cause is booked once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from paiju.core.coins import Stakes, settle_hand
from paiju.core.score_breakdown import Outcome, ScoreLine, outcome_of_leaving
from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.adapters.store import DatabaseStore
from paiju.server.app.economy.bank import Bank, account_name, hand_booking
from paiju.server.app.economy.coin_settings import CoinSettings
from paiju.server.app.players.player_service import DAY
from paiju.server.app.store import Append, ModerationAction, Stake, StakeRefused, StoredPlayer
from paiju.server.domain.table_coins import Wallet
from paiju.server.errors import Refusal
from tests.integration.store_contract import entry, summary

PLAYERS: Final = ("ann", "bob", "cat", "dan")
TABLES: Final = ("t", "u", "v")
STAKES: Final = Stakes(coefficient=7, rake=5)
GIFTS: Final = CoinSettings(start=100, daily=20, relief=30, broke=25, reliefs=2)

players = st.sampled_from(PLAYERS)
OPS: Final = st.one_of(
    st.tuples(st.just("gift"), players),
    st.tuples(st.just("relief"), players),
    st.tuples(st.just("begin"), st.sampled_from(TABLES), st.lists(players, min_size=1, max_size=3, unique=True)),
    st.tuples(st.just("end"), st.sampled_from(TABLES), st.integers(-30, 30), st.integers(-30, 30)),
    st.tuples(st.just("again"), st.sampled_from(TABLES)),
    st.tuples(st.just("crash")),
    st.tuples(st.just("gone"), players),
    st.tuples(st.just("tomorrow")),
    st.tuples(st.just("act"), players, st.integers(-150, 150)),
    st.tuples(st.just("drop"), st.sampled_from(TABLES)),
)


class Model:
    """A room's coins, played with; what is written is held against what a few dicts say."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = self.begun = 0
        self.versions: Counter[str] = Counter()
        self.playing: dict[str, tuple[str, list[str], tuple[int, ...]]] = {}
        self.ended: dict[str, Append] = {}
        self.purses: dict[str, int] = {}
        self.given: Counter[str] = Counter()
        self.gone: set[str] = set()
        self.store: DatabaseStore

    async def run(self, ops: Sequence[tuple[object, ...]]) -> None:
        self.store = await open_sqlite(self.folder / "db")
        for name in PLAYERS:
            await self.store.put_player(StoredPlayer(name, name.title(), 1))
        for what, *values in ops:
            await getattr(self, f"_{what}")(*values)
            await self.holds()
        await self.store.close()

    @property
    def bank(self) -> Bank:
        return Bank(self.store, GIFTS)

    def staked(self, player: str) -> str:
        return next((hand for hand, players, _ in self.playing.values() if player in players), "")

    async def holds(self) -> None:
        expected = {player: Wallet(coins, self.staked(player)) for player, coins in self.purses.items()}
        assert await self.store.wallets(PLAYERS) == expected
        assert min(self.purses.values(), default=0) >= 0
        assert await self.store.wrong_wallets() == {}
        assert sum((await self.store.balances_by_account()).values()) == 0

    async def _open(self, player: str) -> None:
        await self.bank.open_wallet(player, self.now)
        self.purses.setdefault(player, GIFTS.start)

    async def _gift(self, player: str) -> None:
        if player in self.gone:
            return
        await self._open(player)
        day = f"{player} {self.now // DAY}"
        try:
            await self.bank.give_daily_gift(player, self.now)
        except Refusal:
            assert self.given[day]
        else:
            assert not self.given[day]
            self.given[day] += 1
            self.purses[player] += GIFTS.daily

    async def _relief(self, player: str) -> None:
        if player in self.gone:
            return
        await self._open(player)
        day = f"relief {player} {self.now // DAY}"
        helped = not self.staked(player) and self.purses[player] < GIFTS.broke and self.given[day] < GIFTS.reliefs
        try:
            await self.bank.give_relief(player, self.now)
        except Refusal:
            assert not helped
        else:
            assert helped
            self.given[day] += 1
            self.purses[player] += GIFTS.relief

    async def _begin(self, table: str, players: list[str]) -> None:
        players = [player for player in players if player not in self.gone]
        if table in self.playing or not players:
            return
        for player in players:
            await self._open(player)
        self.begun += 1
        hand = f"{table}-{self.begun}"
        purses = (*(self.purses[player] for player in players), *(50,) * (3 - len(players)))
        stakes = tuple(Stake(player, hand, self.purses[player]) for player in players)
        append = Append(entry=entry(self.versions[table] + 1, table=table), summary=summary(table), stakes=stakes)
        try:
            assert await self.store.append(append)
        except StakeRefused:
            assert any(self.staked(player) for player in players)
        else:
            assert not any(self.staked(player) for player in players)
            self.versions[table] += 1
            self.playing[table] = hand, players, purses

    async def _end(self, table: str, one: int, other: int) -> None:
        if table not in self.playing:
            return
        hand, players, purses = self.playing.pop(table)
        points = (one, other, -one - other)
        outcome = Outcome("x", tuple(seat for seat, won in enumerate(points) if won > 0), points)
        if one == other:
            outcome = outcome_of_leaving(0, 3, (ScoreLine("x", abs(one), "base"),))
        coins = settle_hand(STAKES, outcome, purses)
        booking = hand_booking(hand, [*players, *[None] * (3 - len(players))], outcome, coins, self.now)
        version = self.versions[table] + 1
        self.ended[table] = Append(entry=entry(version, table=table), summary=summary(table), settled=booking)
        assert await self.store.append(self.ended[table])
        self.versions[table] = version
        for player in players:
            self.purses[player] += booking.amounts.get(account_name(player), 0)

    async def _again(self, table: str) -> None:
        """What has ended a hand is written once more, and by somebody else too: it counts once."""
        if table in self.ended:
            append = self.ended[table]
            assert not await self.store.append(append)
            assert not await self.store.append(replace(append, entry=replace(append.entry, actor="another")))

    async def _crash(self) -> None:
        await self.store.close()
        self.store = await open_sqlite(self.folder / "db")

    async def _gone(self, player: str) -> None:
        """What is at stake then goes back later."""
        self.gone.add(player)
        await self.store.put_player(StoredPlayer(player, "", 1))
        await self.store.reclaim_deleted_players_coins(self.now)
        for one in self.gone:
            if not self.staked(one):
                self.purses.pop(one, None)

    async def _act(self, player: str, coins: int) -> None:
        """An admin gives or takes them, if they are there."""
        if player in self.gone:
            return
        await self._open(player)
        can = coins >= 0 or (not self.staked(player) and self.purses[player] >= -coins)
        act = ModerationAction(at=self.now, actor="", act="coins", subject=player, detail=f"{coins:+}")
        assert await self.store.record_action(act, coins=coins) == can
        self.purses[player] += coins if can else 0

    async def _drop(self, table: str) -> None:
        """A table that cannot be read is deleted, and its hand with it."""
        await self.store.drop_table(table)
        self.playing.pop(table, None)
        self.ended.pop(table, None)
        self.versions[table] = 0

    async def _tomorrow(self) -> None:
        self.now += DAY


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(OPS, max_size=25))
def test_ledger_invariants_hold_under_random_operations(ops: list[tuple[object, ...]]) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(Model(Path(folder)).run(ops))
