"""Quick match with a friend: two players who name each other get one table, and partner seats in team games."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from paiju.server.adapters.ruleset_registry import StandardRegistry
from tests.integration.in_process_server import serving
from tests.integration.test_matchmaking import PLAIN, hurried

Case = Callable[..., Awaitable[None]]
SIX = {"ruleset": "gunzi/six"}


async def look(http: httpx.AsyncClient, partner: str = "", wanted: Any = PLAIN) -> str:
    """Ask until there is a seat."""
    while True:
        answer = await http.post("/api/quick", json=wanted, params={"partner": partner} if partner else {})
        assert answer.status_code == 200, answer.text
        if (table := answer.json()["table"]) is not None:
            return str(table)


async def befriend(one: httpx.AsyncClient, name: str, other: httpx.AsyncClient, back: str) -> None:
    for http, wanted in ((one, back), (other, name)):
        assert (await http.put(f"/api/me/follows/{wanted}")).status_code == 204


def among(tmp_path: Path, case: Case, *names: str, seek: int = 60_000, real: bool = False) -> None:
    async def main() -> None:
        library = StandardRegistry() if real else None
        async with serving(tmp_path / "room.db", hurried(seek=seek), library) as served, AsyncExitStack() as stack:
            keys = [await served.guest(name) for name in names]
            await case(*[await stack.enter_async_context(served.http(key)) for key in keys])

    asyncio.run(main())


def test_two_friends_are_matched_to_one_table(tmp_path: Path) -> None:
    async def case(ann: httpx.AsyncClient, bob: httpx.AsyncClient, cat: httpx.AsyncClient) -> None:
        await befriend(ann, "Ann", bob, "Bob")
        first, third = asyncio.create_task(look(ann, "Bob")), asyncio.create_task(look(cat))
        async with asyncio.timeout(20):
            while not (seen := (await bob.get("/api/here")).json()["pairs"]):  # noqa: ASYNC110 (the page asks, too)
                await asyncio.sleep(0.05)
        assert [(one["sender"], one["wanted"]["ruleset"]) for one in seen] == [("Ann", "toy/plain")]
        assert (await cat.get("/api/here")).json()["pairs"] == []
        done, _ = await asyncio.wait([first, third], timeout=1)
        assert not done
        assert len({await look(bob, "Ann"), await first, await third}) == 1
        assert (await bob.get("/api/here")).json()["pairs"] == []

    among(tmp_path, case, "Ann", "Bob", "Cat")


def test_waiting_player_sees_that_the_friend_is_missing(tmp_path: Path) -> None:
    async def case(ann: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
        await befriend(ann, "Ann", bob, "Bob")
        answer = (await ann.post("/api/quick", json=PLAIN, params={"partner": "Bob"})).json()
        assert (answer["table"], answer["friend_missing"]) == (None, True)
        assert (await bob.post("/api/quick", json=PLAIN)).json()["friend_missing"] is False

    among(tmp_path, case, "Ann", "Bob")


def test_partners_sit_opposite_and_bots_fill_the_table(tmp_path: Path) -> None:
    async def case(ann: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
        await befriend(ann, "Ann", bob, "Bob")
        tables = await asyncio.gather(look(ann, "Bob", SIX), look(bob, "Ann", SIX))
        assert len(set(tables)) == 1
        seats = (await ann.get(f"/api/tables/{tables[0]}")).json()["seats"]
        mine = [seat for seat, one in enumerate(seats) if one["name"] in ("Ann", "Bob")]
        assert len(mine) == 2
        assert mine[1] - mine[0] == 3
        assert [one["kind"] for one in seats].count("bot") == 4

    among(tmp_path, case, "Ann", "Bob", seek=300, real=True)


@pytest.mark.parametrize(
    ("wanted", "partner", "code"),
    [
        (PLAIN, "Bob", "not_friends"),
        (PLAIN, "Ann", "it_is_you"),
        (PLAIN, "Nobody", "unknown_player"),
        ({"ruleset": "toy/two"}, "Bob", "no_pairs"),
        ({"room": "toy/tiny"}, "Bob", "no_pairs"),
    ],
)
def test_invalid_pair_request_is_refused(tmp_path: Path, wanted: Any, partner: str, code: str) -> None:
    async def case(ann: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
        assert (await ann.put("/api/me/follows/Bob")).status_code == 204  # Bob does not follow her
        answer = await ann.post("/api/quick", json=wanted, params={"partner": partner})
        assert (answer.status_code >= 400, answer.json()["code"]) == (True, code)

    among(tmp_path, case, "Ann", "Bob")
