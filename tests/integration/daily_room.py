"""Plays daily sets over HTTP and sockets, with sets of few deals, a clock that tests can set, and house players without delay."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from paiju.duplicate import daily_set
from paiju.duplicate.daily_set import DailySet, SetRules
from paiju.duplicate.house_play import make_house_play_of_field_player, play_field_hand
from paiju.records import RecordedHand
from paiju.server import wire
from paiju.server.adapters.room_clock import now
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.analysis import play_deal_as_house
from paiju.server.app.daily import daily_sets, skill
from paiju.server.table_client import TableClient
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import Served, choose_at_random

TIME = 120


FEW = {
    "doudizhu": SetRules(2, ("doudizhu/qq",), ("steady",)),
    "zipai": SetRules(2, ("zipai/guilin-3",), ("steady",)),
    "gunzi": SetRules(1, ("gunzi/six",), ("steady",)),
}
"""Sets of few deals, against house players without nets."""


class QuickField:
    """House players who play at once, in this process and at random."""

    async def play_deal_as_house(self, daily_set: DailySet, deal: int, player: str) -> RecordedHand:
        game = daily_set.ruleset.game()
        return play_field_hand(
            make_house_play_of_field_player(game, daily_set.deal(deal), player, lambda name: choose_at_random)
        )


class Wall:
    """A clock that goes on by itself, and can be turned."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return now() + self.ahead


def use_sets(patch: pytest.MonkeyPatch, sets: dict[str, SetRules]) -> None:
    for module in (daily_set, daily_sets, skill):
        patch.setattr(module, "load_set_rules", lambda: sets)


async def account(served: Served, name: str) -> str:
    """The key of a new player with an account."""
    key = await served.guest(name)
    async with served.http() as http:
        http.cookies.set("paiju", key)
        answer = await http.post("/api/account", json={"user": name.lower(), "password": "three-small-pairs"})
        assert answer.status_code == 201, answer.text
        return answer.cookies.get("paiju") or key


async def play_some(
    served: Served, key: str, table: str, moves: int, heard: list[str] | None = None, mischief: float = 0
) -> None:
    """Make a few moves of a deal, at random. ``heard`` gets the frames, ``mischief`` is how often the player makes trouble."""
    async with TableClient(served.url, key, table) as client, asyncio.timeout(TIME):
        live = await served.room.table(table)
        player = ChaosPlayer(client, live.table.game, 3, mischief)
        playing = asyncio.create_task(player.play(1))
        while len(player.done) < moves and not playing.done():  # noqa: ASYNC110 (the player has no event for it)
            await asyncio.sleep(0.01)
        playing.cancel()
        await asyncio.wait({playing})
        if heard is not None:
            heard += player.frames


async def finish(served: Served, key: str, family: str, seed: int = 1) -> list[str]:
    """Play all deals of a set; returns the public ids of the hands."""
    found = []
    views = (await fetch(served, key, "/api/daily"))["sets"]
    (view,) = (view for view in views if view["family"] == family)
    for deal in range(view["done"], view["deals"]):
        table = await begin(served, key, family)
        assert table["deal"] == deal + 1
        end = await play(served, key, table["table"], seed)
        assert end.hand is not None
        assert end.hand.reveal is not None
        found.append(end.hand.reveal.replay)
    return found


async def next_day_comes(served: Served, wall: Wall) -> None:
    """Turn the clock by a day, and wait until the room has noticed."""
    day = served.services.daily.deals.today
    wall.ahead += 86_400_000
    async with asyncio.timeout(TIME):
        while served.services.daily.deals.today == day:  # noqa: ASYNC110 (the room has no event for it)
            await asyncio.sleep(0.05)


async def field_played(served: Served) -> None:
    """Wait until the house has played."""
    async with asyncio.timeout(TIME):
        while await served.services.daily.field.missing_hands():  # noqa: ASYNC110 (the room has no event for it)
            await asyncio.sleep(0.05)


class RealField:
    """The real house players, in this process."""

    async def play_deal_as_house(self, daily_set: DailySet, deal: int, player: str) -> RecordedHand:
        return await asyncio.to_thread(play_deal_as_house, StandardRegistry(), daily_set, deal, player)


async def fetch(served: Served, key: str, path: str) -> Any:
    async with served.http(key) as http:
        answer = await http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def begin(served: Served, key: str, family: str) -> dict[str, Any]:
    async with served.http(key) as http:
        answer = await http.post(f"/api/daily/{family}/table")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


async def play(served: Served, key: str, table: str, seed: int = 1, mischief: float = 0) -> wire.Table:
    """Play a deal to its end, at random."""
    async with TableClient(served.url, key, table) as client, asyncio.timeout(TIME):
        live = await served.room.table(table)
        await ChaosPlayer(client, live.table.game, seed, mischief).play(1)
        assert client.latest is not None
        return client.latest
