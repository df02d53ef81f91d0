"""Analyses of finished hands take long, and delay neither players nor other requests."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from msgspec.structs import replace

from paiju.core.codec import from_json
from paiju.records import Record
from paiju.review import Review, format_versions
from paiju.server.adapters import analysis_worker_pool
from paiju.server.adapters.analysis_worker import NICE
from paiju.server.adapters.analysis_worker_pool import COMMAND, AnalysisWorkers
from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.analysis import Analyst, ReviewKind
from paiju.server.app.token_buckets import Rate, RateSettings
from paiju.server.bot_client import run_bot
from paiju.server.errors import Refusal
from paiju.server.settings import Settings
from tests.integration.in_process_server import FAST, FREE, Served, choose_after_calling, serving

MANY: Final = 12


class Slow:
    """Judges a hand when it is told to, and notes which were asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._go = asyncio.Semaphore(0)

    async def review(
        self, hand: str, record: Record, kind: ReviewKind, on_progress: Callable[[Review], None]
    ) -> Review:
        self.asked.append(hand)
        await self._go.acquire()
        return Review(state="complete", judged=0, steps=0)

    def go(self, times: int) -> None:
        for _ in range(times):
            self._go.release()

    def health_problems(self) -> list[str]:
        return []

    async def close(self) -> None:
        self.go(100)


@asynccontextmanager
async def hands(
    tmp_path: Path, analyst: Analyst | None = None, limits: RateSettings = FREE, *, sound: bool = True
) -> AsyncIterator[tuple[Served, list[str]]]:
    """A room with many hands (all the same one), and their public ids."""
    path, settings = tmp_path / "room.db", Settings(tempo=FAST, limits=limits)
    async with serving(path, settings, StandardRegistry(), analyst=analyst, sound=sound) as served:
        key = await served.guest()
        table = await served.table(key, ruleset="doudizhu/qq", bots="", hands=1)
        async with asyncio.timeout(60):
            assert await run_bot(served.url, key, table, choose_after_calling) == 1
        yield served, copies(path, table)


def copies(path: Path, table: str) -> list[str]:
    """Write a table's only hand many times more; the public ids."""
    names = [f"{number:032x}" for number in range(MANY)]
    with closing(sqlite3.connect(path, timeout=20)) as db:
        db.row_factory = sqlite3.Row
        (hand,) = db.execute("SELECT * FROM hands WHERE table_id = ?", (table,)).fetchall()
        for name in names:
            row = dict(hand) | {"hand_id": name, "public_id": name}
            db.execute(f"INSERT INTO hands ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", [*row.values()])
        db.commit()
    return names


async def get(served: Served, key: str, path: str) -> httpx.Response:
    async with served.http(key) as http:
        return await http.get(path)


