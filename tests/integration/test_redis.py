"""Processes that tell each other their news by way of Redis, also while it is away."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from paiju.cli.main import main as paiju
from tests.integration.postgres import Cluster
from tests.integration.process import a_hand_goes_by, a_process, nothing_is_lost
from tests.integration.redis import a_redis
from tests.integration.test_processes import playing, until
from tests.server.rig import ToyLibrary


def test_redis_is_stopped_under_play_and_the_room_goes_on_meanwhile(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        url = postgres.at(tmp_path)
        with a_redis() as redis:
            async with (
                a_process(url, "toy", bus=redis.url) as first,
                a_process(url, "toy", bus=redis.url) as second,
                playing(first, second) as players,
            ):
                await a_hand_goes_by(players[0])
                redis.stop()
                await a_hand_goes_by(players[1])
                redis.start()
                name = await a_hand_goes_by(players[0])
                for player in players:
                    await until(player.client, lambda table: all(seat.connected for seat in table.seats[:2]))
                for process in (first, second):
                    assert (await process.asked("/readyz"))[0] == 200
                    assert "paiju_task_failures_total{" not in (await process.asked("/metrics"))[1]
        await nothing_is_lost(url, ToyLibrary(), name, players)

    asyncio.run(main())


def test_a_redis_that_is_not_there_is_one_line(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    command = ["serve", "--port=0", f"--database={postgres.at(tmp_path)}"]
    for bus in (f"unix://{tmp_path}/none", "http://somewhere"):
        assert paiju([*command, f"--bus={bus}"]) == 2
        assert capsys.readouterr().err.startswith("paiju: the bus cannot be reached: ")
    monkeypatch.delitem(sys.modules, "paiju.server.adapters.redis", raising=False)
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    assert paiju([*command, "--bus=redis://:secret@here"]) == 2
    assert (
        capsys.readouterr().err == "paiju: redis://@here needs a package that is not here: pip install 'paiju[redis]'\n"
    )
