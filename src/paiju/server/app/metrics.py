"""Metrics of a running room. No metric reveals anything about a hand."""

from __future__ import annotations

from typing import Protocol


class Metrics(Protocol):
    """Counters and timings for the operator."""

    def record_command(self, seconds: float) -> None:
        """Count a command that was stored and acknowledged, with its duration."""

    def record_refusal(self, kind: str) -> None:
        """Count a refused request.

        ``kind`` must have few different values, because the metrics contain one time series for each value.
        """

    def record_task_failure(self, task: str) -> None:
        """Count a failure of the background task with this name."""

    def record_rejected_peer_message(self, reason: str) -> None:
        """Count a message from another process that could not be used. ``InvalidMessage`` lists the reasons."""

    def record_resync(self) -> None:
        """Count a resync: this process reads the shared state again, because messages from others may have been lost."""

    def record_frame(self, size: int) -> None:
        """Count a WebSocket frame of ``size`` bytes that was sent."""
