"""After a temporary fault of disk, database or clock, the room recovers by itself: no move, player time or task is lost."""

from __future__ import annotations

import asyncio
import resource
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from paiju.server import wire, wire_requests
from paiju.server.adapters.databases import is_shared
from paiju.server.adapters.room_clock import MISSED, now
from paiju.server.adapters.sqlite.writer import BUSY
from paiju.server.adapters.store import DatabaseStore
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import Served, serving
from tests.integration.postgres import rows
from tests.integration.server_process import (
    COINS,
    TIME,
    Process,
    a_hand_goes_by,
    a_process,
    a_table,
    all_is_booked,
    downtimes,
    nothing_is_lost,
)
from tests.server.table_harness import ToyRulesetRegistry

HOUR = 3_600_000
"""Milliseconds."""

TURN = 5
"""Seconds."""

PACE = {"turn": TURN, "reserve": 0}


@contextmanager
def locked(process: Process, database: Path) -> Iterator[None]:
    """Another program writes, and does not come to an end."""
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


@contextmanager
def unwritable(process: Process, database: Path) -> Iterator[None]:
    """No file takes another byte: SQLite is told of an error of the disk."""
    before = resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    yield
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, before)


Fault = Callable[[Process, Path], AbstractContextManager[None]]


@pytest.mark.parametrize(
    "fault", [pytest.param(locked, marks=pytest.mark.deep), pytest.param(unwritable, marks=pytest.mark.deep)]
)
def test_room_recovers_from_a_temporarily_unwritable_database(tmp_path: Path, fault: Fault) -> None:
    async def main() -> None:
        async with a_played_table(tmp_path) as (process, players):
            with fault(process, tmp_path / "room.db"):
                assert (await until_ready(process, ready=False))[0] == 503
                await asyncio.sleep(MISSED + BUSY / 1000)
                status, text = await process.asked("/readyz")
                assert status == 503
                assert "no sign of life" in text
                assert "cannot write" in text
                assert await process.asked("/livez") == (200, "ok")
            assert await until_ready(process, ready=True) == (200, "ok")
            _, metrics = await process.asked("/metrics")
            assert 'paiju_task_failures_total{task="heartbeat"}' in metrics
            name = await a_hand_goes_by(players[0])
        await nothing_is_lost(tmp_path / "room.db", ToyRulesetRegistry(), name, players)
        assert await all_is_booked(tmp_path / "room.db", ToyRulesetRegistry()) > 1
        await downtimes(tmp_path / "room.db", name)

    asyncio.run(main())


