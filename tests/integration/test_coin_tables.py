"""Coin tables over the socket: what a hand transfers, and which players may sit down."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from paiju.server import wire, wire_requests
from paiju.server.app.economy.coin_audit import audit_coins
from paiju.server.app.store import ModerationAction
from paiju.server.table_client import RequestRefused, TableClient, new_id
from tests.integration.in_process_server import Served, serving


async def asked(served: Served, key: str, method: str, path: str, **body: object) -> tuple[int, Any]:
    async with served.http(key) as http:
        answer: httpx.Response = await http.request(method, path, json=body or None)
        return answer.status_code, answer.json()


async def hands(client: TableClient) -> AsyncIterator[wire.Table]:
    """Plays on with whoever is there; each table at which a hand has just ended."""
    decided = ended = 0
    async for table in client.table_updates():
        hand = table.hand
        if hand is not None and hand.reveal is not None and hand.number > ended:
            ended = hand.number
            yield table
            await client.request(wire_requests.Ready(id=new_id()))
        elif hand is not None and hand.choices is not None and hand.choices.decision > decided:
            decided = hand.choices.decision
            await client.request(
                wire_requests.Act(id=new_id(), decision=decided, action=hand.choices.actions[0].action)
            )


async def give(served: Served, key: str, coins: int) -> str:
    """A player with so many coins more; who that is."""
    _, me = await asked(served, key, "GET", "/api/me")
    store, player = served.room.context.store, me["id"]
    await served.room.context.bank.open_wallet(player, 0)
    given = ModerationAction(at=0, actor="", act="coins", subject=player, detail=f"{coins:+}")
    assert not coins or await store.record_action(given, coins=coins)
    return str(player)


def test_purse_balance_follows_the_settlement_of_the_hand(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest("Ann")
            _, before = await asked(served, key, "GET", "/api/purse")
            status, opened = await asked(served, key, "POST", "/api/tables", room="toy/small", private=False)
            assert (status, before["coins"]) == (201, 1000)
            purse = before["coins"]
            async with TableClient(served.url, key, opened["table"]) as client:
                await client.request(wire_requests.Start(id=new_id()))
                seen = 0
                async for table in hands(client):
                    assert table.hand is not None
                    assert table.hand.reveal is not None
                    moved, points = table.hand.reveal.coins, table.hand.reveal.outcome.points
                    assert moved is not None
                    assert moved.uncapped == moved.changes == tuple(point * 10 - 5 for point in points)
                    assert moved.house == 15
                    purse += moved.changes[0]
                    assert table.seats[0].coins == purse
                    seen += 1
                    if seen == 3:
                        break
            _, after = await asked(served, key, "GET", "/api/purse")
            assert (after["coins"], after["table"]) == (purse, None)
            _, mine = await asked(served, key, "GET", "/api/me/hands")
            assert [hand["coins"]["purses"][0] for hand in mine][-1] == 1000
            async with served.http() as browser:
                browser.cookies.set("paiju", key)
                told = (await browser.get("/api/me/export")).json()
            causes = [one["cause"] for one in told["bookings"]]
            assert {f"hand:{hand['id']}" for hand in mine} <= set(causes)
            assert not [cause for cause in causes if opened["table"] in cause]

    asyncio.run(main())


def test_player_needs_enough_coins_and_sits_at_one_coin_table_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            ann, bob = await served.guest("Ann"), await served.guest("Bob")
            status, _ = await asked(served, ann, "POST", "/api/purse/gift")
            assert status == 201
            status, table = await asked(served, ann, "POST", "/api/tables", room="toy/large", private=True)
            assert status == 201
            status, refused = await asked(served, ann, "POST", "/api/quick", room="toy/small")
            assert (status, refused["code"], refused["args"]) == (403, "at_coin_table", {"table": table["table"]})
            await give(served, bob, -101)
            status, refused = await asked(served, bob, "POST", "/api/tables", room="toy/large")
            assert (refused["code"], refused["args"]) == ("coins_to_enter", {"least": "900", "coins": "899"})
            async with TableClient(served.url, bob, table["table"]) as client:
                with pytest.raises(RequestRefused, match="coins_to_enter"):
                    await client.request(wire_requests.Sit(id=new_id()))

    asyncio.run(main())


def test_gift_is_granted_daily_and_relief_to_players_without_coins(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest("Ann")
            assert await asked(served, key, "POST", "/api/purse/gift") == (
                201,
                {"coins": 1200, "table": None, "daily": 0, "relief": 300, "broke": 300, "reliefs": 3},
            )
            status, refused = await asked(served, key, "POST", "/api/purse/gift")
            assert (status, refused["code"]) == (403, "gift_taken")
            status, refused = await asked(served, key, "POST", "/api/purse/relief")
            assert (status, refused["code"]) == (403, "not_broke")
            await give(served, key, -1200)
            for left in (2, 1, 0):
                status, purse = await asked(served, key, "POST", "/api/purse/relief")
                assert (status, purse["coins"], purse["reliefs"]) == (201, 300, left)
                await give(served, key, -300)
            status, refused = await asked(served, key, "POST", "/api/purse/relief")
            assert (status, refused["code"], refused["args"]) == (403, "no_more_relief", {"most": "3"})

    asyncio.run(main())


def test_stakes_are_taken_by_one_of_two_concurrently_started_hands(tmp_path: Path) -> None:
    """Ann sits at two tables, where she could only come by two ways at the same moment. She plays at one of them."""

    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest("Ann")
            _, first = await asked(served, key, "POST", "/api/tables", room="toy/small", private=True)
            await served.room.context.store.db.write("DELETE FROM seated")  # type: ignore[attr-defined]  # as if it were not known yet
            _, second = await asked(served, key, "POST", "/api/tables", room="toy/small", private=True)
            async with (
                TableClient(served.url, key, first["table"]) as here,
                TableClient(served.url, key, second["table"]) as there,
            ):
                begun = [client.request(wire_requests.Start(id=new_id())) for client in (here, there)]
                answers = await asyncio.gather(*begun, return_exceptions=True)
                refused = [one for one in answers if isinstance(one, RequestRefused)]
                assert [one.code for one in refused] == ["at_coin_table"]

    asyncio.run(main())


def test_coins_of_a_deleted_account_are_returned(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http() as http:
            password = "three-small-pairs"
            await http.post("/api/session", json={"name": "Ann"})
            await http.post("/api/purse/gift")
            assert (await http.post("/api/account", json={"user": "ann", "password": password})).status_code == 201
            assert (await http.get("/api/purse")).json()["coins"] == 1200
            done = await http.post("/api/account/deletion", json={"password": password})
            assert done.status_code < 300
            context = served.room.context
            assert await context.store.balances_by_account() == {"mint": 0, "players": 0}
            assert (await audit_coins(context.store, context.registry)).differences == ()

    asyncio.run(main())
