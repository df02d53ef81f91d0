"""When one of several processes ends, planned or killed, no player loses a move or any time."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from paiju.server import wire, wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import Served
from tests.integration.postgres import Cluster, rows
from tests.integration.server_process import a_hand_goes_by, a_process, a_table, downtimes, nothing_is_lost
from tests.integration.test_fault_recovery import TURN, a_decision, a_player, act, ended
from tests.integration.test_serve_workers import children, is_replaced, working
from tests.integration.test_several_processes import goes_to, playing, soon
from tests.server.table_harness import ToyRulesetRegistry

HALF: Final = 1000 * TURN // 2

_RESUMED: Final = "SELECT FROM entries WHERE convert_from(facts, 'utf8') LIKE '%Resumed%'"


def turn_of(table: wire.Table) -> int:
    """Milliseconds that are left to whoever is asked."""
    assert table.hand is not None
    left = table.hand.acting[0].turn
    assert left is not None
    return left


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_player_to_act_keeps_the_remaining_time_when_a_process_ends(
    postgres: Cluster, tmp_path: Path, how: signal.Signals
) -> None:
    """A kill is noticed after some seconds, in which the clocks stand; who leaves tells so, and they stand for a moment."""

    async def main() -> None:
        url = postgres.at(tmp_path)
        async with a_process(url, "toy") as first, a_process(url, "toy") as second, AsyncExitStack() as stack:
            _, client = await a_player(first.served, stack)
            table = await a_decision(client)
            name = table.table.id
            first.send(how)
            goes_to(client, second.served)
            await soon(lambda: rows(url, _RESUMED))
            seen = await a_decision(client)
            assert turn_of(seen) > HALF
            await act(client, table)
            await a_decision(client, after=table)
        (stood,) = await downtimes(url, name)
        assert stood > (1000 if how is signal.SIGKILL else 0)

    asyncio.run(main())


def test_play_continues_during_a_rolling_restart_of_processes(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        url = postgres.at(tmp_path)
        async with a_process(url, "toy") as first, a_process(url, "toy") as second, playing(first, second) as players:
            for victim, other in ((first, second), (second, first)):
                await asyncio.sleep(0.3)
                for player in players:
                    goes_to_next(player.client, other.served)
                await victim.end()
                name = await a_hand_goes_by(players[0])
                await victim.start()
        await nothing_is_lost(url, ToyRulesetRegistry(), name, players)
        assert await downtimes(url, name)

    asyncio.run(main())


def goes_to_next(client: TableClient, served: Served) -> None:
    """The client's next connection, when it is sent away from its present one, is to this server."""
    drop, client.drop_connection = client.drop_connection, lambda: None  # type: ignore[method-assign]
    goes_to(client, served)
    client.drop_connection = drop  # type: ignore[method-assign]


def has_done_more(player: ChaosPlayer, done: int) -> bool:
    return len(player.done) > done


def test_play_continues_while_workers_are_ended_in_turn(postgres: Cluster, tmp_path: Path) -> None:
    library = StandardRegistry()

    async def main() -> None:
        with working(postgres.at(tmp_path), tmp_path, 2) as (process, served):
            async with AsyncExitStack() as stack:
                players = await a_table(served, stack, library, "doudizhu/qq")
                tasks = [asyncio.ensure_future(player.play(1_000_000)) for player in players]
                for pid in children(process.pid):
                    done = len(players[0].done)
                    os.kill(pid, signal.SIGTERM)
                    await soon(partial(is_replaced, process.pid, pid, 2))
                    await soon(partial(has_done_more, players[0], done))
                await players[0].client.request(wire_requests.Ping(id=new_id()))
                await ended(tasks)
        latest = players[0].client.latest
        assert latest is not None
        await nothing_is_lost(postgres.at(tmp_path), library, latest.table.id, players)

    asyncio.run(main())
