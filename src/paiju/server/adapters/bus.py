"""What carries news between the processes of a room: texts, which each of them sends to all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol


class Bus(Protocol):
    """Everybody hears what anybody tells, also who tells it. It may lose something, if only it says so."""

    gathers: float
    """Seconds for which news are gathered before they are told."""

    async def open(self, room: str, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        """Hear from now on what is told in this room. ``lost``: nobody knows what was told lately. Raises CannotServe."""

    async def tell(self, news: Sequence[str]) -> None:
        """Tell all. Raises OSError if that could not be done."""

    async def close(self) -> None:
        """Hear and tell no more."""
