"""Frames with hints, take-backs and demo tables reveal nothing hidden: each is compared with the reconstructed one."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.settings import Settings
from paiju.server.table_client import RequestRefused, TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import FAST, FREE, serving
from tests.integration.leak_detector import LeakDetector
from tests.integration.test_room import is_over, until

TIME: Final = 120
TAKEN_BACK: Final = 4
"""Number of moves that the player takes back in a hand."""

SLOW: Final = Settings(tempo=replace(FAST, think_least=10, think_most=10), limits=FREE)
"""Bots think for long enough that a spectator sees them play."""

RULESETS: Final = ("doudizhu/qq", "doudizhu/happy", "zipai/guilin-3", "gunzi/six")


async def practise(player: ChaosPlayer) -> bool:
    """Play a hand at random, and take back some moves. Returns whether there was a move to take back."""
    decided, left, could = 0, TAKEN_BACK, False
    async for table in player.client.table_updates():
        could = could or (table.hand is not None and table.hand.can_take_back)
        if is_over(table):
            break
        choices = table.hand.choices if table.hand is not None else None
        if table.next is not None:
            await request(player, wire_requests.Ready(id=new_id()))
        elif choices is not None and choices.decision > decided:
            decided = choices.decision
            assert table.hand is not None
            if table.hand.can_take_back and left and player.random.random() < 0.5:
                left -= 1
                await request(player, wire_requests.TakeMoveBack(id=new_id()))
            else:
                action = player._random_action(table, choices)
                await request(player, wire_requests.Act(id=new_id(), decision=decided, action=action))
    return could


async def request(player: ChaosPlayer, message: wire_requests.ClientMessage) -> None:
    """Send a message, unless the table has gone on meanwhile.

    A question ends by itself after a while, or with others' answers; and a hand may have begun before the player was shown it.
    """
    try:
        await player.client.request(message)
    except RequestRefused as refused:
        if refused.code not in ("not_asked", "stale_decision", "hand_running", "nothing_to_take_back"):
            raise


def decoded(player: ChaosPlayer) -> list[dict[str, Any]]:
    """The tables with a hand in play that a player was shown."""
    told = [msgspec.json.decode(text) for text in player.frames]
    return [one for one in told if one["t"] == "table" and one["hand"] and not one["hand"].get("reveal")]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hints_and_take_backs_at_a_practice_table_reveal_nothing_hidden(tmp_path: Path, ruleset: str) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served, AsyncExitStack() as stack:
            key, name = await served.guest(), ""
            name = await served.table(key, ruleset=ruleset, bots="", pace={"turn": 0})
            live = await served.room.table(name)
            leak_detector = LeakDetector(live)
            client = await stack.enter_async_context(TableClient(served.url, key, name))
            stranger = await stack.enter_async_context(TableClient(served.url, await served.guest(), name))
            player, watcher = (ChaosPlayer(one, live.table.game, 7, 0) for one in (client, stranger))
            async with asyncio.timeout(TIME):
                could = await practise(player)
            who = live.table.chairs[0].player or ""
            assert leak_detector.check(player.frames, who, Random(1)) == len(decoded(player))
            assert leak_detector.check(watcher.frames, "", Random(1)) == len(decoded(watcher)) > 0
            hands = [one["hand"] for one in decoded(player)]
            assert any(hand.get("tip") for hand in hands)
            assert {hand.get("can_take_back", False) for hand in hands} == ({True, False} if could else {False})
            for hand in (one["hand"] for one in decoded(watcher)):
                assert (hand.get("tip"), hand.get("can_take_back", False)) == (
                    None,
                    False,
                )  # they are the player's alone

    asyncio.run(main())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_demo_table_reveals_nothing_hidden_to_spectators(tmp_path: Path, ruleset: str) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", SLOW, StandardRegistry()) as served:
            live = await served.room.open_demo_table(ruleset)
            leak_detector = LeakDetector(live)
            async with TableClient(served.url, await served.guest(), live.table.id) as client:
                watcher = ChaosPlayer(client, live.table.game, 0, 0)
                async with asyncio.timeout(TIME):
                    await until(client, is_over)
            assert (
                leak_detector.check(watcher.frames, "", Random(1)) == len(decoded(watcher)) > 1
            )  # a busy machine skips some
            assert all(one["table"]["demo"] for one in decoded(watcher))

    asyncio.run(main())
