"""The clauses of the rulebooks about rooms and coins (DDZ-9), played over sockets with chosen cards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from paiju.core.fair_deal import Deal, DealPlan
from paiju.core.messages import SeatRef, TranslatableText
from paiju.core.score_breakdown import LeaveCostBounds
from paiju.core.stake_rooms import StakeRoom
from paiju.server import wire, wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.economy.coin_audit import audit_coins
from paiju.server.app.economy.coin_settings import CoinSettings
from paiju.server.app.store import CoinStore
from paiju.server.app.tables import hand_replay
from paiju.server.domain import evolve
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import FREE, PATIENT, serving
from tests.integration.test_coin_tables import asked, give
from tests.rules.doudizhu.table import deal_of, rules_of

STRONG = "3456789TJQKA22223"
TIME = 60


def a_room(ruleset: str, **changes: int) -> StakeRoom:
    plain = StakeRoom(family="doudizhu", name="here", title={"en": "Here"}, ruleset=ruleset, coefficient=1000, rake=50)
    return msgspec.structs.replace(plain, **changes)


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> Callable[[Deal], None]:
    """Chooses the cards of the next hands."""

    def choose(deal: Deal) -> None:
        def draw(plan: DealPlan, seed: bytes) -> Deal:
            return deal

        for module in (evolve, hand_replay):
            monkeypatch.setattr(module, "draw_deal", draw)

    return choose


class Seated:
    """People at a table in a room."""

    def __init__(self, clients: Sequence[TableClient], store: CoinStore) -> None:
        self.clients = clients
        self.store = store
        self.decided = [0] * len(clients)

    async def begin(self) -> None:
        for client in self.clients:
            await client.request(wire_requests.Ready(id=new_id()))

    async def do(self, *moves: str) -> None:
        """``"0 bid 3"``: what a seat types."""
        for move in moves:
            seat, _, text = move.partition(" ")
            await self._do(int(seat), text)

    async def _do(self, seat: int, text: str) -> None:
        await self.until(seat, lambda table: _decision(table) > self.decided[seat])
        client = self.clients[seat]
        found = await client.request(wire_requests.Preview(id=new_id(), text=text))
        assert isinstance(found, wire.Readings), found
        assert found.readings, (text, found)
        assert client.latest is not None
        self.decided[seat] = _decision(client.latest)
        action = found.readings[0].action
        await client.request(wire_requests.Act(id=new_id(), decision=self.decided[seat], action=action))

    async def until(self, seat: int, there: Callable[[wire.Table], bool]) -> wire.Table:
        async with asyncio.timeout(TIME):
            async for table in self.clients[seat].table_updates():
                if there(table):
                    return table
        raise AssertionError

    async def ended(self) -> list[wire.Table]:
        """What each sees when the hand is over."""
        return [await self.until(seat, lambda table: _reveal(table) is not None) for seat in range(len(self.clients))]


def _decision(table: wire.Table) -> int:
    return table.hand.choices.decision if table.hand and table.hand.choices else 0


def _landlord(table: wire.Table) -> int | None:
    seat: int | None = msgspec.json.decode(table.hand.view)["public"].get("landlord") if table.hand else None
    return seat


def _reveal(table: wire.Table) -> wire.HandReveal | None:
    return table.hand.reveal if table.hand else None


@asynccontextmanager
async def sitting(path: Path, room: StakeRoom | None, purses: Sequence[int]) -> AsyncIterator[Seated]:
    """``room``: the one whose table it is; None: it has no coins."""
    settings = Settings(tempo=PATIENT, limits=FREE, coins=CoinSettings(pair=10**9))
    library = StandardRegistry(rooms=[room] if room else [])
    async with serving(path / "room.db", settings, library) as served, AsyncExitStack() as stack:
        keys = [await served.guest() for _ in purses]
        for key, coins in zip(keys, purses, strict=True):
            await give(served, key, coins - 1000)
        wanted = {"room": room.id} if room else {"ruleset": "doudizhu/happy"}
        status, table = await asked(served, keys[0], "POST", "/api/tables", **wanted, private=True)
        assert status == 201, table
        clients = [await stack.enter_async_context(TableClient(served.url, key, table["table"])) for key in keys]
        for seat, client in enumerate(clients[1:], 1):
            await client.request(wire_requests.Sit(id=new_id(), seat=seat))
        yield Seated(clients, served.room.context.store)
        assert (await audit_coins(served.room.context.store, served.room.context.registry)).differences == ()


@pytest.mark.clause("DDZ-9.1")
def test_settlement_equals_the_worked_example_of_the_rulebook(tmp_path: Path, dealt: Callable[[Deal], None]) -> None:
    """N 1000, the farmers' X 6, A 50, and the landlord wins."""
    dealt(deal_of(rules_of("qq"), [STRONG, "4"], "778"))

    async def main() -> None:
        async with sitting(tmp_path, a_room("qq"), (10_000, 10_000, 10_000)) as seats:
            await seats.begin()
            await seats.do("0 bid 3", "0 play 3", "1 play 4", "2 pass", "0 play 2222", "1 pass", "2 pass")
            await seats.do("0 play 3456789TJQKA", "1 pass", "2 pass", "0 play 77", "1 pass", "2 pass", "0 play 8")
            for table in await seats.ended():
                ended = _reveal(table)
                assert ended is not None
                assert ended.outcome.points == (12, -6, -6)
                expected = (12_000 - 50, -6000 - 50, -6000 - 50)
                assert ended.coins == wire.CoinsMoved(
                    coefficient=1000, rake=50, uncapped=expected, changes=expected, house=150
                )
                assert [seat.coins for seat in table.seats] == [10_000 + change for change in expected]

    asyncio.run(main())


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
def test_losers_payment_is_capped_by_the_purse_and_shared_by_the_winners(
    tmp_path: Path, dealt: Callable[[Deal], None]
) -> None:
    dealt(deal_of(rules_of("qq"), ["34", STRONG, "5"]))

    async def main() -> None:
        async with sitting(tmp_path, a_room("qq"), (4_551, 60, 20)) as seats:
            await seats.begin()
            await seats.do("0 bid 3", "0 play 3", "1 pass", "2 play 5", "0 pass", "1 play 2222", "2 pass", "0 pass")
            await seats.do("1 play 3456789TJQKA", "2 pass", "0 pass", "1 play 3")
            for table in await seats.ended():
                ended = _reveal(table)
                assert ended is not None
                moved, (landlord, *farmers) = ended.coins, ended.outcome.points
                assert moved is not None
                assert farmers[0] == farmers[1] == -landlord // 2 > 4
                assert moved.changes == (-4551, 2251 - 50, 2250 - 50)
                assert moved.uncapped == (landlord * 1000 - 50, *(points * 1000 - 50 for points in farmers))
                assert moved.house == 150
                assert [seat.coins for seat in table.seats] == [0, 60 + 2201, 20 + 2200]

    asyncio.run(main())