async def soon(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110 (a condition of any kind)
            await asyncio.sleep(0.01)


def test_many_analysis_requests_do_not_delay_replays(tmp_path: Path) -> None:
    async def main() -> None:
        slow = Slow()
        async with hands(tmp_path, slow) as (served, names):
            ann, bob = await served.guest(), await served.guest()
            asked = [asyncio.create_task(get(served, ann, f"/api/hands/{name}/review?kind=quick")) for name in names]
            await soon(lambda: slow.asked)
            for way in ("/replay", "", "/record", "/record?form=text"):
                answer = await get(served, bob, f"/api/hands/{names[-1]}{way}")
                assert answer.status_code == 200
            assert not [task for task in asked if task.done()]
            slow.go(MANY)
            assert {answer.status_code for answer in await asyncio.gather(*asked)} == {200}

    asyncio.run(main())


def test_analyses_are_queued_fairly_between_players(tmp_path: Path) -> None:
    async def main() -> None:
        slow = Slow()
        async with hands(tmp_path, slow) as (served, names):
            ann, bob = await served.guest(), await served.guest()
            *many, one, other = names
            asked = [asyncio.create_task(get(served, ann, f"/api/hands/{name}/review?kind=quick")) for name in many]
            await soon(lambda: served.services.reviews.quick_queue.waiting_count == len(many) - 1)
            asked.append(asyncio.create_task(get(served, bob, f"/api/hands/{one}/review?kind=quick")))
            await soon(lambda: served.services.reviews.quick_queue.waiting_count == len(many))
            asked.append(asyncio.create_task(get(served, "", f"/api/hands/{other}/review?kind=quick")))
            await soon(lambda: served.services.reviews.quick_queue.waiting_count == len(many) + 1)
            async with served.http() as http:
                assert f"paiju_analyses_waiting {len(many) + 1}.0" in (await http.get("/metrics")).text
            slow.go(MANY)
            await asyncio.gather(*asked)
            assert one in slow.asked[1:3]
            assert other in slow.asked[2:4]

    asyncio.run(main())


def test_concurrent_requests_for_one_analysis_share_its_computation(tmp_path: Path) -> None:
    async def main() -> None:
        slow = Slow()
        async with hands(tmp_path, slow) as (served, names):
            asked = [asyncio.create_task(get(served, "", f"/api/hands/{names[0]}/review?kind=quick")) for _ in range(3)]
            await soon(lambda: slow.asked)
            slow.go(MANY)
            answers = await asyncio.gather(*asked)
            assert {answer.status_code for answer in answers} == {200}
            assert slow.asked == names[:1]

    asyncio.run(main())


def test_analyses_are_rate_limited_by_player(tmp_path: Path) -> None:
    async def main() -> None:
        slow = Slow()
        slow.go(MANY)
        async with hands(tmp_path, slow, replace(FREE, analyses=Rate(0.001, 2))) as (served, names):
            ann, bob = await served.guest(), await served.guest()

            async def asks(key: str, name: str) -> int:
                answer = await get(served, key, f"/api/hands/{name}/review?kind=quick")
                assert answer.status_code == 200 or int(answer.headers["retry-after"]) > 0
                return answer.status_code

            assert [await asks(ann, name) for name in names[:3]] == [200, 200, 429]
            assert [await asks(ann, name) for name in names[:2]] == [200, 200]  # they are there already
            assert await asks(bob, names[2]) == 200
            assert [await asks("", name) for name in names[3:6]] == [200, 200, 429]

    asyncio.run(main())


def test_worker_starts_on_first_use_and_ends_with_the_server(tmp_path: Path) -> None:
    async def main() -> None:
        async with hands(tmp_path) as (served, names):
            workers = served.services.analyst
            assert isinstance(workers, AnalysisWorkers)
            assert workers.running_worker_pids == []
            workers._prepared.add("doudizhu")
            answers = await asyncio.gather(
                *(get(served, "", f"/api/hands/{name}/review?kind=quick") for name in names[:3])
            )
            assert all(answer.json()["decisions"] for answer in answers)
            (pid,) = workers.running_worker_pids
            assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICE)
        assert workers.running_worker_pids == []
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    asyncio.run(main())


def test_server_shutdown_does_not_wait_for_analyses(tmp_path: Path) -> None:
    async def main() -> None:
        async with hands(tmp_path) as (served, names):
            asked = [asyncio.create_task(get(served, "", f"/api/hands/{name}/review?kind=quick")) for name in names]
            await soon(lambda: served.services.reviews.quick_queue.waiting_count)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert any(isinstance(one, httpx.Response) and one.status_code == 503 for one in answers)

    asyncio.run(main())


def test_review_is_computed_once_and_stored_with_its_hand(tmp_path: Path) -> None:
    async def main() -> None:
        async with hands(tmp_path) as (served, names):
            path = f"/api/hands/{names[0]}/review"
            quick = await get(served, "", f"{path}?kind=quick")
            assert quick.status_code == 200
            assert quick.json()["id"] == names[0]
            assert (quick.json()["state"], quick.json()["judged"]) == ("partial", 0)
            assert quick.json()["decisions"]
            async with asyncio.timeout(300):
                while (found := (await get(served, "", path)).json())["state"] != "complete":  # noqa: ASYNC110 (as a client asks)
                    await asyncio.sleep(0.2)
            assert found["judged"] == found["steps"]
            kept = await served.room.context.store.review(names[0], is_open=False)
            assert kept is not None
            assert kept.versions == format_versions()
            again = await get(served, "", f"{path}?kind=quick")
            assert again.json() == found

    asyncio.run(main())


def test_reviews_are_rate_limited_except_stored_ones(tmp_path: Path) -> None:
    async def main() -> None:
        slow = Slow()
        slow.go(MANY)
        async with hands(tmp_path, slow, replace(FREE, analyses=Rate(0.001, 2))) as (served, names):
            ann = await served.guest()
            answers = [await get(served, ann, f"/api/hands/{name}/review") for name in (*names[:3], names[0])]
            assert [answer.status_code for answer in answers] == [200, 200, 429, 200]

    asyncio.run(main())


def test_failed_review_is_answered_with_an_error(tmp_path: Path) -> None:
    async def main() -> None:
        workers = AnalysisWorkers(1, PrometheusMetrics(), ("false",))
        async with hands(tmp_path, workers, sound=False) as (served, names):
            for kind in ("quick", "full"):
                answer = await get(served, "", f"/api/hands/{names[0]}/review?kind={kind}")
                assert (answer.status_code, answer.json()["code"]) == (503, "analysis_unavailable")

    asyncio.run(main())


async def quick(workers: AnalysisWorkers, record: Record) -> Review:
    return await workers.review("a", record, "quick", lambda _: None)


