"""Processes that exchange messages over Redis, also during an outage of Redis."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import httpx
import pytest
from redis import Redis
from redis.exceptions import AuthenticationError, NoPermissionError

from paiju.cli.main import main as paiju
from paiju.server import wire_requests
from paiju.server.adapters.postgres import coordinator as postgres_line
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.tables import table_manager
from paiju.server.domain.table_setup import SetupRequest
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import FAST, FREE, serving
from tests.integration.postgres import Cluster
from tests.integration.redis import RedisServer, a_redis
from tests.integration.server_process import ROOT, Process, a_hand_goes_by, a_process, nothing_is_lost
from tests.integration.test_several_processes import playing, soon, until
from tests.server.table_harness import ToyRulesetRegistry


async def is_ready_soon(process: Process) -> bool:
    """Whether a process is ready within 30 seconds: its own pulse has to come back over the bus first."""
    for _ in range(300):
        if (await process.asked("/readyz"))[0] == 200:
            return True
        await asyncio.sleep(0.1)
    return False


async def bus_silence(http: httpx.AsyncClient) -> float:
    """Return the seconds that a process has waited for its own pulse, as its metrics say."""
    found = re.search(r"^paiju_bus_silence_seconds (.*)$", (await http.get("/metrics")).text, re.MULTILINE)
    assert found is not None
    return float(found[1])


@pytest.mark.deep
def test_play_continues_while_redis_is_stopped(postgres: Cluster, tmp_path: Path) -> None:
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
                    assert await is_ready_soon(process)
                    assert "paiju_task_failures_total{" not in (await process.asked("/metrics"))[1]
        await nothing_is_lost(url, ToyRulesetRegistry(), name, players)

    asyncio.run(main())


def test_phrase_of_a_removed_seat_does_not_stop_the_bus_listener(
    postgres: Cluster, redis: RedisServer, tmp_path: Path
) -> None:
    """Seat 5 of Gunzi says hello by way of one process, while the host changes to a game for two by way of another."""

    async def main() -> None:
        settings = Settings(tempo=FAST, limits=FREE, bus=redis.url)
        url, library = postgres.at(tmp_path), StandardRegistry()
        async with serving(url, settings, library) as first, serving(url, settings, library) as second:
            ann, bob = await first.guest("Ann"), await second.guest("Bob")
            name = await first.table(ann, ruleset="gunzi/six", bots=None)
            async with TableClient(first.url, ann, name) as here, TableClient(second.url, bob, name) as there:
                await there.request(wire_requests.Sit(id=new_id(), seat=5))
                await until(here, lambda table: table.seats[5].name == "Bob")
                lagging = second.room._tables[name]
                async with lagging.command_handler._lock:  # the second process does not apply what is written
                    await here.request(wire_requests.Options(id=new_id(), setup=SetupRequest(ruleset="doudizhu/duel")))
                    await there.request(wire_requests.Say(id=new_id(), phrase="hello"))
                    await asyncio.sleep(0.1)
                async with asyncio.timeout(20):
                    moved = await until(there, lambda table: len(table.seats) == 2)
                assert moved.you == 1
                heard: list[str] = []

                async def hear(text: str) -> None:
                    heard.append(text)

                here.heard = hear
                await there.request(wire_requests.Say(id=new_id(), phrase="thanks"))
                await there.request(wire_requests.Ready(id=new_id()))
                async with asyncio.timeout(20):
                    await until(here, lambda table: table.seats[1].ready)
                await soon(lambda: [text for text in heard if "thanks" in text])
                assert not [text for text in heard if "hello" in text]
            async with first.http() as http:
                assert 'paiju_bus_rejected_total{reason="stale"} 1.0' in (await http.get("/metrics")).text

    asyncio.run(main())


def test_process_missing_its_own_messages_reports_it_and_resubscribes(
    postgres: Cluster, redis: RedisServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_line, "PULSE_TIMEOUT", 1.5)
    monkeypatch.setattr(table_manager, "PULSE_TIMEOUT", 1.5)

    async def main() -> None:
        settings = Settings(tempo=FAST, limits=FREE, bus=redis.url)
        async with (
            serving(postgres.at(tmp_path), settings, sound=False) as first,
            serving(postgres.at(tmp_path), settings, sound=False) as second,
            first.http() as http,
            asyncio.timeout(60),
        ):
            name = await first.table(await first.guest("Ann"), bots=None)
            watched = await first.room.table(name)
            bus = first.room.context.peers.coordinator._bus  # type: ignore[attr-defined]
            await bus._subscription.unsubscribe()
            async with TableClient(second.url, await second.guest("Bob"), name) as there:
                await there.request(wire_requests.Sit(id=new_id(), seat=1))
                await soon(lambda: watched.table.chairs[1].name == "Bob")  # it looks, as it hears nothing
            while await bus_silence(http) <= 1:  # noqa: ASYNC110 (so do those who ask)
                await asyncio.sleep(0.05)
            while (answer := await http.get("/readyz")).status_code == 200:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            assert (answer.status_code, "the bus is silent" in answer.text) == (503, True)
            while (await http.get("/readyz")).status_code != 200:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            while await bus_silence(http):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            assert 'paiju_task_failures_total{task="bus"}' in (await http.get("/metrics")).text
            failures = [one["error"] for one in (*first.logged, *second.logged) if one["event"] == "task_failed"]
            assert set(failures) == {"TimeoutError"}  # more than one, if a busy machine delays the pulses

    asyncio.run(main())


def test_redis_outage_is_not_counted_as_a_listener_failure(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_line, "PULSE_TIMEOUT", 1.5)
    monkeypatch.setattr(table_manager, "PULSE_TIMEOUT", 1.5)

    async def main() -> None:
        with a_redis() as redis:
            settings = Settings(tempo=FAST, limits=FREE, bus=redis.url)
            async with serving(postgres.at(tmp_path), settings) as served, served.http() as http, asyncio.timeout(60):
                for wanted in (200, 503, 200):
                    if wanted == 503:
                        redis.stop()
                    await asyncio.sleep(3)
                    while (await http.get("/readyz")).status_code != wanted:  # noqa: ASYNC110 (so do those who ask)
                        await asyncio.sleep(0.05)
                    if wanted == 503:
                        redis.start()
                assert "paiju_task_failures_total{" not in (await http.get("/metrics")).text

    asyncio.run(main())


@pytest.mark.parametrize("guide", ["docs/how-to/host-a-room.md", "docs/zh/how-to/host-a-room.md"])
def test_documented_redis_user_has_exactly_the_needed_permissions(
    postgres: Cluster, tmp_path: Path, guide: str
) -> None:
    written = re.search(r"^user paiju (.*)$", (ROOT / guide).read_text("utf-8"), re.MULTILINE)
    assert written is not None
    rules = written[1].replace("PASSWORD", "long-and-secret").split()

    async def main(url: str) -> None:
        settings = Settings(tempo=FAST, limits=FREE, bus=url)
        async with (
            serving(postgres.at(tmp_path), settings) as first,
            serving(postgres.at(tmp_path), settings) as second,
        ):
            name = await first.table(await first.guest("Ann"), bots=None)
            watched = await first.room.table(name)
            async with TableClient(second.url, await second.guest("Bob"), name) as there:
                await there.request(wire_requests.Sit(id=new_id(), seat=1))
                await soon(lambda: watched.table.chairs[1].name == "Bob" and not watched.subscribers.is_deserted)
            async with first.http() as http:
                assert "paiju_task_failures_total{" not in (await http.get("/metrics")).text

    with a_redis() as redis:
        with Redis.from_url(redis.url) as default:
            default.execute_command("ACL", "SETUSER", "paiju", *rules)
            default.execute_command("ACL", "SETUSER", "default", "off")
        url = redis.url.replace("unix://", "unix://paiju:long-and-secret@")
        asyncio.run(main(url))
        with Redis.from_url(url) as own, pytest.raises(NoPermissionError):
            own.publish("other", "text")
        with Redis.from_url(url) as own, pytest.raises(NoPermissionError):
            own.set("key", "value")
        with Redis.from_url(redis.url) as stranger, pytest.raises(AuthenticationError):
            stranger.publish("paiju:1", "text")


def test_unreachable_redis_is_reported_in_one_line(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    command = ["serve", "--port=0", f"--database={postgres.at(tmp_path)}"]
    for bus in (f"unix://{tmp_path}/none", "http://somewhere"):
        assert paiju([*command, f"--bus={bus}"]) == 2
        assert capsys.readouterr().err.startswith("paiju: the bus cannot be reached: ")
    monkeypatch.delitem(sys.modules, "paiju.server.adapters.redis_bus", raising=False)
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    assert paiju([*command, "--bus=redis://:secret@here"]) == 2
    assert capsys.readouterr().err == 'paiju: Redis needs packages that are not installed: pip install "paiju[redis]"\n'