def test_room_recovers_from_a_full_disk(tmp_path: Path) -> None:
    """The file may not grow: what needs a new page is not done, and the player who asked is not told that it was."""

    async def main() -> None:
        async with serving(tmp_path / "room.db", sound=False) as served, AsyncExitStack() as stack:
            players = await a_table(served, stack, ToyRulesetRegistry(), "toy/plain", room=COINS)
            playing = [asyncio.ensure_future(player.play(1_000_000)) for player in players]
            await a_hand_goes_by(players[0])
            await writing(served, "PRAGMA max_page_count = 1")  # SQLite takes what the file has already
            before = failures(served)
            async with asyncio.timeout(TIME):
                while failures(served) == before:  # noqa: ASYNC110 (it is the log that tells)
                    await asyncio.sleep(0.02)
            await writing(served, "PRAGMA max_page_count = 1000000")
            name = await a_hand_goes_by(players[0])
            assert served.room.tasks.stopped_tasks() == []
            await ended(playing)
        await nothing_is_lost(tmp_path / "room.db", ToyRulesetRegistry(), name, players)
        assert await all_is_booked(tmp_path / "room.db", ToyRulesetRegistry()) > 1

    asyncio.run(main())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_full_disk_is_answered_with_an_error_to_retry(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    """SQLite's file may not grow; PostgreSQL says of each new row what it says when there is no room for it."""
    database = str(tmp_path / "room.db")
    if kind == "postgres":
        database = request.getfixturevalue("postgres").at(tmp_path)

    async def main() -> None:
        async with serving(database, sound=False) as served, served.http(await served.guest("Ann")) as http:
            table = await served.table(http.headers["authorization"].partition(" ")[2])
            await full(served, database, on=True)
            for body, said in (({}, "Try again in 5 seconds"), ({"accept-language": "zh"}, "请 5 秒后再试")):
                answer = await refused_table(http, {"accept": "text/html", **body})
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
                assert said in answer.text
            problem = (await refused_table(http, {})).json()
            assert (problem["kind"], problem["code"], problem["args"]) == ("unavailable", "try_again", {"seconds": "5"})
            assert (await http.get(f"/api/tables/{table}")).status_code == 200
            await full(served, database, on=False)
            assert (await http.post("/api/tables", json={"ruleset": "toy/plain"})).status_code == 201
            assert {entry["error"] for entry in served.logged if entry["event"] == "request_failed"} <= {
                "OperationalError",
                "DiskFullError",
            }

    asyncio.run(main())


async def refused_table(http: httpx.AsyncClient, headers: dict[str, str]) -> httpx.Response:
    """The answer to who wants a table, once there is no room for any."""
    while (answer := await http.post("/api/tables", json={"ruleset": "toy/plain"}, headers=headers)).is_success:
        pass  # what the file has already is filled
    return answer


async def full(served: Served, database: str, *, on: bool) -> None:
    if not is_shared(database):
        await writing(served, f"PRAGMA max_page_count = {1 if on else 1_000_000}")
        return
    for table in ("players", "entries"):
        rows(
            database,
            """CREATE OR REPLACE FUNCTION no_room() RETURNS trigger AS $$ BEGIN
            RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$ LANGUAGE plpgsql""",
        )
        rows(database, f"DROP TRIGGER IF EXISTS no_room ON {table}")
        if on:
            rows(database, f"CREATE TRIGGER no_room BEFORE INSERT ON {table} EXECUTE FUNCTION no_room()")


async def writing(served: Served, sql: str) -> None:
    store = served.room.context.store
    assert isinstance(store, DatabaseStore)
    await store.db.write(sql)


def failures(served: Served) -> int:
    return len([entry for entry in served.logged if entry["event"] in ("task_failed", "request_failed")])


def test_suspended_server_times_out_no_player(tmp_path: Path) -> None:
    async def main() -> None:
        async with a_process(tmp_path / "room.db", "toy") as process, AsyncExitStack() as stack:
            _, client = await a_player(process.served, stack)
            table = await a_decision(client)
            process.send(signal.SIGSTOP)
            await asyncio.sleep(TURN + MISSED + 1)
            process.send(signal.SIGCONT)
            await until_ready(process, ready=True)
            await act(client, table)
        (moved,) = await downtimes(tmp_path / "room.db", table.table.id)
        assert moved > 1000 * TURN

    asyncio.run(main())


class Wall:
    """A clock on the wall that somebody sets."""

    off = 0

    def __call__(self) -> int:
        return now() + self.off


@pytest.mark.parametrize("off", [-HOUR, HOUR])
def test_corrected_system_clock_times_out_no_player(tmp_path: Path, off: int) -> None:
    """Bots play on and no player's time is up, whether it is behind or ahead."""

    async def main() -> None:
        wall, database = Wall(), tmp_path / "room.db"
        async with serving(database, wall=wall) as served, AsyncExitStack() as stack:
            key, client = await a_player(served, stack)
            table = await a_decision(client)
        wall.off = off
        async with serving(database, wall=wall) as served, AsyncExitStack() as stack:
            client = await stack.enter_async_context(TableClient(served.url, key, table.table.id))
            wall.off = 0
            async with asyncio.timeout(TIME):
                while len(await downtimes(database, table.table.id)) < 2:  # noqa: ASYNC110 (it is the database that tells)
                    await asyncio.sleep(0.1)
            await act(client, table)
            await a_decision(client, after=table)
        first, second = await downtimes(database, table.table.id)
        assert abs(first - off) < HOUR / 2
        assert abs(second + off) < HOUR / 2

    asyncio.run(main())


async def a_player(served: Served, stack: AsyncExitStack) -> tuple[str, TableClient]:
    """Somebody's key, who has begun a hand among bots at a table with a clock."""
    key = await served.guest()
    name = await served.table(key, bots="", pace=PACE)
    client = await stack.enter_async_context(TableClient(served.url, key, name))
    await client.request(wire_requests.Ready(id=new_id()))
    return key, client


async def a_decision(client: TableClient, after: wire.Table | None = None) -> wire.Table:
    """The table once the player is asked something, else than it was before."""
    last = decision_of(after) if after else 0
    async with asyncio.timeout(TIME):
        async for table in client.table_updates():
            if decision_of(table) > last:
                return table
    raise AssertionError("tables() ended")


def decision_of(table: wire.Table) -> int:
    return table.hand.choices.decision if table.hand and table.hand.choices else 0


async def act(client: TableClient, table: wire.Table) -> None:
    """What was asked then is still asked: it is not refused."""
    assert table.hand is not None
    assert table.hand.choices is not None
    action = table.hand.choices.actions[0].action
    await client.request(wire_requests.Act(id=new_id(), decision=table.hand.choices.decision, action=action))


@asynccontextmanager
async def a_played_table(path: Path) -> AsyncIterator[tuple[Process, list[ChaosPlayer]]]:
    """Two players and a bot, for coins, in the middle of it, until the block ends."""
    async with a_process(path / "room.db", "toy") as process, AsyncExitStack() as stack:
        players = await a_table(process.served, stack, ToyRulesetRegistry(), "toy/plain", room=COINS)
        playing = [asyncio.ensure_future(player.play(1_000_000)) for player in players]
        await a_hand_goes_by(players[0])
        yield process, players
        await ended(playing)


async def ended(playing: Sequence[asyncio.Future[Any]]) -> None:
    """Stop playing. Nobody has stopped before."""
    for task in playing:
        task.cancel()
    done = await asyncio.gather(*playing, return_exceptions=True)
    assert all(isinstance(one, asyncio.CancelledError) for one in done), done


async def until_ready(process: Process, *, ready: bool) -> tuple[int, str]:
    """What the server says once it is ready, or is not any more."""
    async with asyncio.timeout(TIME):
        while ((answer := await process.asked("/readyz"))[0] == 200) != ready:  # noqa: ASYNC110 (so do those who ask)
            await asyncio.sleep(0.1)
    return answer
