"""Rooms without sockets: two servers on one database, cleanup of unused data, and resuming hands after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from paiju.core.errors import Conflict, UnknownName
from paiju.games.gunzi.actions import Declare
from paiju.games.gunzi.cards import BIG_JOKER, count_of
from paiju.games.gunzi.events import CardDealt
from paiju.games.gunzi.state import Closing, Cutting, Dealing
from paiju.server import wire, wire_requests
from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.adapters.room_clock import now
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.app.cluster.coordination import Coordinator, Peers, SingleProcessCoordinator
from paiju.server.app.context import AppContext
from paiju.server.app.players.player_service import DAY, LIFE, PlayerService
from paiju.server.app.store import StoredPlayer
from paiju.server.app.tables import command_handler
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.app.tables.request_handlers import handle_request
from paiju.server.app.tables.table_manager import IDLE, TableManager
from paiju.server.domain import hand_commands
from paiju.server.domain.deadlines import deadlines
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.domain.table_setup import SetupRequest, TimeControl
from paiju.server.main import make_bot_runner
from paiju.server.settings import Settings
from paiju.server.table_client import new_id
from tests.integration.in_process_server import FAST, thinker
from tests.server import toy
from tests.server.table_harness import ToyRulesetRegistry

ANN, BOB, CAT = (StoredPlayer(name, name.title(), 0) for name in ("ann", "bob", "cat"))


class Clock:
    """The real time and what is added to it."""

    ahead = 0
    is_running = True

    def __call__(self) -> int:
        return now() + self.ahead

    def record_heartbeat(self) -> int:
        return 0


@asynccontextmanager
async def a_room(
    path: Path,
    clock: Clock | None = None,
    library: RulesetRegistry | None = None,
    coordinator: Coordinator | None = None,
    *,
    settled: bool = True,
) -> AsyncIterator[TableManager]:
    store = await open_sqlite(path / "room.db")
    minds = thinker()
    room = TableManager(
        AppContext(
            store,
            library or ToyRulesetRegistry(),
            minds,
            FAST,
            PrometheusMetrics(),
            clock or Clock(),
            Peers(coordinator),
        )
    )
    await room.open()
    if settled:
        await room.wait_until_restored()
    else:
        room.tasks.stop()
    try:
        yield room
    finally:
        await room.close()
        minds.close()
        await store.close()


async def opened(room: TableManager, *, private: bool = True, turn: int = 20) -> LiveTable:
    return await room.open_table(ANN, SetupRequest(ruleset="toy/plain", pace=TimeControl(turn, 10)), private=private)


async def begun(room: TableManager, *, turn: int = 20) -> LiveTable:
    live = await opened(room, turn=turn)
    for player in (BOB, CAT):
        await handle_request(room, live, player, wire_requests.Sit(id=new_id()))
    for player in (ANN, BOB, CAT):
        await handle_request(room, live, player, wire_requests.Ready(id=new_id()))
    while live.table.require_running_hand().dealing is not None:  # noqa: ASYNC110 (the table's own timer deals)
        await asyncio.sleep(0.005)
    return live


class Counting(SingleProcessCoordinator):
    """Knows which tables have been claimed."""

    def __init__(self) -> None:
        super().__init__()
        self.claimed: list[str] = []

    async def claim(self, tables: Collection[str]) -> frozenset[str]:
        self.claimed += tables
        return await super().claim(tables)


def test_restarted_server_claims_each_table_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with a_room(tmp_path) as room:
            names = sorted([(await begun(room)).table.id, (await begun(room)).table.id])
        coordinator = Counting()
        async with a_room(tmp_path, coordinator=coordinator) as room:
            assert sorted(live.table.id for live in room.loaded_tables if room.ownership.owns(live)) == names
            assert sorted(coordinator.claimed) == names

    asyncio.run(main())


def test_two_servers_on_one_database_write_one_history(tmp_path: Path) -> None:
    async def main() -> None:
        async with a_room(tmp_path) as first, a_room(tmp_path) as second:
            here = await begun(first)
            there = await second.table(here.table.id)
            pledge = wire.encode_raw(toy.Pledge(1))
            # Each acts on what it knows; the second writer folds what it missed and decides anew.
            await asyncio.gather(
                handle_request(first, here, ANN, wire_requests.Act(id="x", decision=1, action=pledge)),
                handle_request(second, there, BOB, wire_requests.Act(id="x", decision=1, action=pledge)),
            )
            await handle_request(first, here, CAT, wire_requests.Act(id="x", decision=1, action=pledge))
            with pytest.raises(Conflict):
                await handle_request(second, there, CAT, wire_requests.Act(id="y", decision=1, action=pledge))
            again = await handle_request(second, there, CAT, wire_requests.Act(id="x", decision=1, action=pledge))
            assert isinstance(again, wire.Ack)
            entries = await first.context.store.entries(here.table.id)
            assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
            assert len([entry for entry in entries if entry.command == "x"]) == 3

    asyncio.run(main())


def test_turn_clocks_do_not_run_while_the_server_is_down(tmp_path: Path) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_room(tmp_path, clock) as room:
            live = await begun(room)
            left = deadlines(live.table, FAST)[0].at - clock()
        clock.ahead += 3_600_000
        async with a_room(tmp_path, clock) as room:
            live = await room.table(live.table.id)
            assert live.table.phase == "playing"
            assert abs(deadlines(live.table, FAST)[0].at - clock() - left) < 3_000

    asyncio.run(main())


def test_server_stopped_during_startup_costs_no_player_time(tmp_path: Path) -> None:
    """What it has taken up and what it has not go on alike."""

    async def main() -> None:
        clock = Clock()
        async with a_room(tmp_path, clock) as room:
            tables = [await begun(room), await begun(room)]
            left = [deadlines(live.table, FAST)[0].at - clock() for live in tables]
        clock.ahead += 3_600_000
        async with a_room(tmp_path, clock, settled=False) as room:
            assert room.loaded_tables == ()
            assert "still to be taken up: 2 tables" in await room.readiness_problems()
            live = await room.table(tables[0].table.id)  # somebody asks for it before its turn
            await live.command_handler.shift_deadlines()
            assert abs(deadlines(live.table, FAST)[0].at - clock() - left[0]) < 3_000
        clock.ahead += 3_600_000
        async with a_room(tmp_path, clock) as room:
            for was, before in zip(tables, left, strict=True):
                live = await room.table(was.table.id)
                assert abs(deadlines(live.table, FAST)[0].at - clock() - before) < 3_000
            assert await room.readiness_problems() == []

    asyncio.run(main())


def test_table_remembers_only_its_newest_command_ids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_handler, "MAX_PROCESSED", 2)

    async def main() -> None:
        async with a_room(tmp_path) as room:
            live = await opened(room)
            stands: list[wire_requests.ClientMessage] = [
                wire_requests.Stand(id="0"),
                wire_requests.Sit(id="1"),
                wire_requests.Stand(id="2"),
                wire_requests.Sit(id="3"),
            ]
            answers = [await handle_request(room, live, ANN, request) for request in stands]
            version = live.table.version
            assert await handle_request(room, live, ANN, stands[3]) == answers[3]
            with pytest.raises(Conflict):
                await handle_request(room, live, ANN, stands[0])
            assert live.table.version == version

    asyncio.run(main())


def test_idle_public_tables_are_closed_and_idle_private_tables_kept(tmp_path: Path) -> None:
    async def main() -> None:
        async with a_room(tmp_path) as room:
            public, private = await opened(room, private=False), await opened(room, private=True)
            later = now() + IDLE + 60_000
            await room.clean_up(later)
            assert public.table.phase == "closed"
            assert private.table.phase == "waiting"
            assert room.loaded_tables == ()
            assert (await room.table(private.table.id)).table.chairs[0].player == "ann"
            assert await room.context.store.public_tables() == []

    asyncio.run(main())


def test_unused_tables_and_guests_are_purged_when_the_setting_says_so(tmp_path: Path) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_room(tmp_path, clock) as room:
            store = room.context.store
            players = PlayerService(store, clock)
            guest, key = await players.create_guest("Dan", "")
            old, playing = await opened(room), await begun(room)
            clock.ahead += 90 * DAY
            fresh = await opened(room)
            await room.purge_unused_data(clock())
            assert {one.table for one in await store.all_tables()} == {live.table.id for live in (old, playing, fresh)}
            keeping = TableManager(room.context, keep=30 * DAY, keep_empty=30 * DAY)
            keeping._tables[fresh.table.id] = fresh
            clock.ahead += 60 * DAY
            await keeping.purge_unused_data(clock())
            assert {one.table for one in await store.all_tables()} == {playing.table.id, fresh.table.id}
            assert await store.player(guest.id) is None
            assert await players.try_authenticate(key) is None

    asyncio.run(main())


def test_session_expires_a_year_after_its_last_use(tmp_path: Path) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_room(tmp_path, clock) as room:
            players = PlayerService(room.context.store, clock)
            (_, used), (_, left) = await players.create_guest("Ann", ""), await players.create_guest("Bob", "")
            clock.ahead += LIFE - DAY
            await room.clean_up(clock())
            await players.touch_session(await players.authenticate(used))
            clock.ahead += 2 * DAY
            await room.clean_up(clock())
            assert (await players.authenticate(used)).player.name == "Ann"
            assert await players.try_authenticate(left) is None

    asyncio.run(main())


def test_tables_of_a_dead_server_are_taken_over(tmp_path: Path) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_room(tmp_path, clock) as first, a_room(tmp_path, clock) as second:
            live = await begun(first)
            live.scheduler.stop()  # as if its server had died; the other one knows nothing of the table
            clock.ahead += 60_000
            async with asyncio.timeout(10):
                while not (there := {live.table.id: live for live in second.loaded_tables}.get(live.table.id)):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
                while there.table.require_running_hand().state.pledges != (0, 0, 0):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            assert {move.by for move in there.table.require_running_hand().moves if move.seat >= 0} == {"timeout"}

    asyncio.run(main())


def test_unknown_table_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with a_room(tmp_path) as room:
            with pytest.raises(UnknownName, match="unknown_table"):
                await room.table("none")

    asyncio.run(main())


def test_command_completes_after_its_client_disconnects(tmp_path: Path) -> None:
    async def main() -> None:
        async with a_room(tmp_path) as room:
            live = await opened(room)
            task = asyncio.create_task(handle_request(room, live, ANN, wire_requests.Stand(id="s")))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait({task})
            done = await handle_request(room, live, ANN, wire_requests.Stand(id="s"))
            assert isinstance(done, wire.Ack)
            assert done.v == 2
            assert live.table.seat_of("ann") is None

    asyncio.run(main())


@pytest.mark.clause("GZ-4.1")
def test_bots_declare_while_cards_are_dealt(tmp_path: Path) -> None:
    """In a first hand a bot that is dealt a big joker takes the bank, as it does in the arena."""

    async def main() -> None:
        store, minds = await open_sqlite(tmp_path / "room.db"), make_bot_runner(Settings())
        room = TableManager(AppContext(store, StandardRegistry(), minds, FAST, PrometheusMetrics(), Clock()))
        await room.open()
        await room.wait_until_restored()
        live = await room.open_table(ANN, SetupRequest(ruleset="gunzi/six", pace=TimeControl(0, 0)), private=True)
        await handle_request(room, live, ANN, wire_requests.AddBot(id=new_id()))
        await handle_request(room, live, ANN, wire_requests.Ready(id=new_id()))
        await live.execute("ann", None, lambda draft: hand_commands.set_auto(draft, 0, on=True))
        async with asyncio.timeout(60):
            while not live.table.hand or isinstance(live.table.hand.state.phase, Cutting | Dealing | Closing):  # noqa: ASYNC110
                await asyncio.sleep(0.005)
        moves = live.table.require_running_hand().moves
        dealt = [event for move in moves for event in move.events if isinstance(event, CardDealt)]
        shown = {move.by for move in moves if isinstance(move.action, Declare) and move.seat}
        assert shown == ({"bot"} if any(count_of(one.card or 0, BIG_JOKER) for one in dealt if one.seat) else set())
        await room.close()
        minds.close()
        await store.close()

    asyncio.run(main())
