"""Many days of daily sets with a set clock and killed processes: each result is stored once; rankings equal the records."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, suppress
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from paiju.core.errors import PaijuError
from paiju.duplicate import verification
from paiju.duplicate.day_record import DayRecord, read_day_record
from paiju.duplicate.verification import verify_day
from paiju.games.registry import game
from paiju.server.table_client import TableClient
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.daily_room import TIME, account
from tests.integration.in_process_server import choose_at_random
from tests.integration.postgres import Cluster
from tests.integration.run_daily_server import SETS, ZONE
from tests.integration.server_process import Process

DEALS = SETS["doudizhu"].deals


class DailyProcess(Process):
    module = "tests.integration.run_daily_server"


class Month:
    """Processes with one database and one clock, and people who play the set of each day."""

    def __init__(self, processes: list[DailyProcess], clock: Path, seed: int) -> None:
        self.processes = processes
        self.clock = clock
        self.random = Random(seed)
        self.people: list[str] = []
        self.guest = ""

    async def open(self) -> None:
        """Start at one minute after 8:00, two days before the clocks change in spring."""
        begins = datetime(2027, 3, 27, 8, 1, tzinfo=ZONE.to_tzinfo())
        self.clock.write_text(str(int((begins - datetime.now(ZONE.to_tzinfo())).total_seconds() * 1000)))
        for process in self.processes:
            await process.start()
        self.people = [await account(self.processes[0].served, name) for name in ("Ann", "Bob", "Cat")]
        self.guest = await self.processes[0].served.guest("Dan")

    async def asked(self, key: str, path: str, method: str = "GET") -> Any:
        """The answer of a process, after it has come back if it was killed."""
        async with asyncio.timeout(TIME):
            while True:
                with suppress(httpx.TransportError):
                    async with self.random.choice(self.processes).served.http(key) as http:
                        answer = await http.request(method, path)
                        if answer.status_code < 500:
                            return answer.json() if "export" not in path else answer.content
                await asyncio.sleep(0.05)

    async def day_at(self, process: DailyProcess) -> str:
        """The day at a process, which reads the clock from time to time, and each at another moment."""
        async with process.served.http(self.guest) as http:
            return str((await http.get("/api/daily")).json()["day"])

    async def play_set(self, key: str) -> None:
        """Play all deals of today at whichever process."""
        while "table" in (begun := await self.asked(key, "/api/daily/doudizhu/table", "POST")):
            served = self.random.choice(self.processes).served
            with suppress(PaijuError):  # the table is with another process, which was killed: once more
                async with TableClient(served.url, key, begun["table"]) as client, asyncio.timeout(TIME):
                    await ChaosPlayer(client, await self.game(), self.random.randrange(1 << 30), 0).play(1)
        assert begun["code"] == "daily_done"

    async def game(self) -> Any:
        (view,) = (await self.asked(self.guest, "/api/daily"))["sets"]
        return game(view["ruleset"])

    async def kill_somebody(self) -> None:
        await asyncio.sleep(self.random.random())
        process = self.random.choice(self.processes)
        await process.kill()
        await process.start()

    async def play_day(self, *, kills: bool) -> DayRecord:
        """Everybody plays; then the day closes, and is exported."""
        day = (await self.asked(self.guest, "/api/daily"))["day"]
        work = [self.play_set(key) for key in (*self.people, self.guest)]
        await asyncio.gather(*work, *([self.kill_somebody()] if kills else []))
        await self.field_played(day)
        shown = await self.asked(self.people[0], f"/api/daily/sets/{day}/doudizhu/ranking")
        self.clock.write_text(str(int(self.clock.read_text("utf-8")) + 86_400_000))
        async with asyncio.timeout(TIME):
            for process in self.processes:
                while await self.day_at(process) == day:  # noqa: ASYNC110 (it is another process)
                    await asyncio.sleep(0.05)
            while b"paiju_day" not in (text := await self.asked(self.guest, f"/api/daily/days/{day}/export")):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        record = read_day_record(text)
        (one,) = record.sets
        names = {result.player: result.name for result in one.results}
        told = [(row["rank"], row["name"], row["share"]) for row in shown]
        assert told == [(row.rank, names[row.player], row.share) for row in one.ranking]
        return record

    async def field_played(self, day: str) -> None:
        async with asyncio.timeout(TIME):
            while True:
                rows = await self.asked(self.people[0], f"/api/daily/sets/{day}/doudizhu")
                if len(await self.asked(self.people[0], f"/api/daily/sets/{day}/doudizhu/ranking")) == 23 + len(
                    self.people
                ):
                    assert all(row["points"] is not None for row in rows["rows"])
                    return
                await asyncio.sleep(0.1)


async def play_days(processes: list[DailyProcess], clock: Path, days: int) -> None:
    month = Month(processes, clock, seed=7)
    async with AsyncExitStack() as stack:
        for process in processes:
            stack.push_async_callback(process.kill)
        await month.open()
        results = Counter[tuple[str, int, str]]()
        for number in range(days):
            record = await month.play_day(kills=number % 3 == 0)
            assert [check for check in verify_day(record) if not check.holds] == []
            (one,) = record.sets
            assert one.daily.closes - one.daily.opens == (23 if record.day == "2027-03-27" else 24) * 3_600_000
            results.update((record.day, result.deal, result.player) for result in one.results)
        assert set(results.values()) == {1}
        people = [key for key in results if not key[2].startswith("house:")]
        assert len(people) == days * DEALS * len(month.people)
        async with asyncio.timeout(TIME):
            for key in (*month.people, month.guest):
                while len(hands := await month.asked(key, "/api/me/hands")) < min(50, days * DEALS):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
                assert len({hand["id"] for hand in hands}) == min(50, days * DEALS)
        skill = await month.asked(month.people[0], "/api/daily/skill/doudizhu")
        assert skill["month"]["deals"] == min(days, 29) * DEALS
        assert skill["week"]["doubt"] is None or skill["month"]["doubt"] <= skill["week"]["doubt"] * 1.5


@pytest.fixture(autouse=True)
def house_plays_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house of these servers plays at random, by the random numbers of its decisions."""
    monkeypatch.setattr(verification, "make_bot", lambda name, family: choose_at_random)


@pytest.mark.deep
def test_each_result_is_stored_once_over_restarts(tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    asyncio.run(play_days([DailyProcess(tmp_path / "r.db", str(clock))], clock, days=30))


@pytest.mark.parametrize("days", [1, pytest.param(30, marks=pytest.mark.deep)])
def test_each_result_is_stored_once_by_two_processes(tmp_path: Path, postgres: Cluster, days: int) -> None:
    clock = tmp_path / "clock"
    processes = [DailyProcess(postgres.at(tmp_path), str(clock)) for _ in range(2)]
    asyncio.run(play_days(processes, clock, days))
