"""Whole hands of every ruleset over real sockets with every kind of connection fault; every frame is checked."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from paiju.games import registry
from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.tables.log_entries import fold, iter_table_versions
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import Served, serving
from tests.integration.leak_detector import LeakDetector
from tests.server.table_harness import ToyRulesetRegistry

TIME = 900


HURRIED = {"turn": 20, "reserve": 30}
"""Windows close after a few milliseconds: most claims come too late."""

PATIENT = {"turn": 0}
"""Without a clock, windows wait for who has a choice: claims are made."""

PACES = {"hurried": HURRIED, "patient": PATIENT}


async def seated(
    served: Served, stack: AsyncExitStack, ruleset: str, pace: str, mischief: float
) -> tuple[LeakDetector, list[ChaosPlayer]]:
    """A table with a chaos player in each seat, and a leak detector."""
    library = served.room.context.registry
    game = library.game(library.ruleset(ruleset))
    keys = [await served.guest() for _ in range(game.seats)]
    table = await served.table(keys[0], ruleset=ruleset, pace=PACES[pace])
    leak_detector = LeakDetector(await served.room.table(table))
    players = []
    for seat, key in enumerate(keys):
        client = await stack.enter_async_context(TableClient(served.url, key, table, patience=0.01))
        if seat:
            await client.request(wire_requests.Sit(id=new_id(), seat=seat))
        players.append(ChaosPlayer(client, game, seat, mischief))
    return leak_detector, players


async def hands_under_chaos(served: Served, ruleset: str, pace: str, hands: int, mischief: float) -> int:
    """Play, then prove what every seat and a spectator was told; answers how many frames were proven."""
    async with AsyncExitStack() as stack:
        leak_detector, players = await seated(served, stack, ruleset, pace, mischief)
        name = leak_detector.live.table.id
        stranger = await stack.enter_async_context(TableClient(served.url, await served.guest(), name))
        watcher = ChaosPlayer(stranger, players[0].game, 0, 0)
        async with asyncio.timeout(TIME):
            await asyncio.gather(*(player.play(hands) for player in players))
        return await proven(served, leak_detector, [*players, watcher], name)


async def proven(served: Served, leak_detector: LeakDetector, players: list[ChaosPlayer], name: str) -> int:
    live = await served.room.table(name)
    entries = await served.room.context.store.entries(name)
    written = {
        (one.command, after.edition) for one, after in iter_table_versions(served.room.context.registry, None, entries)
    }
    seats = [chair.player or "" for chair in live.table.chairs] + [""]
    count = 0
    for player, who in zip(players, seats, strict=True):
        assert written >= player.acknowledged
        count += leak_detector.check(player.frames, who, Random(1))
    again = fold(served.room.context.registry, None, entries)
    assert again is not None
    assert again.hand == live.table.hand
    return count


def chaos(path: Path, library: RulesetRegistry, ruleset: str, pace: str, hands: int, mischief: float) -> int:
    async def main() -> int:
        async with serving(path / "room.db", library=library) as served:
            return await hands_under_chaos(served, ruleset, pace, hands, mischief)

    return asyncio.run(main())


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("ruleset", ["toy/plain", "toy/loud", "toy/sealed"])
def test_toy_game_survives_bad_connections(tmp_path: Path, ruleset: str, pace: str) -> None:
    assert chaos(tmp_path, ToyRulesetRegistry(), ruleset, pace, 4, 0.3) > 50


@pytest.mark.sim
@pytest.mark.parametrize("ruleset", registry.rulesets())
def test_hand_of_every_ruleset_survives_bad_connections(tmp_path: Path, ruleset: str) -> None:
    assert chaos(tmp_path, StandardRegistry(), ruleset, "patient", 1, 0.1) > 30


@pytest.mark.deep
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("ruleset", registry.rulesets())
def test_two_hundred_hands_of_every_ruleset_survive_bad_connections(
    tmp_path: Path, ruleset: str, pace: str, part: int
) -> None:
    assert chaos(tmp_path, StandardRegistry(), ruleset, pace, 10, 0.1 + part / 50) > 300
