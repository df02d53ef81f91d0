"""Optional actions of bots while cards are dealt: as in the arena, and at the pace of the dealer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from paiju.core.seats import DEALER
from paiju.server import bot_client, wire_requests
from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.adapters.threaded_bot_runner import ThreadedBotRunner
from paiju.server.app.context import AppContext
from paiju.server.app.store import StoredPlayer
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.app.tables.log_entries import decode_events
from paiju.server.app.tables.request_handlers import handle_request
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.domain import hand_commands, table_events
from paiju.server.domain.deadlines import TableDelays
from paiju.server.domain.table_setup import SetupRequest, TimeControl
from paiju.server.domain.table_state import TableMove
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import FAST, FREE, choose_at_random, serving
from tests.integration.test_table_manager import Clock
from tests.server.table_harness import ToyRulesetRegistry
from tests.server.toy import FAMILY, Pledge, Shout

ANN = StoredPlayer("ann", "Ann", 0)


class Loud:
    """Plays at random, and does something unasked as soon as it may."""

    def __init__(self, unasked: Callable[[Any], Any] = lambda legal: legal[0]) -> None:
        self._unasked = unasked

    def __call__(self, *given: Any) -> Any:
        return choose_at_random(*given)

    def act_unasked(self, game: Any, view: Any, seat: int, legal: Any, random: Random) -> Any:
        assert view == game.view(view, seat)
        return self._unasked(legal)


@asynccontextmanager
async def a_table(
    path: Path, bot: Any = None, clock: Clock | None = None, tempo: TableDelays = FAST
) -> AsyncIterator[LiveTable]:
    """Ann among loud bots, in a room on this database: the table that is there, or a new one, at which the hand has begun."""
    store = await open_sqlite(path / "room.db")
    minds = ThreadedBotRunner(("loud",), lambda name, family: bot or Loud())
    room = TableManager(AppContext(store, ToyRulesetRegistry(), minds, tempo, PrometheusMetrics(), clock or Clock()))
    await room.open()
    await room.wait_until_restored()
    try:
        yield room.loaded_tables[0] if room.loaded_tables else await begun(room, "toy/loud")
    finally:
        await room.close()
        minds.close()
        await store.close()


async def begun(room: TableManager, ruleset: str) -> LiveTable:
    live = await room.open_table(ANN, SetupRequest(ruleset=ruleset, pace=TimeControl(0, 0)), private=True)
    await handle_request(room, live, ANN, wire_requests.AddBot(id=new_id()))
    await handle_request(room, live, ANN, wire_requests.Ready(id=new_id()))
    return live


async def dealt(live: LiveTable) -> tuple[TableMove, ...]:
    async with asyncio.timeout(60):
        while live.table.require_running_hand().dealing is not None:  # noqa: ASYNC110 (the table's own timer deals)
            await asyncio.sleep(0.002)
    return live.table.require_running_hand().moves


def test_bots_take_optional_actions_and_autoplay_takes_none(tmp_path: Path) -> None:
    async def main() -> None:
        async with a_table(tmp_path) as live:
            await live.execute("ann", None, lambda draft: hand_commands.set_auto(draft, 0, on=True))
            moves = [(move.seat, move.by) for move in await dealt(live) if not isinstance(move.action, Pledge)]
            deal, one, two = (DEALER, "dealer"), (1, "bot"), (2, "bot")
            assert moves == [deal, deal, one, deal, two][: len(moves)]
            assert moves[:4] == [deal, deal, one, deal]

    asyncio.run(main())


def test_dealer_pause_is_the_same_with_and_without_optional_actions(tmp_path: Path) -> None:
    async def main() -> None:
        async with a_table(tmp_path) as live:
            moves = await dealt(live)
            began = [live.table.require_running_hand().began, *(move.at for move in moves)]
            told = [move.at - before for before, move in zip(began, moves, strict=False) if not _pledged(move)]
            assert len(told) >= 4
            assert min(told) >= FAST.deal

    asyncio.run(main())


def _pledged(move: TableMove) -> bool:
    return isinstance(move.action, Pledge)


def test_bots_take_optional_actions_after_a_restart_during_the_deal(tmp_path: Path) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_table(tmp_path, clock=clock) as live:
            assert live.table.require_running_hand().dealing is not None
        clock.ahead += 3_600_000
        async with a_table(tmp_path, clock=clock) as live:
            assert live.table.require_running_hand().number == 1
            assert (1, Shout()) in [(move.seat, move.action) for move in await dealt(live)]

    asyncio.run(main())


def _fail(legal: Any) -> Any:
    raise ValueError(legal)


@pytest.mark.parametrize(
    "unasked", [_fail, lambda legal: Pledge(2), lambda legal: None], ids=["fails", "errs", "rests"]
)
def test_failing_bot_does_not_stop_the_dealer(tmp_path: Path, unasked: Callable[[Any], Any]) -> None:
    async def main() -> None:
        async with a_table(tmp_path, Loud(unasked)) as live:
            moves = [move for move in await dealt(live) if not _pledged(move)]
            assert [move.by for move in moves] == ["dealer"] * 3

    with capture_logs() as logs:
        asyncio.run(main())
    assert bool([entry for entry in logs if entry["event"] == "bot_failed"]) == (unasked is _fail)


def test_optional_action_of_a_player_restarts_the_dealer_pause(tmp_path: Path) -> None:
    async def main() -> None:
        slow = replace(FAST, deal=100)
        async with a_table(tmp_path, Loud(lambda legal: None), tempo=slow) as live:
            async with asyncio.timeout(10):
                while (asked := live.table.require_running_hand().asks[0]) is None:  # noqa: ASYNC110 (the table's own timer deals)
                    await asyncio.sleep(0)
            await live.execute(
                "ann", None, lambda draft: hand_commands.answer_decision(draft, 0, asked.decision, Shout(), "player")
            )
            moves = await dealt(live)
            at = next(count for count, move in enumerate(moves) if move.seat == 0)
            assert moves[at].by == "player"
            assert moves[at + 1].at - moves[at].at >= slow.deal

    asyncio.run(main())


def test_external_bot_takes_optional_actions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_client, "family_of", lambda name: FAMILY)

    async def main() -> list[table_events.AnyTableEvent]:
        settings = Settings(tempo=FAST, limits=FREE)
        async with serving(tmp_path / "room.db", settings) as served, asyncio.timeout(60):
            host = await served.guest()
            name = await served.table(host, ruleset="toy/loud")
            async with TableClient(served.url, host, name) as client:
                await client.request(wire_requests.AddBot(id=new_id(), seat=2))
                other = asyncio.create_task(bot_client.run_bot(served.url, await served.guest(), name, Loud(), 3))
                async for state in client.table_updates():
                    if state.seats[1].kind == "player":
                        break
                assert await bot_client.run_bot(served.url, host, name, Loud(), 3) == 3
                assert await other == 3
            live = await served.room.table(name)
            entries = await served.room.context.store.entries(live.table.id)
            return [fact for entry in entries for fact in decode_events(entry, "toy")]

    told = [fact for fact in asyncio.run(main()) if isinstance(fact, table_events.MoveMade) and fact.by == "player"]
    assert {fact.seat for fact in told if fact.action["t"] == "Shout"} == {0, 1}
