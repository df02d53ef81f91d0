"""Collects the room's metrics for Prometheus (``Metrics``).

They include the process's resources, the pauses for garbage collection, and the lag of the event loop.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

_FINE = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

LAG_EVERY = 0.5
"""Seconds between two measurements of the event loop's lag."""


class PrometheusMetrics(Collector):
    """All metrics that ``/metrics`` reports."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._acks = Histogram(
            "paiju_command_seconds", "From a command to its durable answer", registry=registry, buckets=_FINE
        )
        self._refused = Counter("paiju_refused", "Requests refused", ["kind"], registry=registry)
        self._failed = Counter("paiju_task_failures", "Failures in the background", ["task"], registry=registry)
        self._rejected = Counter(
            "paiju_bus_rejected", "Messages of other processes that were not used", ["reason"], registry=registry
        )
        self._reloads = Counter("paiju_bus_reloads", "Times that messages may have been lost", registry=registry)
        self._gc = Histogram("paiju_gc_seconds", "Pauses for garbage", ["generation"], registry=registry, buckets=_FINE)
        self._lag = Histogram("paiju_loop_lag_seconds", "Lateness of the event loop", registry=registry, buckets=_FINE)
        self._answers = Counter("paiju_answers", "Answers over HTTP", ["status"], registry=registry)
        Info("paiju_build", "What runs", registry=registry).info({"version": version("paiju")})
        ProcessCollector(registry=registry)
        self._collecting = 0.0
        self.commands = self.frames = self.frame_bytes = 0
        registry.register(self)

    def record_command(self, seconds: float) -> None:
        self.commands += 1
        self._acks.observe(seconds)

    def record_refusal(self, kind: str) -> None:
        self._refused.labels(kind).inc()

    def record_task_failure(self, task: str) -> None:
        self._failed.labels(task).inc()

    def record_rejected_peer_message(self, reason: str) -> None:
        self._rejected.labels(reason).inc()

    def record_resync(self) -> None:
        self._reloads.inc()

    def record_frame(self, size: int) -> None:
        self.frames += 1
        self.frame_bytes += size

    def record_http_response(self, status: int) -> None:
        """Count an HTTP response by the first digit of its status."""
        self._answers.labels(f"{status // 100}xx").inc()

    def collect(self) -> Iterator[Metric]:
        """Yield the counters of WebSocket frames, for Prometheus.

        The room counts frames in plain integers, because each increment of a Prometheus ``Counter`` would take a lock.
        """
        yield CounterMetricFamily("paiju_frames", "Frames sent", value=self.frames)
        yield CounterMetricFamily("paiju_frame_bytes", "Bytes of frames sent", value=self.frame_bytes)

    def add_gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """Add a gauge. ``read`` returns its value whenever the metrics are scraped."""
        Gauge(name, text, registry=self._registry).set_function(read)

    def render_text(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        return generate_latest(self._registry)

    def start_timing_collections(self) -> None:
        """Start to time garbage collections."""
        gc.callbacks.append(self._on_collection)

    def stop_timing_collections(self) -> None:
        """Stop timing garbage collections."""
        gc.callbacks.remove(self._on_collection)

    async def measure_loop_lag(self) -> None:
        """Measure the lag of the event loop until cancelled."""
        while True:
            start = time.perf_counter()
            await asyncio.sleep(LAG_EVERY)
            self._lag.observe(max(0.0, time.perf_counter() - start - LAG_EVERY))

    def _on_collection(self, phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            self._collecting = time.perf_counter()
        else:
            self._gc.labels(info["generation"]).observe(time.perf_counter() - self._collecting)