@pytest.mark.clause("DDZ-9.5", "DDZ-9.2", "DDZ-R19")
@pytest.mark.parametrize(
    ("purse", "changes"),
    [(20_000, (4500, -9000, 4500)), (4001, (2000, -4001, 2001)), (0, (0, 0, 0))],
)
def test_leaving_player_pays_the_leave_cost_to_the_remaining_players(
    tmp_path: Path, dealt: Callable[[Deal], None], purse: int, changes: tuple[int, ...]
) -> None:
    dealt(deal_of(rules_of("qq")))

    async def main() -> None:
        async with sitting(tmp_path, a_room("qq"), (10_000, purse, 10_000)) as seats:
            await seats.begin()
            await seats.do("0 bid 3", "0 play 3")
            await seats.clients[1].request(wire_requests.Stand(id=new_id(), agreed=9))
            for table in await seats.ended():
                ended = _reveal(table)
                assert ended is not None
                assert (ended.outcome.left, ended.outcome.cost) == (1, 9)
                assert ended.coins == wire.CoinsMoved(
                    coefficient=1000, rake=50, uncapped=(4500, -9000, 4500), changes=changes, house=0
                )
                assert [seat.coins for seat in table.seats] == [10_000 + changes[0], None, 10_000 + changes[2]]
            balances = await seats.store.balances_by_account()
            assert (balances.get("escape", 0), balances.get("house", 0)) == (0, 0)

    asyncio.run(main())


FOUR_BOMBS = "5555666677778888T"


@pytest.mark.clause("DDZ-9.3", "DDZ-9.5", "DDZ-3.9", "DDZ-R12")
@pytest.mark.parametrize(
    ("leaver", "hand", "cost"), [(0, "", 60), (1, "", 30), (0, FOUR_BOMBS, 192), (1, FOUR_BOMBS, 96), (1, "5555", 30)]
)
def test_leaving_duel_rotate_costs_three_times_the_bombs_held(
    tmp_path: Path, dealt: Callable[[Deal], None], leaver: int, hand: str, cost: int
) -> None:
    dealt(deal_of(rules_of("duel-rotate"), [hand, "99TTJJQQKKAA22B"]))

    async def main() -> None:
        async with sitting(tmp_path, a_room("duel-rotate"), (100_000, 100_000)) as seats:
            await seats.begin()
            table = await seats.until(leaver, lambda table: _landlord(table) == 0)
            assert table.hand is not None
            price = table.hand.leaving
            assert price is not None
            assert price.least <= cost <= price.most
            await seats.clients[leaver].request(wire_requests.Stand(id=new_id(), agreed=price.most))
            for table in await seats.ended():
                ended = _reveal(table)
                assert ended is not None
                assert (ended.outcome.left, ended.outcome.cost) == (leaver, cost)
                due = tuple(cost * (-1000 if seat == leaver else 1000) for seat in range(2))
                paid = tuple(max(-100_000, min(100_000, change)) for change in due)
                assert ended.coins == wire.CoinsMoved(coefficient=1000, rake=50, uncapped=due, changes=paid, house=0)

    asyncio.run(main())


