"""Hashes passwords with Argon2id in separate threads (``PasswordHasher``), with the parameters that the library recommends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from paiju.server.errors import RateLimited

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE: Final = 2
"""Maximum number of passwords hashed at the same time. Each takes 64 MiB."""

WAITING: Final = 16
"""Maximum number of requests that wait for a thread. Further requests are refused.

If so many requests wait, the last of them waits a few seconds.
"""


class Argon2Hasher:
    """Hashes passwords with Argon2id.

    The work is done in separate threads, so that the event loop stays free. At most ``AT_ONCE`` passwords are
    hashed at a time.
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(AT_ONCE, "password")
        self._asked = 0

    async def hash(self, password: str) -> str:
        return await self._run_in_thread(self._hasher.hash, password)

    async def matches(self, secret: str, password: str) -> bool:
        try:
            return await self._run_in_thread(self._hasher.verify, secret, password)
        except VerifyMismatchError:
            return False

    def needs_rehash(self, secret: str) -> bool:
        return self._hasher.check_needs_rehash(secret)

    def close(self) -> None:
        """Stop the threads. No new hash can start."""
        self._threads.shutdown(cancel_futures=True)

    async def _run_in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._asked >= AT_ONCE + WAITING:
            raise RateLimited("too_many_logins", seconds=5)
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*args, **kwargs))
        finally:
            self._asked -= 1
