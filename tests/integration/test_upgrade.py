"""Processes are upgraded in turn, under play: for a while an older and a newer paiju serve one room from one database."""

from __future__ import annotations

import asyncio
import io
import subprocess
import tarfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import pytest

from paiju.server import wire
from paiju.server.adapters.databases import migrate_database
from paiju.server.adapters.postgres.schema import MIGRATIONS
from paiju.server.app import upcasting
from paiju.server.table_client import new_id
from tests.integration.chaos import ChaosPlayer
from tests.integration.postgres import Cluster, rows
from tests.integration.process import ROOT, Process, a_hand_goes_by, a_process, nothing_is_lost
from tests.integration.redis import RedisServer
from tests.integration.test_leaving import goes_to_next
from tests.integration.test_processes import goes_to, playing, soon
from tests.server.rig import ToyLibrary

SCHEMA: Final = ("src/paiju/server/adapters/postgres/schema.py", "src/paiju/server/adapters/store/migrations.py")


class Newer(Process):
    module = "tests.integration.serve_newer"


def test_who_cannot_read_what_a_later_paiju_wrote_sends_its_players_there(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        url = postgres.at(tmp_path)
        async with (
            a_process(url, "toy") as old,
            a_process(url, "toy", Newer) as new,
            playing(old, old) as players,
        ):
            await a_hand_goes_by(players[0])
            for player in players:
                goes_to_next(player.client, new.served)
            goes_to(players[1].client, new.served)
            await a_hand_goes_by(players[0])
            assert players[0].client.latest is not None
            name = players[0].client.latest.table.id
            await soon(lambda: rows(url, "SELECT FROM entries WHERE format > $1", upcasting.FORMAT))
            _, metrics = await old.asked("/metrics")
            assert "paiju_tables 0.0" in metrics
            assert "paiju_tables_set_aside 0.0" in metrics
            assert "paiju_task_failures_total{" not in metrics
            key = await old.served.guest()
            async with old.served.http(key) as http:
                assert (await http.get(f"/api/tables/{name}")).status_code == 503
        monkeypatch.setattr(upcasting, "FORMAT", upcasting.FORMAT + 1)
        await nothing_is_lost(url, ToyLibrary(), name, players)

    asyncio.run(main())


@pytest.mark.deep
def test_the_database_is_brought_up_to_date_while_the_paiju_before_serves_it(postgres: Cluster, tmp_path: Path) -> None:
    class Before(Process):
        tree = unpacked(before(MIGRATIONS[-1]), tmp_path / "before")

    async def main() -> None:
        url = postgres.at(tmp_path)
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(a_process(url, "toy", Before))
            second = await stack.enter_async_context(a_process(url, "toy", Before))
            players = await stack.enter_async_context(playing(first, second))
            await a_hand_goes_by(players[0])
            assert await migrate_database(url) == 1
            await a_hand_goes_by(players[1])
            third = await stack.enter_async_context(a_process(url, "toy"))
            for player in players:  # what the third writes may be of a later format: all are sent there then
                goes_to_next(player.client, third.served)
            for process, player in zip((first, second), players, strict=True):
                await process.end()
                name = await a_hand_goes_by(player)
        await nothing_is_lost(url, ToyLibrary(), name, players)

    asyncio.run(main())


@pytest.mark.deep
@pytest.mark.parametrize("carrier", ["notify", "redis"])
def test_who_does_not_sign_yet_plays_on_beside_who_does(
    postgres: Cluster, redis: RedisServer, tmp_path: Path, carrier: str
) -> None:
    """Its messages are not believed: what it writes is found in the database. It is told all, as it understands it."""
    step = next(one for one in MIGRATIONS if "ADD COLUMN signs" in one)

    class Before(Process):
        tree = unpacked(before(step), tmp_path / "before")

    async def main() -> None:
        url, bus = postgres.at(tmp_path), redis.url if carrier == "redis" else ""
        async with (
            a_process(url, "toy", Before, bus) as old,
            a_process(url, "toy", bus=bus) as new,
            playing(old, new) as players,
        ):
            for player in (*players, *players):
                await a_hand_goes_by(player)
            assert await hears(players[0], players[1], 30)
            assert not await hears(players[1], players[0], 3)
            assert await counted(new, 'paiju_bus_rejected_total{reason="unsigned"}') > 0
            goes_to_next(players[0].client, new.served)
            await old.end()
            name = await a_hand_goes_by(players[0])
            reloads = await counted(new, "paiju_bus_reloads_total")
            await a_hand_goes_by(players[1])
            await asyncio.sleep(3)
            assert await counted(new, "paiju_bus_reloads_total") <= reloads + 1
            assert "paiju_task_failures_total{" not in (await new.asked("/metrics"))[1]
        await nothing_is_lost(url, ToyLibrary(), name, players)

    asyncio.run(main())


async def hears(listener: ChaosPlayer, speaker: ChaosPlayer, seconds: int) -> bool:
    """Whether one hears within so many seconds what the other says."""
    before = len(listener.frames)
    await speaker.client.request(wire.Say(id=new_id(), phrase="thanks"))
    for _ in range(10 * seconds):
        if any('"t":"social"' in frame for frame in listener.frames[before:]):
            return True
        await asyncio.sleep(0.1)
    return False


async def counted(process: Process, what: str) -> float:
    """A number that a process tells to Prometheus."""
    _, metrics = await process.asked("/metrics")
    return next((float(line.rpartition(" ")[2]) for line in metrics.splitlines() if line.startswith(what)), 0.0)


def git(*words: str) -> bytes:
    """What git says. The history must be here."""
    return subprocess.run(["git", *words], cwd=ROOT, check=True, stdout=subprocess.PIPE, timeout=60).stdout


def before(step: str) -> str:
    """The commit before the one that brought this step of the schema."""
    line = step.strip().splitlines()[0]
    return git("log", "--reverse", "--format=%H", f"-S{line}", "--", *SCHEMA).decode().split()[0] + "^"


def unpacked(commit: str, folder: Path) -> Path:
    """The tree of a commit."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit, "src", "tests"))) as tree:
        tree.extractall(folder, filter="data")
    return folder