@pytest.mark.clause("DDZ-9.1", "DDZ-3.3")
def test_hand_without_a_bid_moves_no_coins(tmp_path: Path, dealt: Callable[[Deal], None]) -> None:
    dealt(deal_of(rules_of("qq")))

    async def main() -> None:
        async with sitting(tmp_path, a_room("qq"), (10_000, 0, 70)) as seats:
            await seats.begin()
            await seats.do("0 bid 0", "1 bid 0", "2 bid 0")
            for table in await seats.ended():
                ended = _reveal(table)
                assert ended is not None
                assert ended.coins == wire.CoinsMoved(
                    coefficient=1000, rake=50, uncapped=(0, 0, 0), changes=(0, 0, 0), house=0
                )
                assert [seat.coins for seat in table.seats] == [10_000, 0, 70]

    asyncio.run(main())


def _keeping(frames: list[str]) -> Callable[[str], Awaitable[None]]:
    async def keep(text: str) -> None:
        frames.append(text)

    return keep


CALLED = [*["0 no-open", "1 no-open", "2 no-open"] * 2, "0 call", "2 no-rob", "1 no-rob", "0 no-open"]
"""The bids of a hand of happy in which seat 0 is the landlord, up to where all may double."""


@pytest.mark.clause("DDZ-9.4")
@pytest.mark.parametrize(
    ("purses", "barred"), [((1000, 1000, 400), (2,)), ((1500, 0, 400), (0, 1, 2)), ((2000, 0, 0), ())]
)
def test_player_below_the_coin_limit_cannot_double_and_all_get_the_reason(
    tmp_path: Path, dealt: Callable[[Deal], None], purses: tuple[int, ...], barred: tuple[int, ...]
) -> None:
    dealt(deal_of(rules_of("happy")))

    async def main() -> None:
        async with sitting(tmp_path, a_room("happy", coefficient=1, double_above=1900), purses) as seats:
            frames: list[list[str]] = [[], [], []]
            for client, kept in zip(seats.clients, frames, strict=True):
                client.heard = _keeping(kept)
            await seats.begin()
            await seats.do(*CALLED)
            may = [seat for seat in range(3) if seat not in barred]
            await seats.do(*(f"{seat} double" for seat in may))
            table = await seats.until(0, lambda table: _decision(table) > seats.decided[0])
            assert table.hand is not None
            assert msgspec.json.decode(table.hand.view)["public"]["doubled"] == [seat in may for seat in range(3)]
            told = msgspec.json.encode(
                TranslatableText("event.cannot_double", {"who": tuple(map(SeatRef, barred)), "above": 1900})
            ).decode()
            assert [told in "".join(kept) for kept in frames] == [bool(barred)] * 3
            assert ["cannot_double" in "".join(kept) for kept in frames] == [bool(barred)] * 3

    asyncio.run(main())


@pytest.mark.clause("DDZ-9.3", "DDZ-9.4", "DDZ-R12")
def test_without_coins_all_may_double_and_doubling_raises_the_leave_cost(
    tmp_path: Path, dealt: Callable[[Deal], None]
) -> None:
    dealt(deal_of(rules_of("happy")))

    async def prices(seats: Seated) -> list[LeaveCostBounds | None]:
        tables = [await seats.until(seat, lambda table: table.hand is not None) for seat in range(3)]
        return [table.hand.leaving if table.hand else None for table in tables]

    async def main() -> None:
        async with sitting(tmp_path, None, (1000, 0, 50)) as seats:
            await seats.begin()
            await seats.do(*CALLED)
            await seats.until(0, lambda table: _decision(table) > seats.decided[0])
            before = await prices(seats)
            await seats.do("0 double", "1 double", "2 double")
            table = await seats.until(0, lambda table: _decision(table) > seats.decided[0])
            assert table.hand is not None
            assert msgspec.json.decode(table.hand.view)["public"]["doubled"] == [True] * 3
            assert [[note.key for note in notes] for notes in table.hand.seat_notes] == [["table.doubled"]] * 3
            assert all(before)
            # the landlord's double and a farmer's multiply what is between the two
            assert await prices(seats) == [
                LeaveCostBounds(price.least * 4, price.most * 4) for price in before if price is not None
            ]

    asyncio.run(main())
