"""Token buckets, and the rate limits that use them."""

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
    """A rate limit as a token bucket.

    The bucket holds up to ``burst`` tokens, and gains ``second`` tokens per second.
    """

    second: float
    burst: float
    FORM: ClassVar[str] = "N+N/s, N+N/min, N+N/h"
    """The forms that ``parse`` accepts."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a rate: ``20+12/min`` allows 20 requests at once and then 12 per minute. Raises ValueError."""
        found = _WRITTEN.fullmatch(text)
        if found is None or not (int(found[1]) and float(found[2])):
            raise ValueError(text)
        return cls(float(found[2]) / _EACH[found[3]], int(found[1]))

    def __str__(self) -> str:
        """Format the rate in the form that ``parse`` reads.

        The unit of time is the shortest one (``s``, ``min`` or ``h``) in which an integer number of tokens is gained;
        ``s`` if there is none.
        """
        many = {unit: self.second * length for unit, length in _EACH.items()}
        unit = next((unit for unit, number in many.items() if abs(number - round(number)) < 1e-9 and number), "s")
        return f"{self.burst:g}+{many[unit]:g}/{unit}"


class RateSettings(Struct, frozen=True):
    """The room's rate limits, each for one socket, one player or one address."""

    frames: Rate = Rate(20, 60)
    """Messages on one socket."""
    player: Rate = Rate(30, 90)
    """Messages of one player, on all sockets."""
    thinking: Rate = Rate(2, 10)
    """Requests of one player for suggested actions (``advise``)."""
    analyses: Rate = Rate(12 / 60, 20)
    """Analyses of finished hands for one player, or for one address of visitors."""
    puzzles: Rate = Rate(2, 60)
    """Requests about puzzles, by one player or from one address.

    These requests judge a move, give a hint or the solution, or store tries.
    """
    requests: Rate = Rate(20, 100)
    """HTTP requests from one address."""
    guests: Rate = Rate(0.2, 20)
    """New guests from one address. New API tokens and full exports count too.

    The tokens and exports of a player with an account are counted by player instead.
    """
    logins: Rate = Rate(0.2, 20)
    """Requests with a password from one address, whether the password is right or wrong."""
    passwords: Rate = Rate(1 / 60, 20)
    """Login attempts for one user name, even if no account has that name."""
    tables: Rate = Rate(0.1, 20)
    """New tables of one player."""
    tables_from: Rate = Rate(0.2, 40)
    """New tables from one address."""
    hands: Rate = Rate(60 / 3600, 60)
    """Hands that one player starts."""
    hands_from: Rate = Rate(240 / 3600, 200)
    """Hands started from one address."""
    changes: Rate = Rate(1, 60)
    """Changes by one player outside of hands, such as sitting down or changing the setup."""
    reactions: Rate = Rate(0.5, 10)
    """Phrases, reactions and chat messages of one player."""
    calls: Rate = Rate(0.1, 10)
    """Invitations to a table sent by one player."""
    reports: Rate = Rate(5 / 3600, 5)
    """Reports to the admins by one player."""
    accounts: Rate = Rate(2 / 60, 20)
    """Checks from one address whether a user name is taken."""
    new_accounts: Rate = Rate(10 / 3600, 60)
    """Attempts to create an account from one address."""
    handshakes: Rate = Rate(20, 200)
    """Sockets opened from one address."""
    tables_each: Count = 20
    """Maximum number of tables at which one player may sit at the same time."""
    connections: Count = 200
    """Maximum number of open connections from one address, not counting sockets at tables."""
    patience: Annotated[float, Meta(ge=0.1, le=3600)] = 20.0
    """Seconds within which a client must send a whole request."""
    sockets: Count = 200
    """Maximum number of open sockets from one address."""
    sockets_each: Count = 8
    """Maximum number of open sockets of one player."""
    bad: Count = 200
    """Number of refused or unreadable messages after which a socket is closed."""


class TokenBucket:
    """A token bucket that refills over time."""

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
        """The seconds from the last call of ``take`` until the next token is there."""
        return max(0.0, 1 - self._left) / self._rate.second


class KeyedTokenBuckets:
    """A token bucket for each name, such as a player's id.

    If there are too many buckets, those that were unused for longest are dropped. If the name of a dropped bucket
    is used again, its bucket starts full.
    """

    def __init__(self, rate: Rate, names: int = 50_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets = LruCache[str, TokenBucket](names)

    def seconds_until_token(self, name: str) -> float:
        """Return the seconds until the next token for a name that ``take`` has just refused."""
        bucket = self._buckets.get(name)
        return 0.0 if bucket is None else bucket.seconds_until_token

    def take(self, name: str) -> bool:
        """Take one token of a name's bucket. Returns whether there was one."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = TokenBucket(self._rate, self._clock)
            self._buckets.put(name, bucket)
        return bucket.take()
