"""Practice from a finished hand over HTTP and sockets: access, restarts, and that nothing of it is stored."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import Served, serving
from tests.ruleset_selection import one_each

TIME = 120


async def played_hand(served: Served, key: str, ruleset: str) -> str:
    """The public id of a hand with bots, played to its end."""
    name = await served.table(key, ruleset=ruleset, private=True, bots="", pace={"turn": 0, "reserve": 0})
    async with TableClient(served.url, key, name) as client, asyncio.timeout(TIME):
        (live,) = [live for live in served.room.loaded_tables if live.table.id == name]
        await ChaosPlayer(client, live.table.game, 1, 0).play(1)
        assert client.latest is not None
        assert client.latest.hand is not None
        assert client.latest.hand.reveal is not None
        assert client.latest.hand.practice is None
        await client.request(wire_requests.Leave(id=new_id()))
        return client.latest.hand.reveal.replay


async def practise(served: Served, key: str, hand: str, **where: int) -> httpx.Response:
    async with served.http(key) as http:
        return await http.post(f"/api/hands/{hand}/practice", json=where)


async def fetch(served: Served, key: str, path: str) -> Any:
    async with served.http(key) as http:
        answer = await http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def rows(served: Served, key: str) -> list[Any]:
    """All that a finished hand would change for its player, as the room tells it."""
    name = (await fetch(served, key, "/api/me"))["name"]
    coins = await fetch(served, key, "/api/purse")
    return [
        await fetch(served, key, "/api/me/hands"),
        await fetch(served, key, f"/api/people/{name}"),
        await fetch(served, key, f"/api/people/{name}/hands"),
        coins,
    ]


@pytest.mark.parametrize("ruleset", one_each())
def test_practice_hand_continues_over_a_restart_and_leaves_no_stored_hand(tmp_path: Path, ruleset: str) -> None:
    async def main() -> None:
        path = tmp_path / "room.db"
        async with serving(path, library=StandardRegistry()) as served:
            key = await served.guest("Ann")
            hand = await played_hand(served, key, ruleset)
            before = await rows(served, key)
            steps = len((await fetch(served, key, f"/api/hands/{hand}"))["hands"][0]["moves"])
            answer = await practise(served, key, hand, move=steps * 2 // 3, seat=1)
            assert answer.status_code == 201, answer.text
            table = answer.json()["table"]
            async with TableClient(served.url, key, table) as client, asyncio.timeout(TIME):
                async for seen in client.table_updates():
                    assert seen.you == 1
                    assert seen.table.uncounted == "practice"
                    assert [one.kind for one in seen.seats] == [
                        "player" if at == 1 else "bot" for at in range(len(seen.seats))
                    ]
                    assert seen.hand is not None
                    assert seen.hand.practice is not None
                    assert seen.hand.practice.hand == hand
                    break
        async with serving(path, library=StandardRegistry()) as served:
            async with TableClient(served.url, key, table) as client, asyncio.timeout(TIME):
                live = await served.room.table(table)
                player = ChaosPlayer(client, live.table.game, 2, 0)
                for number in (1, 2):
                    await player.play(number)
                    assert client.latest is not None
                    assert client.latest.hand is not None
                    assert client.latest.hand.reveal is not None
                    assert client.latest.hand.reveal.replay == client.latest.hand.reveal.secret == ""
                    if number == 1:
                        await client.request(wire_requests.Rematch(id=new_id()))
            assert [one["id"] for one in await fetch(served, key, "/api/tables")] == []
            assert await rows(served, key) == before
            assert await fetch(served, key, f"/api/tables/{table}/hands") == []
            assert await served.room.context.store.hands_at_table(table) == []

    asyncio.run(main())


def test_practice_requires_access_to_the_hand(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served:
            ann, bob = await served.guest("Ann"), await served.guest("Bob")
            hand = await played_hand(served, ann, "doudizhu/qq")
            assert (await practise(served, bob, hand)).status_code == 201
            assert (await practise(served, bob, "unknown")).status_code == 404
            async with served.http() as http:
                assert (await http.post(f"/api/hands/{hand}/practice", json={})).status_code == 401
            for where, code in (({"move": 9999}, "no_such_move"), ({"seat": 3}, "no_such_seat"), ({"move": -1}, "")):
                answer = await practise(served, ann, hand, **where)
                assert answer.status_code in (400, 403, 409, 422), answer.text
                assert code in answer.text
            async with served.http(ann) as http:
                assert (await http.delete(f"/api/hands/{hand}/link")).status_code == 204
            assert (await practise(served, bob, hand)).status_code == 404
            assert (await practise(served, ann, hand)).status_code == 201

    asyncio.run(main())


def test_player_has_at_most_one_practice_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served:
            key = await served.guest("Ann")
            hand = await played_hand(served, key, "doudizhu/qq")
            other = await served.table(key, ruleset="doudizhu/qq")
            first = (await practise(served, key, hand, move=4)).json()["table"]
            second = (await practise(served, key, hand, move=5)).json()["table"]
            assert {one["id"] for one in await fetch(served, key, "/api/me/tables")} == {other, second}
            assert (await served.room.table(first)).table.phase == "closed"
            assert (await practise(served, key, hand, move=9999)).status_code != 201
            assert (await served.room.table(second)).table.phase == "playing"

    asyncio.run(main())


def test_bots_of_a_practice_table_receive_only_views(tmp_path: Path) -> None:
    """The position knows all cards; what a bot is asked with has only its own."""
    asked: list[tuple[Any, int]] = []

    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served:
            key = await served.guest("Ann")
            hand = await played_hand(served, key, "doudizhu/qq")
            runner = served.room.context.bot_runner
            choose = runner.choose

            async def listen(
                bot: str, family: str, game: Any, view: Any, seat: int, random: Random | None = None
            ) -> Any:
                asked.append((view, seat))
                return await choose(bot, family, game, view, seat, random)

            runner.choose = listen  # type: ignore[method-assign]
            table = (await practise(served, key, hand, move=4, seat=0)).json()["table"]
            async with TableClient(served.url, key, table) as client, asyncio.timeout(TIME):
                live = await served.room.table(table)
                await ChaosPlayer(client, live.table.game, 2, 0).play(1)

    asyncio.run(main())
    assert asked
    for view, seat in asked:
        assert [held is not None for held in view.secret.hands] == [at == seat for at in range(3)]
