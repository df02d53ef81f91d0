"""Supervised background tasks restart after failures, and the room's clock advances evenly."""

from __future__ import annotations

import asyncio
import sys

import pytest
from structlog.testing import capture_logs

from paiju.server.adapters import log_output
from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.adapters.room_clock import MISSED, RoomClock
from paiju.server.app import background_tasks
from paiju.server.app.background_tasks import MAX_DELAY, BackgroundTasks, backoff


class Wall:
    """The time on the wall in milliseconds, and the seconds that have passed."""

    time, passed = 1_000_000, 0.0

    def pass_by(self, seconds: float) -> None:
        self.time += int(1000 * seconds)
        self.passed += seconds

    def clock(self) -> RoomClock:
        return RoomClock(lambda: self.time, lambda: self.passed)


@pytest.mark.parametrize("off", [-3_600_000, 0, 3_600_000])
def test_clock_advances_monotonically_between_heartbeats(off: int) -> None:
    wall = Wall()
    clock = wall.clock()
    before = clock()
    wall.pass_by(1)
    wall.time += off
    assert clock() == before + 1000
    assert clock.record_heartbeat() == off
    assert clock() == wall.time


def test_clock_stops_while_heartbeats_are_missed() -> None:
    wall = Wall()
    clock = wall.clock()
    before = clock()
    wall.pass_by(MISSED - 1)
    going = [clock.is_running]
    wall.pass_by(58)
    stood = clock()
    going.append(clock.is_running)
    assert stood == before + 1000 * MISSED
    assert clock.record_heartbeat() == wall.time - stood
    going.append(clock.is_running)
    assert going == [True, False, True]


def test_small_wall_clock_step_is_accepted() -> None:
    wall = Wall()
    clock = wall.clock()
    wall.time += 500
    assert clock.record_heartbeat() == 0
    assert clock() == wall.time


def test_failed_task_is_logged_counted_and_restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_tasks, "FIRST_DELAY", 0.0)
    done = 0

    async def main() -> None:
        over = asyncio.Event()

        async def work() -> None:
            nonlocal done
            done += 1
            if done < 4:
                raise OSError(28, "the cards of somebody")
            over.set()
            await asyncio.Event().wait()

        kept = BackgroundTasks(metrics)
        kept.supervise("upkeep", work)
        await over.wait()
        assert kept.stopped_tasks() == []
        kept.stop()

    metrics = PrometheusMetrics()
    with capture_logs() as logged:
        asyncio.run(main())
    assert [(entry["event"], entry["task"], entry["error"]) for entry in logged] == [
        ("task_failed", "upkeep", "OSError")
    ] * 3
    assert "cards" not in str(logged)
    assert b'paiju_task_failures_total{task="upkeep"} 3.0' in metrics.render_text()


def test_ended_task_is_reported() -> None:
    async def main() -> list[str]:
        async def work() -> None:
            raise asyncio.CancelledError

        kept = BackgroundTasks(PrometheusMetrics())
        kept.supervise("upkeep", work)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return kept.stopped_tasks()

    assert asyncio.run(main()) == ["upkeep"]


def test_backoff_delays_grow_to_a_maximum() -> None:
    rests = [backoff(failures) for failures in range(1, 10_000)]
    assert rests == sorted(rests)
    assert rests[0] < rests[1]
    assert rests[-1] == MAX_DELAY
    assert backoff(9, longest=1.0) == 1.0


def test_unwritable_log_output_does_not_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def write(self, text: str) -> int:
            raise OSError(28, "no space left")

        def flush(self) -> None:
            raise OSError(28, "no space left")

    monkeypatch.setattr(sys, "stdout", Full())
    out = log_output.LossyOutput()
    print("a line", file=out, flush=True)
    assert out.write("a line") == 6
