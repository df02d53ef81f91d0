"""Rolling upgrades during play: for a while an older and a newer version serve one room from one database."""

from __future__ import annotations

import asyncio
import io
import subprocess
import tarfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import pytest

from paiju.server.adapters.databases import migrate_database
from paiju.server.adapters.postgres.schema import MIGRATIONS
from paiju.server.app import upcasting
from tests.integration.cross_version_player import minimal_players_at_table
from tests.integration.postgres import Cluster, rows
from tests.integration.redis import RedisServer
from tests.integration.server_process import ROOT, Process, a_hand_goes_by, a_process, nothing_is_lost
from tests.integration.test_process_shutdown import goes_to_next
from tests.integration.test_several_processes import goes_to, playing, soon
from tests.server.table_harness import ToyRulesetRegistry

SCHEMA: Final = ("src/paiju/server/adapters/postgres/schema.py", "src/paiju/server/adapters/store/migrations.py")


class Newer(Process):
    module = "tests.integration.run_newer_format_server"


def test_older_process_redirects_players_of_tables_it_cannot_read(
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
        await nothing_is_lost(url, ToyRulesetRegistry(), name, players)

    asyncio.run(main())


@pytest.mark.deep
def test_database_is_migrated_while_the_previous_version_serves_it(postgres: Cluster, tmp_path: Path) -> None:
    class Before(Process):
        tree = unpacked(before(MIGRATIONS[-1]), tmp_path / "before")
        module = server_module_in(tree)

    async def main() -> None:
        url = postgres.at(tmp_path)
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(a_process(url, "toy", Before))
            second = await stack.enter_async_context(a_process(url, "toy", Before))
            table, players = await stack.enter_async_context(minimal_players_at_table(first, second))
            await players[0].wait_for_hand()
            missing = len(MIGRATIONS) - applied(url)
            assert missing > 0
            assert await migrate_database(url) == missing
            await players[1].wait_for_hand()
            third = await stack.enter_async_context(a_process(url, "toy"))
            for player in players:  # what the third writes may be of a later format: all are sent there then
                player.served = third.served
            for process, player in zip((first, second), players, strict=True):
                await process.end()
                await player.wait_for_hand()
        await nothing_is_lost(url, ToyRulesetRegistry(), table, players)

    asyncio.run(main())


def applied(url: str) -> int:
    """The number of migrations that a database has."""
    ((number,),) = rows(url, "SELECT value FROM meta WHERE name = 'schema'")
    return int(number)


@pytest.mark.deep
@pytest.mark.parametrize("carrier", ["notify", "redis"])
def test_unsigned_messages_are_ignored_and_play_continues_at_the_newer_process(
    postgres: Cluster, redis: RedisServer, tmp_path: Path, carrier: str
) -> None:
    """What it writes is found in the database. What the newer process writes it cannot read, and sends its players there."""
    step = next(one for one in MIGRATIONS if "ADD COLUMN signs" in one)

    class Before(Process):
        tree = unpacked(before(step), tmp_path / "before")
        module = server_module_in(tree)

    async def main() -> None:
        url, bus = postgres.at(tmp_path), redis.url if carrier == "redis" else ""
        async with (
            a_process(url, "toy", Before, bus) as old,
            a_process(url, "toy", bus=bus) as new,
            minimal_players_at_table(old, old) as (table, players),
        ):
            await players[0].wait_for_hand()
            assert await counted(new, 'paiju_bus_rejected_total{reason="unsigned"}') > 0
            assert not rows(url, "SELECT FROM entries WHERE format = $1", upcasting.FORMAT)
            for player in players:
                player.served = new.served
            await players[1].reconnect()
            for player in players:
                await player.wait_for_hand()
            assert rows(url, "SELECT FROM entries WHERE format = $1", upcasting.FORMAT)
            await old.end()
            await players[0].wait_for_hand()
            reloads = await counted(new, "paiju_bus_reloads_total")
            await players[1].wait_for_hand()
            await asyncio.sleep(3)
            assert await counted(new, "paiju_bus_reloads_total") <= reloads + 1
            assert "paiju_task_failures_total{" not in (await new.asked("/metrics"))[1]
        await nothing_is_lost(url, ToyRulesetRegistry(), table, players)

    asyncio.run(main())


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


def server_module_in(tree: Path) -> str:
    """The module that runs a server in the tree of an earlier commit, where it may have its former name."""
    return next(
        f"tests.integration.{name}"
        for name in ("run_server", "serve")
        if (tree / "tests/integration" / f"{name}.py").exists()
    )


def unpacked(commit: str, folder: Path) -> Path:
    """The tree of a commit."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit, "src", "tests"))) as tree:
        tree.extractall(folder, filter="data")
    return folder
