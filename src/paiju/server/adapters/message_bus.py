"""The interface of a bus on which the processes of a room send texts (``envelope.py``) to all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

HearText = Callable[[str | bytes], None]
"""Handles a text from the bus. It must not raise."""


class MessageBus(Protocol):
    """Delivers every message to all processes, the sender included. It may lose messages, if it reports the loss."""

    batches: float
    """Seconds for which messages are gathered before they are sent together."""

    async def open(self, room: str, on_message: HearText, lost: Callable[[], None]) -> None:
        """Start to collect the messages of this room, for ``listen``. Raises CannotServe.

        ``lost`` is called when messages may have been lost.
        """

    async def listen(self) -> None:
        """Deliver messages until cancelled. Reconnects while the bus is away.

        The caller may call it again after any other exception. It calls ``lost`` before it resumes delivery.
        """

    async def publish(self, messages: Sequence[str]) -> None:
        """Send texts to all processes. Raises OSError."""

    async def close(self) -> None:
        """Send nothing more and close the connections. Nobody may be listening."""
