"""When the server is killed in the middle of hands, no acknowledged move is lost and every table continues."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.integration.run_server import LIBRARIES
from tests.integration.server_process import a_hand_goes_by, a_process, a_table, nothing_is_lost
from tests.ruleset_selection import one_each

PLAYED: Final[Mapping[str, Sequence[str]]] = {
    "toy": ("toy/plain", "toy/sealed"),
    "games": one_each(),
}
"""The rulesets that are played, by the library they are from."""


async def killed_under_play(path: Path, name: str, kills: int, each: int) -> None:
    """So many tables of each ruleset of a library."""
    random, library = Random(kills), LIBRARIES[name]()
    async with a_process(path / "room.db", name) as process, AsyncExitStack() as stack:
        rulesets = [ruleset for ruleset in PLAYED[name] for _ in range(each)]
        rooms = [await a_table(process.served, stack, library, ruleset) for ruleset in rulesets]
        players = [player for room in rooms for player in room]
        playing = [asyncio.ensure_future(player.play(1_000_000)) for player in players]
        for _ in range(kills):
            await asyncio.sleep(random.random() * 0.5)
            await process.kill()
            await process.start()
        last = await asyncio.gather(*(a_hand_goes_by(room[0]) for room in rooms))
        for task in playing:
            task.cancel()
        done = await asyncio.gather(*playing, return_exceptions=True)
        assert all(isinstance(one, asyncio.CancelledError) for one in done), done
    for room, table in zip(rooms, last, strict=True):
        await nothing_is_lost(path / "room.db", library, table, room)


@pytest.mark.parametrize("library", [pytest.param("toy", marks=pytest.mark.deep), "games"])
def test_no_move_is_lost_when_the_server_is_killed_three_times(tmp_path: Path, library: str) -> None:
    asyncio.run(killed_under_play(tmp_path, library, kills=3, each=1))


@pytest.mark.deep
@pytest.mark.parametrize("library", PLAYED)
def test_no_move_is_lost_when_the_server_is_killed_fifty_times(tmp_path: Path, library: str) -> None:
    asyncio.run(killed_under_play(tmp_path, library, kills=50, each=2))
