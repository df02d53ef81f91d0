"""By leaving hands and at private tables, two players transfer at most the daily cap of coins to each other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from paiju.core.fair_deal import Deal
from paiju.records import read_record, verify
from paiju.server import wire, wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.economy.coin_audit import audit_coins
from paiju.server.app.economy.coin_settings import CoinSettings
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import FREE, PATIENT, Served, serving
from tests.integration.test_coin_clauses import Seated, a_room, dealt
from tests.integration.test_coin_tables import asked, give
from tests.integration.test_moderation import an_admin
from tests.rules.doudizhu.table import deal_of, rules_of

__all__ = ["dealt"]

SETTINGS = Settings(tempo=PATIENT, limits=FREE, coins=CoinSettings(pair=5000))
NAMES = ("Ann", "Bob", "Cat")


@asynccontextmanager
async def playing(path: Path, *, private: bool) -> AsyncIterator[tuple[Served, Seated, list[str]]]:
    room = a_room("qq")
    async with serving(path / "room.db", SETTINGS, StandardRegistry(rooms=[room])) as served, AsyncExitStack() as stack:
        keys = [await served.guest(name) for name in NAMES]
        for key in keys:
            await give(served, key, 99_000)
        status, table = await asked(served, keys[0], "POST", "/api/tables", room=room.id, private=private)
        assert status == 201, table
        clients = [await stack.enter_async_context(TableClient(served.url, key, table["table"])) for key in keys]
        for seat, client in enumerate(clients[1:], 1):
            await client.request(wire_requests.Sit(id=new_id(), seat=seat))
        yield served, Seated(clients, served.room.context.store), keys
        assert (await audit_coins(served.room.context.store, served.room.context.registry)).differences == ()


async def leave(seats: Seated, leaver: int, price: int) -> wire.CoinsMoved:
    """Somebody leaves the hand, and what that moves."""
    await seats.clients[leaver].request(wire_requests.Stand(id=new_id(), agreed=price))
    table = await seats.until((leaver + 1) % 3, lambda table: bool(table.hand and table.hand.reveal))
    assert table.hand is not None
    assert table.hand.reveal is not None
    assert table.hand.reveal.coins is not None
    return table.hand.reveal.coins


async def withheld(served: Served, path: Path) -> list[tuple[str, str, int, bool]]:
    async with an_admin(served, str(path / "room.db")) as http:
        listed = (await http.get("/api/admin/withheld")).json()
    return [(one["payer_name"], one["payee_name"], one["coins"], one["private"]) for one in listed]


@pytest.mark.clause("DDZ-9.5")
def test_leaving_moves_at_most_the_daily_cap_between_two_players(tmp_path: Path, dealt: Callable[[Deal], None]) -> None:
    dealt(deal_of(rules_of("qq")))

    async def main() -> None:
        async with playing(tmp_path, private=False) as (served, seats, keys):
            await seats.begin()
            await seats.do("0 bid 1", "1 bid 0", "2 bid 0")
            assert (await leave(seats, 1, 3)).changes == (1500, -3000, 1500)
            await seats.clients[1].request(wire_requests.Sit(id=new_id(), seat=1))
            await seats.begin()
            await seats.do("1 bid 3")
            moved = await leave(seats, 1, 12)
            assert moved.uncapped == (6000, -12_000, 6000)
            assert moved.changes == (3500, -12_000, 3500)  # what exceeds the cap goes to the house
            assert moved.withheld == 5000
            assert await withheld(served, tmp_path) == [("Bob", "Ann", 2500, False), ("Bob", "Cat", 2500, False)]
            (hand, _) = (await asked(served, keys[0], "GET", "/api/me/hands"))[1]
            async with served.http(keys[0]) as http:
                record = read_record((await http.get(f"/api/hands/{hand['id']}/record?form=json")).text)
                assert (await http.get("/api/admin/withheld")).status_code == 403
            checks = {check.code: check.holds for check in verify(record)}  # the deal was chosen, and is none of them
            assert checks["coins"]
            assert checks["outcome"]
            assert record.hands[0].coins is not None
            assert record.hands[0].coins.limits == ((1, 0, 3500), (1, 2, 3500))

    asyncio.run(main())


async def played_out(seats: Seated) -> wire.CoinsMoved:
    """Play a hand that the landlord wins after a bomb; return the coins that it moved."""
    await seats.begin()
    await seats.do("0 bid 3", "0 play 3", "1 play 4", "2 pass", "0 play 2222", "1 pass", "2 pass")
    await seats.do("0 play 3456789TJQKA", "1 pass", "2 pass", "0 play 77", "1 pass", "2 pass", "0 play 8")
    (table, *_) = await seats.ended()
    assert table.hand is not None
    assert table.hand.reveal is not None
    assert table.hand.reveal.coins is not None
    return table.hand.reveal.coins


@pytest.mark.clause("DDZ-9.5")
def test_private_table_hand_moves_at_most_the_daily_cap(tmp_path: Path, dealt: Callable[[Deal], None]) -> None:
    dealt(deal_of(rules_of("qq"), ["3456789TJQKA22223", "4"], "778"))

    async def main() -> None:
        async with playing(tmp_path, private=True) as (served, seats, _):
            moved = await played_out(seats)
            assert moved.changes == (10_000 - 50, -5050, -5050)
            assert moved.withheld == 2000
            assert await withheld(served, tmp_path) == [("Bob", "Ann", 1000, True), ("Cat", "Ann", 1000, True)]

    asyncio.run(main())


@pytest.mark.clause("DDZ-9.1")
def test_completed_public_table_hand_is_not_capped(tmp_path: Path, dealt: Callable[[Deal], None]) -> None:
    dealt(deal_of(rules_of("qq"), ["3456789TJQKA22223", "4"], "778"))

    async def main() -> None:
        async with playing(tmp_path, private=False) as (served, seats, _):
            moved = await played_out(seats)
            assert moved.changes == (12_000 - 50, -6050, -6050)
            assert await withheld(served, tmp_path) == []

    asyncio.run(main())
