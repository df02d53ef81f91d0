"""``paiju serve --workers``: several processes on one port, each of which may die."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from paiju.cli.main import main as paiju
from paiju.server import wire_requests
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import Served
from tests.integration.postgres import Cluster
from tests.integration.test_serve import CLI, started
from tests.integration.test_several_processes import soon


def children(pid: int) -> set[int]:
    return {int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def is_replaced(parent: int, pid: int, workers: int) -> bool:
    own = children(parent)
    return pid not in own and len(own) == workers


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextmanager
def working(url: str, folder: Path, workers: int) -> Iterator[tuple[subprocess.Popen[str], Served]]:
    process = started((*CLI, "--port=0", f"--database={url}", f"--workers={workers}"), folder)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("paiju: http://127.0.0.1:"), line
        yield process, Served(line.split()[1], room=None)  # type: ignore[arg-type]  # in other processes
    finally:
        own = children(process.pid) if process.poll() is None else set()
        process.kill()
        process.communicate()
        for pid in own:
            if is_alive(pid):
                os.kill(pid, signal.SIGKILL)


def test_killed_worker_is_replaced_and_all_workers_end_together(postgres: Cluster, tmp_path: Path) -> None:
    async def main(process: subprocess.Popen[str], served: Served) -> None:
        key = await served.guest()
        name = await served.table(key, ruleset="doudizhu/qq", bots="")
        async with TableClient(served.url, key, name) as client:
            await client.request(wire_requests.Ready(id=new_id()))
            for pid in children(process.pid):
                os.kill(pid, signal.SIGKILL)
                await soon(partial(is_replaced, process.pid, pid, 3))
                await client.request(wire_requests.Ping(id=new_id()))
            own = children(process.pid)
            assert len(own) == 3
            process.send_signal(signal.SIGINT)
            out, err = await asyncio.to_thread(process.communicate, timeout=20)
            assert (process.returncode, out, err) == (130, "", "")
            assert not any(map(is_alive, own))

    with working(postgres.at(tmp_path), tmp_path, 3) as (process, served):
        asyncio.run(main(process, served))


def test_no_worker_outlives_its_parent(postgres: Cluster, tmp_path: Path) -> None:
    with working(postgres.at(tmp_path), tmp_path, 2) as (process, _):
        own = children(process.pid)
        assert len(own) == 2
        process.kill()
        asyncio.run(all_gone(own))


async def all_gone(pids: set[int]) -> None:
    await soon(lambda: not any(map(is_alive, pids)))


def test_workers_are_refused_for_an_sqlite_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "room.db"
    assert paiju(["serve", f"--database={database}", "--workers=2", "--lang=en"]) == 2
    assert capsys.readouterr().err == (
        "paiju: 2 processes need a PostgreSQL database (--database postgresql://…), because an SQLite file has one server; "
        "paiju move copies a room there\n"
    )
    assert not database.exists()
