"""Rate limits as token buckets."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Annotated, ClassVar, Final, Self

from msgspec import Meta, Struct

from paiju.server.app.lru_cache import LruCache

_EACH: Final = {"s": 1, "min": 60, "h": 3600}
_WRITTEN: Final = re.compile(r"([0-9]{1,9})\+([0-9]{1,9}(?:\.[0-9]{1,9})?)/(s|min|h)")

Count = Annotated[int, Meta(ge=1, le=1_000_000)]


class Rate(Struct, frozen=True):
    """A token bucket: ``burst`` at once, and then this many a second."""

    second: float
    burst: float
    FORM: ClassVar[str] = "N+N/s, N+N/min, N+N/h"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a rate: ``20+12/min`` allows 20 at once and then 12 a minute. Raises ValueError."""
        found = _WRITTEN.fullmatch(text)
        if found is None or not (int(found[1]) and float(found[2])):
            raise ValueError(text)
        return cls(float(found[2]) / _EACH[found[3]], int(found[1]))

    def __str__(self) -> str:
        """Format the rate so that ``parse`` reads it, over the shortest unit that gives an integer."""
        many = {unit: self.second * length for unit, length in _EACH.items()}
        unit = next((unit for unit, number in many.items() if abs(number - round(number)) < 1e-9 and number), "s")
        return f"{self.burst:g}+{many[unit]:g}/{unit}"


class RateSettings(Struct, frozen=True):
    """The rates for one connection, one player and one address."""

    frames: Rate = Rate(20, 60)
    """Messages on one socket."""
    player: Rate = Rate(30, 90)
    """Messages of one player, on all sockets."""
    thinking: Rate = Rate(2, 10)
    """Hints of one player."""
    analyses: Rate = Rate(12 / 60, 20)
    """Analyses of finished hands for one player, or one address where nobody is known."""
    puzzles: Rate = Rate(2, 60)
    """Moves of puzzles to judge, hints, solutions and batches of tries, for one player or one address."""
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
    hands: Rate = Rate(60 / 3600, 60)
    """Hands that one player begins."""
    hands_from: Rate = Rate(240 / 3600, 200)
    """Hands begun from one address."""
    changes: Rate = Rate(1, 60)
    """What one player writes between hands: sits down, changes the game …"""
    reactions: Rate = Rate(0.5, 10)
    """Phrases and reactions of one player."""
    calls: Rate = Rate(0.1, 10)
    """Other players whom one player asks to a table."""
    reports: Rate = Rate(5 / 3600, 5)
    """Reports of one player to the admins."""
    accounts: Rate = Rate(2 / 60, 20)
    """User names that are asked for from one address, taken or not."""
    new_accounts: Rate = Rate(10 / 3600, 60)
    """Accounts made from one address, or tried to."""
    handshakes: Rate = Rate(20, 200)
    """Sockets opened from one address."""
    tables_each: Count = 20
    """Tables at which one player sits at the same time."""
    connections: Count = 200
    """Connections of one address at the same time, sockets at tables left out."""
    patience: Annotated[float, Meta(ge=0.1, le=3600)] = 20.0
    """Seconds that a client has to send a whole request."""
    sockets: Count = 200
    """Sockets of one address at the same time."""
    sockets_each: Count = 8
    """Sockets of one player at the same time."""
    bad: Count = 200
    """A socket is closed after this many refused or unreadable frames."""


class TokenBucket:
    """A bucket that refills over time."""

    __slots__ = ("_at", "_clock", "_left", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = rate.burst
        self._at = clock()

    def take(self) -> bool:
        """Take one token. Returns whether there was one."""
        now = self._clock()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def seconds_until_token(self) -> float:
        """Return the seconds until the next token, counted from the last try."""
        return max(0.0, 1 - self._left) / self._rate.second


class KeyedTokenBuckets:
    """Buckets by name. The longest unused ones are dropped, and start full again."""

    def __init__(self, rate: Rate, names: int = 50_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets = LruCache[str, TokenBucket](names)

    def seconds_until_token(self, name: str) -> float:
        """Return the seconds until the next token of a name that was just refused."""
        bucket = self._buckets.get(name)
        return 0.0 if bucket is None else bucket.seconds_until_token

    def take(self, name: str) -> bool:
        """Take one token of a name. Returns whether there was one."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = TokenBucket(self._rate, self._clock)
            self._buckets.put(name, bucket)
        return bucket.take()
