"""Limits that have turned somebody away. The log and the admin page show them, with their settings."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import structlog
from msgspec import Struct

log = structlog.get_logger()


class LimitReport(Struct, frozen=True):
    """How often a limit has turned somebody away, and when last (seconds since 1970)."""

    times: int
    last: float


def option_name(limit: str) -> str:
    """The option of ``paiju serve`` that sets a limit."""
    return f"--limits-{limit.replace('_', '-')}"


QUIET: Final = 3600.0
"""Seconds for which the log does not name a limit again."""


class LimitReports:
    """The limits that have refused somebody, logged with the setting that changes them."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.limits: dict[str, LimitReport] = {}
        self._clock = clock
        self._logged: dict[str, float] = {}

    def record(self, limit: str, who: str) -> None:
        """Record that a limit refused a player or an address. A user name that somebody tries to log in with is not logged."""
        now = self._clock()
        known = self.limits.get(limit)
        self.limits[limit] = LimitReport(1 if known is None else known.times + 1, now)
        if now - self._logged.get(limit, -QUIET) >= QUIET:
            self._logged[limit] = now
            named = {} if limit == "passwords" else {"who": who}
            log.warning("limit_reached", setting=option_name(limit), **named)
