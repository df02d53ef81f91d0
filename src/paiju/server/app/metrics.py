"""Metrics of a running room. No metric reveals anything about a hand."""

from __future__ import annotations

from typing import Protocol


class Metrics(Protocol):
    """Counts and times, for whoever runs the server."""

    def record_command(self, seconds: float) -> None:
        """A command was decided, written and acknowledged."""

    def record_refusal(self, kind: str) -> None:
        """A request was refused. There are few kinds."""

    def record_task_failure(self, task: str) -> None:
        """A task in the background has failed, and goes on. There are few tasks."""

    def record_rejection(self, reason: str) -> None:
        """Something that came from another process, or in its name, was not used. See ``InvalidMessage`` for the reasons."""

    def record_reload(self) -> None:
        """Count a resync: messages of other processes may have been lost, and their state was read again."""

    def record_frame(self, size: int) -> None:
        """Count a frame of ``size`` bytes that was sent."""
