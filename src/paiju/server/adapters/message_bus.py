"""The interface of a bus over which each process of a room sends texts (``bus_envelope.py``) to all processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

TextHandler = Callable[[str | bytes], None]
"""A function that handles a text from the bus. It must not raise."""


class MessageBus(Protocol):
    """Delivers every message to all processes, including the process that sent the message.

    The bus may lose messages, but it must then report the loss.
    """

    batches: float
    """Seconds for which a process gathers messages before it sends them together."""

    async def open(self, room: str, on_message: TextHandler, lost: Callable[[], None]) -> None:
        """Begin to collect the messages of a room. Raises CannotServe.

        While ``deliver_messages`` runs, it calls ``on_message`` with each message. ``lost`` is called when messages may
        have been lost.
        """

    async def deliver_messages(self) -> None:
        """Deliver messages until cancelled, and connect again when the connection is lost.

        After any exception the caller may call this method again. The method then calls ``lost`` before it delivers
        further messages.
        """

    async def publish(self, messages: Sequence[str]) -> None:
        """Send texts to all processes. Raises OSError."""

    async def close(self) -> None:
        """Send no further messages, and close the connections. ``deliver_messages`` must not be running."""
