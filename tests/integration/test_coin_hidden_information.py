"""Frames of a coin table contain nothing that the seat may not know, and no coins move during a hand."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import msgspec
import pytest

from paiju.core.stake_rooms import StakeRoom
from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import serving
from tests.integration.leak_detector import LeakDetector
from tests.integration.test_coin_tables import asked

TIME = 300
HANDS = 2


@pytest.mark.parametrize("ruleset", ["doudizhu/happy", "zipai/guilin-3"])
def test_coin_table_frames_contain_only_what_the_seat_may_know(tmp_path: Path, ruleset: str) -> None:
    family, _, short = ruleset.partition("/")
    room = StakeRoom(
        family=family, name="here", title={"en": "Here"}, ruleset=short, coefficient=1, rake=3, double_above=1990
    )

    async def main() -> None:
        library = StandardRegistry(rooms=[room])
        async with serving(tmp_path / "room.db", library=library) as served, AsyncExitStack() as stack:
            keys = [await served.guest() for _ in range(3)]
            _, opened = await asked(served, keys[0], "POST", "/api/tables", room=room.id)
            leak_detector = LeakDetector(await served.room.table(opened["table"]))
            players = []
            for seat, key in enumerate(keys):
                client = await stack.enter_async_context(TableClient(served.url, key, opened["table"]))
                if seat:
                    await client.request(wire_requests.Sit(id=new_id(), seat=seat))
                players.append(ChaosPlayer(client, library.game(library.ruleset(ruleset)), seat, 0.0))
            async with asyncio.timeout(TIME):
                await asyncio.gather(*(player.play(HANDS) for player in players))
            names = [(await asked(served, key, "GET", "/api/me"))[1]["id"] for key in keys]
        random = Random(ruleset)
        for player, name in zip(players, names, strict=True):
            assert leak_detector.check(player.frames, name, random)
            assert moved_in_play(player.frames) == []

    asyncio.run(main())


def moved_in_play(frames: list[str]) -> list[int]:
    """The hands in which somebody's coins were told to be others than before, while the hand was in play."""
    seen: dict[int, set[tuple[int | None, ...]]] = defaultdict(set)
    for text in frames:
        told = msgspec.json.decode(text)
        if told["t"] == "table" and told["table"]["phase"] == "playing":
            seen[told["hand"]["number"]].add(tuple(seat["coins"] for seat in told["seats"]))
    assert seen
    return [number for number, coins in seen.items() if len(coins) > 1]
