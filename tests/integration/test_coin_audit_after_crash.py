"""``paiju audit`` and ``paiju rate`` find no difference in a room whose servers were killed, even while a player left a hand."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from paiju.cli.main import main as paiju
from paiju.server import wire_requests
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.ranking.rating_updater import RatingUpdater
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.server_process import TIME, Process, a_hand_goes_by, a_process

ROOM = "doudizhu/beginner"
LIBRARY = StandardRegistry()


async def people_at_a_coin_table(stack: AsyncExitStack, process: Process) -> list[ChaosPlayer]:
    keys = [await process.served.guest() for _ in range(3)]
    name = await process.served.table(keys[0], room=ROOM, ruleset="doudizhu/qq", private=False)
    game = LIBRARY.game(LIBRARY.ruleset("doudizhu/qq"))
    players = []
    for seat, key in enumerate(keys):
        client = await stack.enter_async_context(TableClient(process.served.url, key, name))
        players.append(ChaosPlayer(client, game, seat, 0.05))
        if seat:
            await client.request(wire_requests.Sit(id=new_id(), seat=seat))
    return players


async def leave_in_mid_hand(player: ChaosPlayer) -> None:
    async with asyncio.timeout(TIME):
        async for table in player.client.table_updates():
            if table.table.phase == "playing" and table.hand is not None and table.hand.reveal is None:
                await player.client.request(wire_requests.Leave(id=new_id(), agreed=10**6))
                return


async def killed_in_play(database: str, processes: int, kills: int) -> None:
    """Three tables for coins; the servers are killed in turn, at last while somebody leaves a hand."""
    random = Random(kills)
    async with AsyncExitStack() as stack:
        running = [await stack.enter_async_context(a_process(database, "games")) for _ in range(processes)]
        tables = [await people_at_a_coin_table(stack, running[number % processes]) for number in range(3)]
        playing = [asyncio.ensure_future(one.play(1_000_000)) for players in tables for one in players]
        await asyncio.gather(*(a_hand_goes_by(players[0]) for players in tables))
        for number in range(kills):
            await asyncio.sleep(random.random() * 0.5)
            process = running[number % processes]
            await process.kill()
            await process.start()
        leaving = [asyncio.ensure_future(leave_in_mid_hand(players[1])) for players in tables]
        done, _ = await asyncio.wait(leaving, return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            one.result()
        for process in running:
            await process.kill()
        for task in (*playing, *leaving):
            task.cancel()
        await asyncio.gather(*playing, *leaving, return_exceptions=True)


async def standings(database: str) -> list[Any]:
    """Ratings, points and coins of everybody who played, when all hands are rated."""
    store = await open_store(database)
    try:
        await RatingUpdater(store, LIBRARY).run_until_done()
        players = {seat.player for seat in await store.recent_seat_results(0)}
        assert players
        return [await store.current_standings(player) for player in sorted(players)]
    finally:
        await store.close()


def is_clean(database: str, capsys: pytest.CaptureFixture[str]) -> bool:
    capsys.readouterr()
    code = paiju(["audit", "--json", "--database", database])
    found = json.loads(capsys.readouterr().out)
    assert found["hands"] > 0
    return code == 0 and found["differences"] == []


@pytest.mark.deep
@pytest.mark.parametrize(("kind", "processes", "kills"), [("sqlite", 1, 12), ("postgres", 3, 9)])
def test_coins_and_standings_are_right_after_kills(
    kind: str,
    processes: int,
    kills: int,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database = str(tmp_path / "room.db") if kind == "sqlite" else request.getfixturevalue("postgres").at(tmp_path)
    asyncio.run(killed_in_play(database, processes, kills))
    assert is_clean(database, capsys)
    before = asyncio.run(standings(database))
    assert paiju(["rate", "--database", database]) == 0
    assert asyncio.run(standings(database)) == before
    assert is_clean(database, capsys)
