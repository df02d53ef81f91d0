"""What carries news between the processes of a room: texts, which each of them sends to all (``envelope.py``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

HearText = Callable[[str | bytes], None]
"""Takes whatever somebody has put on the bus. It raises nothing."""


class MessageBus(Protocol):
    """Everybody hears what anybody tells, also who tells it. It may lose something, if only it says so."""

    batches: float
    """Seconds for which news are gathered before they are told."""

    async def open(self, room: str, hear: HearText, lost: Callable[[], None]) -> None:
        """Keep what is told in this room from now on, for ``listen``. Raises CannotServe.

        ``lost``: nobody knows what was told lately.
        """

    async def listen(self) -> None:
        """Hear what is told, until it is cancelled. While the bus is away it is tried again.

        Whatever else it raises, it may be begun anew, and has told ``lost`` by the time that it hears again.
        """

    async def publish(self, messages: Sequence[str]) -> None:
        """Tell all. Raises OSError if that could not be done."""

    async def close(self) -> None:
        """Tell no more, and let go of the connections. Nobody listens any more."""
