"""Accounts of bots: marked as bots in every answer, rated apart, and seated beside people where bots are allowed."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.ranking.rating_updater import RatingUpdater
from paiju.server.app.ranking_store import RankingFilter
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import Served, serving
from tests.integration.test_matchmaking import SEATS, hurried, seek
from tests.integration.test_profiles_and_rankings import TIME, outcomes, play, told

RULESET = "doudizhu/qq"


async def sat_down(served: Served, stack: AsyncExitStack, keys: list[str]) -> list[ChaosPlayer]:
    """These at a table of the first one's."""
    name = await served.table(keys[0], ruleset=RULESET, private=False)
    clients = [await stack.enter_async_context(TableClient(served.url, key, name)) for key in keys]
    for seat, client in enumerate(clients[1:], 1):
        await client.request(wire_requests.Sit(id=new_id(), seat=seat))
    library = StandardRegistry()
    game = library.game(library.ruleset(RULESET))
    return [ChaosPlayer(client, game, seat, 0) for seat, client in enumerate(clients)]


async def ratings(served: Served, player: ChaosPlayer, name: str) -> list[Any]:
    """Those of somebody, once what was played is rated."""
    await RatingUpdater(served.room.context.store, StandardRegistry()).run_until_done()
    return list((await told(served, player, f"/api/people/{name}"))["ratings"])


def test_bot_accounts_are_rated_apart_and_have_no_titles(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served, AsyncExitStack() as stack:
            keys = [await served.guest(name, bot=True) for name in ("Rob", "Tin", "Zed")]
            players = await sat_down(served, stack, keys)
            await play(players, 3)
            hands = [hand for hand in await outcomes(served, players[0]) if hand["outcome"]["winners"]]
            assert [(one["name"], one["bot"]) for one in hands[0]["players"]] == [
                (name, name) for name in ("Rob", "Tin", "Zed")
            ]
            (rating,) = await ratings(served, players[0], "Rob")
            assert (rating["ruleset"], rating["hands"]) == (RULESET, len(hands))
            assert await told(served, players[0], f"/api/people/Rob/ratings?ruleset={RULESET}")
            page = await told(served, players[0], "/api/people/Tin")
            assert (page["bot"], page["titles"], [one["people"] for one in page["numbers"]][:1]) == (True, [], [False])
            store = served.room.context.store
            assert {
                one.player for one in await store.ranking("rating", f"bots:{RULESET}", 0, 9, RankingFilter(sigma=9))
            }
            for kind in ("rating", "title", "coins"):
                assert await store.ranking(kind, RULESET, 0, 9, RankingFilter(sigma=9)) == []
                assert await told(served, players[0], f"/api/rankings/{kind}?ruleset={RULESET}&among=bots") == []

    asyncio.run(main())


def test_hand_with_a_bot_account_among_people_is_not_rated(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served, AsyncExitStack() as stack:
            keys = [await served.guest("Ann"), await served.guest("Rob", bot=True), await served.guest("Cat")]
            players = await sat_down(served, stack, keys)
            await play(players, 1)
            for name in ("Ann", "Rob"):
                assert await ratings(served, players[0], name) == []
                page = await told(served, players[0], f"/api/people/{name}")
                assert (page["titles"], [one["people"] for one in page["numbers"]]) == ([], [False])

    asyncio.run(main())


def test_bot_account_is_marked_in_every_answer(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served, AsyncExitStack() as stack:
            ann, rob = await served.guest("Ann"), await served.guest("Rob", bot=True)
            table = await served.table(ann, ruleset=RULESET, private=False)
            bot = await stack.enter_async_context(TableClient(served.url, rob, table))
            await bot.request(wire_requests.Sit(id=new_id(), seat=1))
            async with asyncio.timeout(TIME):
                async for state in bot.table_updates():
                    if state.seats[1].kind != "empty":
                        break
            assert [seat.program for seat in state.seats] == [False, True, False]
            http = await stack.enter_async_context(served.http(ann))
            (line,) = (await http.get("/api/tables")).json()
            assert [seat["program"] for seat in line["seats"]] == [False, True, False]
            await http.put("/api/me/follows/Rob")
            (friend,) = (await http.get("/api/here")).json()["friends"]
            assert (friend["name"], friend["bot"]) == ("Rob", True)

    asyncio.run(main())


def test_account_can_be_marked_as_a_bot_only_before_its_first_hand(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, AsyncExitStack() as stack:
            key = await served.guest("Rob")
            http = await stack.enter_async_context(served.http())
            http.cookies.set("paiju", key)
            token = (await http.post("/api/me/tokens", json={})).json()["token"]
            program = await stack.enter_async_context(served.http(token))
            assert (await program.put("/api/me/bot")).json()["code"] == "session_only"
            table = await served.table(key)
            assert (await http.put("/api/me/bot")).json()["code"] == "not_new"
            async with TableClient(served.url, key, table) as client:
                await client.request(wire_requests.Stand(id=new_id()))
            for _ in range(2):  # it may be said again
                assert (await http.put("/api/me/bot")).json()["bot"] is True
            assert (await http.patch("/api/me", json={"name": "Robot"})).json()["bot"] is True

    asyncio.run(main())


async def seats_at(served: Served, key: str, table: str) -> list[tuple[str, bool]]:
    async with served.http(key) as http:
        return sorted((one["kind"], one["program"]) for one in (await http.get(f"/api/tables/{table}")).json()["seats"])


@pytest.mark.parametrize("patience", [60_000, 3_000])
def test_quick_match_seats_bot_accounts_no_sooner_than_bots(tmp_path: Path, patience: int) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", hurried(seek=patience)) as served, AsyncExitStack() as stack:
            people = [await served.guest() for _ in range(SEATS)]
            ann, bob, cat, rob, tin = [
                await stack.enter_async_context(served.http(key))
                for key in (*people, *[await served.guest(bot=True) for _ in range(2)])
            ]
            # She begins: the programs, whose patience ends later, are still there when hers does.
            first, *programs = [asyncio.create_task(seek(http)) for http in (ann, rob, tin)]
            if patience < 60_000:
                (table,) = {await task for task in (first, *programs)}
                assert await seats_at(served, people[0], table) == [
                    ("player", False),
                    ("player", True),
                    ("player", True),
                ]
            else:
                table = (await asyncio.gather(first, seek(bob), seek(cat)))[0]
                assert await seats_at(served, people[0], table) == [("player", False)] * SEATS
                assert not any(task.done() for task in programs)
                for task in programs:
                    task.cancel()

    asyncio.run(main())
