"""Metrics of a running room. No metric reveals anything about a hand."""

from __future__ import annotations

from typing import Protocol


class Metrics(Protocol):
    """Counters and timings for operators."""

    def record_command(self, seconds: float) -> None:
        """Count a command that was stored and acknowledged, with its duration."""

    def record_refusal(self, kind: str) -> None:
        """Count a refused request by kind; there are few kinds."""

    def record_task_failure(self, task: str) -> None:
        """Count a failure of a background task; there are few tasks."""

    def record_rejection(self, reason: str) -> None:
        """Count an unused message from another process; ``InvalidMessage`` has the reasons."""

    def record_reload(self) -> None:
        """Count a resync: messages of other processes may have been lost, and their state was read again."""

    def record_frame(self, size: int) -> None:
        """Count a frame of ``size`` bytes that was sent."""
