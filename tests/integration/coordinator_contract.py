"""The tests that every coordinator between server processes must pass. A test module inherits them and says how to open one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from paiju.server import wire
from paiju.server.adapters.bus_envelope import EnvelopeSealer
from paiju.server.adapters.postgres import coordinator as postgres_line
from paiju.server.adapters.postgres.coordinator import PostgresCoordinator
from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.app.background_tasks import BackgroundTasks
from paiju.server.app.cluster.coordination import (
    AnyPeerMessage,
    Broadcast,
    NodeJoined,
    NodeLeft,
    PresenceUpdated,
    Pulse,
    ResyncNeeded,
    SessionRotated,
    SessionsRevoked,
    TableUpdated,
)
from paiju.server.app.metrics import Metrics
from paiju.server.app.token_buckets import Rate
from tests.server.test_bus_envelope import HOSTILE

Opener = Callable[[Path, AsyncExitStack, Metrics], Awaitable[PostgresCoordinator]]

RATE = Rate(second=0.01, burst=5)


class Process:
    """One of the joined processes, and the messages that it has received, each with the name of the sender."""

    def __init__(self, coordinator: PostgresCoordinator, metrics: PrometheusMetrics) -> None:
        self.coordinator = coordinator
        self.metrics = metrics
        self.tasks = BackgroundTasks(metrics)
        self.heard: list[tuple[str, AnyPeerMessage]] = []
        self.stumbles = False

    @property
    def messages(self) -> list[AnyPeerMessage]:
        return [message for _, message in self.heard]

    def hear(self, process: str, message: AnyPeerMessage) -> None:
        assert not isinstance(message, Pulse)
        if self.stumbles:
            raise IndexError
        self.heard.append((process, message))

    def counted(self, what: str) -> float:
        """Return a number that the process reports to Prometheus; 0 if it does not report it."""
        lines = self.metrics.render_text().decode().splitlines()
        return next((float(line.rpartition(" ")[2]) for line in lines if line.startswith(what)), 0.0)

    async def beat(self) -> None:
        """Send a heartbeat, and wait until it has come back."""
        await self.coordinator.heartbeat()
        await self.until(lambda one: one.coordinator.bus_silence == 0)

    async def until(self, wanted: Callable[[Process], Any]) -> None:
        async with asyncio.timeout(20):
            while not wanted(self):  # noqa: ASYNC110 (it comes from outside)
                await asyncio.sleep(0.01)


class CoordinatorContract:
    """The tests. A subclass sets ``open_line``, ``publish``, ``deafen`` and ``cut``."""

    open_line: Opener
    publish: Callable[[Path, str, str | bytes], None]
    """Publish a message on the bus of a room from outside, as any program with access to the bus can."""
    deafen: Callable[[PostgresCoordinator], Awaitable[None]]
    """Make the bus send nothing more to a process, without the process noticing."""
    cut: Callable[[Path], None]
    """Break all connections on which processes listen."""

    def run(self, path: Path, count: int, case: Callable[..., Awaitable[None]]) -> None:
        """Run ``case`` with ``count`` joined processes."""

        async def main() -> None:
            async with AsyncExitStack() as stack:
                joined = []
                for _ in range(count):
                    metrics = PrometheusMetrics()
                    one = Process(await type(self).open_line(path, stack, metrics), metrics)
                    await one.coordinator.open(one.hear)
                    stack.push_async_callback(one.coordinator.close)
                    one.tasks.supervise("bus", one.coordinator.deliver_messages)
                    stack.callback(one.tasks.stop)
                    joined.append(one)
                await case(*joined)

        asyncio.run(main())

    def test_published_messages_reach_all_other_processes_in_order(self, tmp_path: Path) -> None:
        async def case(first: Process, second: Process, third: Process) -> None:
            told: list[AnyPeerMessage] = [
                NodeJoined(),
                Broadcast("t", wire.SocialEvent("say", "hello", 1, "Ann")),
                SessionsRevoked(("d1", "d2")),
                SessionRotated("old", "new"),
                PresenceUpdated("t", ("ann", "bob"), "toy/plain"),
                NodeLeft(),
            ]
            for message in told:
                first.coordinator.publish(message)
            for other in (second, third):
                await other.until(lambda one: len(one.heard) >= len(told))
                assert other.messages == told
                assert len({name for name, _ in other.heard}) == 1
            second.coordinator.publish(NodeJoined())
            await first.until(lambda one: one.heard)
            assert first.messages == [NodeJoined()]
            assert first.heard[0][0] != second.heard[0][0]

        self.run(tmp_path, 3, case)

    def test_invalid_messages_are_counted_and_skipped(self, tmp_path: Path) -> None:
        async def case(first: Process, second: Process) -> None:
            room = str((await first.coordinator.read("SELECT value FROM meta WHERE name = 'room'"))[0][0])
            ghost = EnvelopeSealer(first.coordinator._key, "ghost")
            said, later = (
                ghost.seal(Broadcast("t", wire.SocialEvent("say", "hello", 1, "Ann"))),
                ghost.seal(["later", 1]),
            )
            forged = EnvelopeSealer(b"another key", first.coordinator.name).seal(TableUpdated("t", 99))
            with capture_logs() as logged:
                for text in (
                    *HOSTILE,
                    '["ghost",["wrote","t",99]]',
                    forged,
                    said,
                    said,
                    later,
                    ghost.seal(NodeJoined()),
                ):
                    type(self).publish(tmp_path, room, text)
                await second.until(lambda one: NodeJoined() in one.messages)
                first.coordinator.publish(NodeLeft())
                await second.until(lambda one: NodeLeft() in one.messages)
            assert [type(message) for message in second.messages] == [Broadcast, NodeJoined, NodeLeft]
            assert second.counted('paiju_bus_rejected_total{reason="malformed"') > 5
            for reason in ("forged", "replayed", "unknown", "unsigned"):
                assert second.counted(f'paiju_bus_rejected_total{{reason="{reason}"') >= 1
                assert [one for one in logged if one["event"] == "bus_message_rejected" and one["reason"] == reason]
            assert len(logged) < 2 * 6  # not a line for each

        self.run(tmp_path, 2, case)

    def test_message_whose_handler_fails_is_counted_and_later_ones_are_delivered(self, tmp_path: Path) -> None:
        async def case(first: Process, second: Process) -> None:
            second.stumbles = True
            with capture_logs() as logged:
                first.coordinator.publish(NodeJoined())
                await second.until(lambda one: one.counted('paiju_bus_rejected_total{reason="failed"'))
            assert [one["error"] for one in logged] == ["IndexError"]
            second.stumbles = False
            first.coordinator.publish(NodeLeft())
            await second.until(lambda one: one.messages == [NodeLeft()])

        self.run(tmp_path, 2, case)

    def test_missed_message_causes_one_resync(self, tmp_path: Path) -> None:
        async def case(first: Process, second: Process) -> None:
            for one in (first, second):
                await one.beat()
            await first.beat()
            first.heard.clear()
            await first.beat()
            assert first.messages == []
            assert second.coordinator._sealer is not None
            second.coordinator._sealer.seal(NodeJoined())  # and this is lost
            second.coordinator.publish(NodeLeft())
            await first.until(lambda one: one.messages == [NodeLeft()])
            await first.beat()
            assert first.messages == [NodeLeft(), ResyncNeeded()]
            await first.beat()
            assert first.messages == [NodeLeft(), ResyncNeeded()]
            assert first.counted("paiju_bus_reloads_total") >= 1

        self.run(tmp_path, 2, case)

    def test_process_resyncs_at_each_heartbeat_while_another_is_unheard(self, tmp_path: Path) -> None:
        """Such as one from before messages were signed, for which all is also told as it understands it."""

        async def case(first: Process) -> None:
            await first.coordinator.write(
                "INSERT INTO processes VALUES ('older', clock_timestamp(), clock_timestamp())"
            )
            for number in range(1, 4):
                assert await first.coordinator.heartbeat() == frozenset({"older"})
                assert first.messages == [ResyncNeeded()] * number
            assert first.coordinator._encode_messages(first.coordinator._sealer, [TableUpdated("t", 7)])[1:] == [
                f'["{first.coordinator.name}",["wrote","t",7]]'
            ]
            await first.coordinator.write("UPDATE processes SET gone = true WHERE process_id = 'older'")
            await first.beat()
            assert len(first.coordinator._encode_messages(first.coordinator._sealer, [TableUpdated("t", 8)])) == 1

        self.run(tmp_path, 1, case)

    def test_process_missing_its_own_messages_resubscribes(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(postgres_line, "PULSE_TIMEOUT", 1.5)

        async def case(first: Process, second: Process) -> None:
            await first.beat()
            await type(self).deafen(first.coordinator)
            await first.coordinator.heartbeat()
            await asyncio.sleep(0.5)
            assert first.coordinator.bus_silence > 0.4
            second.coordinator.publish(NodeJoined())
            await first.until(lambda one: one.counted('paiju_task_failures_total{task="bus"'))
            await asyncio.sleep(2)  # for the task to rest, and the bus to be reached
            await first.beat()
            assert NodeJoined() not in first.messages
            assert ResyncNeeded() in first.messages
            second.coordinator.publish(NodeLeft())
            await first.until(lambda one: NodeLeft() in one.messages)

        self.run(tmp_path, 2, case)

    def test_reconnected_process_receives_messages_and_resyncs(self, tmp_path: Path) -> None:
        async def case(first: Process, second: Process) -> None:
            for one in (first, second, first):
                await one.beat()
            first.heard.clear()
            type(self).cut(tmp_path)
            async with asyncio.timeout(20):
                while ResyncNeeded() not in first.messages:
                    await first.coordinator.heartbeat()
                    await asyncio.sleep(0.1)
            second.coordinator.publish(NodeLeft())
            await first.until(lambda one: NodeLeft() in one.messages)
            assert not first.counted("paiju_task_failures_total{")

        self.run(tmp_path, 2, case)

    def test_heartbeat_returns_the_other_live_processes(self, tmp_path: Path) -> None:
        async def case(first: Process, second: Process) -> None:
            others = await first.coordinator.heartbeat()
            assert others is not None
            assert len(others) == 1
            await second.coordinator.close()
            assert await first.coordinator.heartbeat() == frozenset()

        self.run(tmp_path, 2, case)

    def test_table_is_claimed_by_one_process_and_taken_over_by_another(self, tmp_path: Path) -> None:
        async def case(first: Process, second: Process) -> None:
            claimed = await asyncio.gather(
                first.coordinator.claim(["a", "b", "c"]), second.coordinator.claim(["c", "b", "d"])
            )
            assert claimed[0] | claimed[1] == {"a", "b", "c", "d"}
            assert not claimed[0] & claimed[1]
            assert await second.coordinator.claim(["a"]) == frozenset()
            await first.coordinator.release("a")
            assert await second.coordinator.claim(["a"]) == {"a"}
            assert await second.coordinator.take_over_abandoned_tables() == {}
            await first.coordinator.release_all()
            assert await first.coordinator.claim(["e"]) == frozenset()
            left = await second.coordinator.take_over_abandoned_tables()
            assert left.keys() == claimed[0] - {"a"}
            assert all(ago >= 0 for ago in left.values())
            assert await second.coordinator.take_over_abandoned_tables() == {}

        self.run(tmp_path, 2, case)

    def test_lock_is_held_by_one_process_at_a_time(self, tmp_path: Path) -> None:
        async def case(*joined: Process) -> None:
            within = most = 0

            async def take(one: Process) -> None:
                nonlocal within, most
                async with one.coordinator.lock():
                    within += 1
                    most = max(most, within)
                    await asyncio.sleep(0.001)
                    within -= 1

            await asyncio.gather(*(take(one) for one in joined * 10))
            assert most == 1

        self.run(tmp_path, 2, case)

    def test_rate_limit_tokens_are_shared_by_all_processes(self, tmp_path: Path) -> None:
        async def case(*joined: Process) -> None:
            waits = await asyncio.gather(*(one.coordinator.take_token("ann", RATE) for one in joined * 10))
            assert waits.count(0) == 5
            assert all(wait == 0 or 90 < wait <= 100 for wait in waits)
            assert await joined[0].coordinator.take_token("bob", RATE) == 0
            assert await joined[1].coordinator.take_token("quick", Rate(1e6, 1)) == 0
            assert await joined[0].coordinator.take_token("quick", Rate(1e6, 1)) == 0

        self.run(tmp_path, 2, case)