def with_workers(
    tmp_path: Path, case: Callable[[AnalysisWorkers, Record, PrometheusMetrics], Awaitable[None]], *command: str
) -> None:
    async def main() -> None:
        async with hands(tmp_path) as (served, names):
            found = await served.room.context.store.hand(names[0])
        assert found is not None
        metrics = PrometheusMetrics()
        workers = AnalysisWorkers(1, metrics, command or COMMAND)
        workers._prepared.add("doudizhu")  # so that only what is asked for is done
        try:
            await case(workers, from_json(found.record, Record), metrics)
        finally:
            await workers.close()
        assert workers.running_worker_pids == []

    asyncio.run(main())


def test_killed_worker_is_replaced(tmp_path: Path) -> None:
    async def case(workers: AnalysisWorkers, record: Record, metrics: PrometheusMetrics) -> None:
        first = await quick(workers, record)
        (pid,) = workers.running_worker_pids
        os.kill(pid, signal.SIGKILL)
        assert await quick(workers, record) == first
        (other,) = workers.running_worker_pids
        assert other != pid
        assert workers.health_problems() == []
        os.kill(other, signal.SIGSTOP)  # it is asked, and killed while it should answer
        asked = asyncio.create_task(quick(workers, record))
        await asyncio.sleep(0.1)
        os.kill(other, signal.SIGKILL)
        assert await asked == first

    with_workers(tmp_path, case)


def test_the_first_quick_review_of_a_family_prepares_full_ones_in_another_worker(tmp_path: Path) -> None:
    async def case(workers: AnalysisWorkers, record: Record, metrics: PrometheusMetrics) -> None:
        workers._prepared.clear()
        await quick(workers, record)
        (task,) = workers._preparing
        await task
        first = workers.running_worker_pids
        assert len(first) == 2
        await quick(workers, record)
        assert not workers._preparing
        assert workers.running_worker_pids == first
        assert workers.health_problems() == []

    with_workers(tmp_path, case)


def test_hanging_worker_is_terminated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def case(workers: AnalysisWorkers, record: Record, metrics: PrometheusMetrics) -> None:
        monkeypatch.setattr(analysis_worker_pool, "LONGEST", 0.2)
        with pytest.raises(Refusal, match="analysis_unavailable"):
            await quick(workers, record)
        assert workers.running_worker_pids == []
        assert b'paiju_task_failures_total{task="analysis"} 2.0' in metrics.render_text()

    with_workers(tmp_path, case, "sleep", "60")


def test_idle_worker_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def case(workers: AnalysisWorkers, record: Record, metrics: PrometheusMetrics) -> None:
        monkeypatch.setattr(analysis_worker_pool, "IDLE", 0.05)
        first = await quick(workers, record)
        await soon(lambda: not workers.running_worker_pids)
        assert await quick(workers, record) == first
        assert workers.health_problems() == []

    with_workers(tmp_path, case)


def test_readiness_reports_failing_analysis_workers(tmp_path: Path) -> None:
    async def main() -> None:
        workers = AnalysisWorkers(1, PrometheusMetrics(), ("false",))
        async with hands(tmp_path, workers, sound=False) as (served, names), served.http() as http:
            assert (await http.get("/readyz")).text == "ok"
            for name in names[:2]:
                answer = await http.get(f"/api/hands/{name}/review?kind=quick")
                assert (answer.status_code, answer.json()["code"]) == (503, "analysis_unavailable")
            ready = await http.get("/readyz")
            assert (ready.status_code, ready.text) == (200, "ok\nanalysis workers fail: exit code 1")
            from_elsewhere = await http.get("/readyz", headers={"x-forwarded-for": "1.2.3.4"})
            assert from_elsewhere.text == "ok"
            assert (await http.get(f"/api/hands/{names[0]}/replay")).status_code == 200

    asyncio.run(main())


def test_worker_ends_when_its_input_closes() -> None:
    """A server that is killed tells it nothing."""
    worker = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    answer, _ = worker.communicate(b"", timeout=60)
    assert (worker.returncode, answer) == (0, b"")


def test_hand_that_breaks_the_rules_fails_only_its_own_analysis(tmp_path: Path) -> None:
    async def main() -> None:
        async with hands(tmp_path) as (served, names):
            bad, good = names[:2]
            with closing(sqlite3.connect(tmp_path / "room.db", timeout=20)) as db:
                sql = 'UPDATE hands SET record = replace(record, \'"deck":[\', \'"deck":["?",\') WHERE hand_id = ?'
                db.execute(sql, (bad,))
                db.commit()
            answers: list[Any] = [await get(served, "", f"/api/hands/{name}/review?kind=quick") for name in (bad, good)]
            assert [answer.status_code for answer in answers] == [410, 200]
            assert answers[0].json()["code"] == "hand_aside"
            assert any(entry["event"] == "hand_set_aside" and entry["hand"] == bad for entry in served.logged)

    asyncio.run(main())
