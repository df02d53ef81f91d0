"""When servers are killed in the middle of coin hands, all balances still equal those that follow from the hands."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from paiju.server import wire_requests
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.postgres import Cluster
from tests.integration.server_process import COINS, Process, a_hand_goes_by, a_process, all_is_booked, nothing_is_lost
from tests.server.table_harness import ToyRulesetRegistry

LIBRARY = ToyRulesetRegistry()


async def a_coin_table(stack: AsyncExitStack, processes: list[Process]) -> list[ChaosPlayer]:
    """Two players, each by way of a process, and a bot."""
    keys = [await process.served.guest() for process in processes]
    name = await processes[0].served.table(keys[0], room=COINS)
    game = LIBRARY.game(LIBRARY.ruleset("toy/plain"))
    players = []
    for seat, (process, key) in enumerate(zip(processes, keys, strict=True)):
        client = await stack.enter_async_context(TableClient(process.served.url, key, name))
        players.append(ChaosPlayer(client, game, seat, 0.05))
    await players[1].client.request(wire_requests.Sit(id=new_id(), seat=1))
    await players[0].client.request(wire_requests.AddBot(id=new_id()))
    return players


async def killed(database: str, processes: int, kills: int, count: int) -> int:
    """So many tables, at which people play by way of all processes, of which one after another is killed."""
    random = Random(kills)
    async with AsyncExitStack() as stack:
        running = [await stack.enter_async_context(a_process(database, "toy")) for _ in range(processes)]
        by_way_of = (running * 2)[:2]
        tables = [await a_coin_table(stack, by_way_of) for _ in range(count)]
        playing = [asyncio.ensure_future(one.play(1_000_000)) for players in tables for one in players]
        for number in range(kills):
            await asyncio.sleep(random.random() * 0.5)
            process = running[number % len(running)]
            await process.kill()
            await process.start()
        last = await asyncio.gather(*(a_hand_goes_by(players[0]) for players in tables))
        for task in playing:
            task.cancel()
        done = await asyncio.gather(*playing, return_exceptions=True)
        assert all(isinstance(one, asyncio.CancelledError) for one in done), done
        for process in running:
            await process.kill()
    for table, players in zip(last, tables, strict=True):
        await nothing_is_lost(database, LIBRARY, table, players)
    return await all_is_booked(database, LIBRARY)


def test_coins_are_kept_when_the_server_is_killed(tmp_path: Path) -> None:
    assert asyncio.run(killed(str(tmp_path / "room.db"), processes=1, kills=3, count=3)) > 3


@pytest.mark.deep
def test_coins_are_kept_when_two_servers_are_killed_in_turn(postgres: Cluster, tmp_path: Path) -> None:
    assert asyncio.run(killed(postgres.at(tmp_path), processes=2, kills=2, count=3)) > 3


@pytest.mark.deep
def test_coins_are_kept_when_servers_are_killed_many_times(postgres: Cluster, tmp_path: Path) -> None:
    assert asyncio.run(killed(str(tmp_path / "room.db"), processes=1, kills=30, count=4)) > 10
    assert asyncio.run(killed(postgres.at(tmp_path), processes=3, kills=15, count=6)) > 10
