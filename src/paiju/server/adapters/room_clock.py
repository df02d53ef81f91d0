"""The wall clock, and the room's clock.

The room's clock follows the wall clock, but jumps only at heartbeats, and stands still without heartbeats.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

MISSED: Final = 3.0
"""Seconds without a heartbeat after which the room's clock stops."""

SLACK: Final = 1_000
"""Jumps of the wall clock of at most this many milliseconds are not reported."""


def now() -> int:
    """Return the Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


class RoomClock:
    """The room's clock (``Clock``).

    Each heartbeat sets the clock to the wall clock. After a heartbeat, it follows the monotonic clock for at most
    ``MISSED`` seconds, and then stands still until the next heartbeat.
    """

    def __init__(self, wall: Callable[[], int] = now, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._steady = steady
        self._time, self._beaten = wall(), steady()

    def __call__(self) -> int:
        return self._time + int(1000 * min(MISSED, self._steady() - self._beaten))

    @property
    def is_running(self) -> bool:
        return self._steady() - self._beaten < MISSED

    def record_heartbeat(self) -> int:
        time = self._wall()
        jump = time - self()
        self._time, self._beaten = time, self._steady()
        return jump if abs(jump) > SLACK else 0
