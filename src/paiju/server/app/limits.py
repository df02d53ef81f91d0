"""How much anyone may ask for: token buckets."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct


class Rate(Struct, frozen=True):
    """So many at once (``burst``), and then so many a second."""

    second: float
    burst: float


class Limits(Struct, frozen=True):
    """What one connection, one player and one address may do."""

    frames: Rate = Rate(20, 60)
    """Messages on one socket."""
    player: Rate = Rate(30, 90)
    """Messages of one player, on all sockets."""
    thinking: Rate = Rate(2, 10)
    """Hints of one player."""
    requests: Rate = Rate(20, 100)
    """HTTP requests from one address."""
    guests: Rate = Rate(0.2, 20)
    """New players from one address."""
    logins: Rate = Rate(0.2, 20)
    """Passwords from one address, right or wrong."""
    passwords: Rate = Rate(1 / 60, 20)
    """Tries at the password of one user name. It need not belong to anybody."""
    tables: Rate = Rate(0.1, 20)
    """New tables of one player."""
    tables_from: Rate = Rate(0.2, 40)
    """New tables from one address."""
    tables_each: int = 20
    """Tables at which one player sits at the same time."""
    connections: int = 200
    """From one address at the same time, but for sockets at tables."""
    patience: float = 20
    """Seconds that a client has to send a whole request."""
    sockets: int = 200
    """From one address at the same time."""
    sockets_each: int = 8
    """Of one player at the same time."""
    bad: int = 200
    """After so many refused or unreadable frames a socket is closed."""


class Bucket:
    """Tokens that come back with time."""

    __slots__ = ("_at", "_clock", "_left", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = rate.burst
        self._at = clock()

    def take(self) -> bool:
        """Take one token, if there is one."""
        now = self._clock()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until there is one again, counted from the last try."""
        return max(0.0, 1 - self._left) / self._rate.second


class Buckets:
    """A bucket for each name. Those longest unused are forgotten, and so begin full again."""

    def __init__(self, rate: Rate, names: int = 50_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._names = names
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, name: str) -> float:
        """A name was just refused: in so many seconds there is a token for it."""
        return self._buckets[name].wait

    def take(self, name: str) -> bool:
        """Take one token of this name, if there is one."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(self._rate, self._clock)
            if len(self._buckets) > self._names:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        return bucket.take()
