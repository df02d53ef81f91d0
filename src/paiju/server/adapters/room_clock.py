"""The time: the wall's, as the log writes it, and the room's, which goes evenly."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

MISSED: Final = 3.0
"""Seconds without a beat after which the room's clock stands."""

SLACK: Final = 1_000
"""Milliseconds. A step of so little is taken without a word."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class RoomClock:
    """``Clock``: the wall's time at each beat, and evenly on from there, whatever becomes of the wall's meanwhile."""

    def __init__(self, wall: Callable[[], int] = now, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._steady = steady
        self._time, self._beaten = wall(), steady()

    def __call__(self) -> int:
        return self._time + int(1000 * min(MISSED, self._steady() - self._beaten))

    @property
    def is_running(self) -> bool:
        return self._steady() - self._beaten < MISSED

    def beat(self) -> int:
        time = self._wall()
        jump = time - self()
        self._time, self._beaten = time, self._steady()
        return jump if abs(jump) > SLACK else 0
