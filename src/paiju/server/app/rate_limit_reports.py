"""Reports which rate limits have refused requests.

The log and the admin page show these limits, each with the name of its setting.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import structlog
from msgspec import Struct

log = structlog.get_logger()


class LimitReport(Struct, frozen=True):
    """How many requests a limit has refused (``times``), and when it refused the last one (``last``).

    ``last`` is in Unix seconds.
    """

    times: int
    last: float


def option_name(limit: str) -> str:
    """Return the option of ``paiju serve`` that sets a limit."""
    return f"--limits-{limit.replace('_', '-')}"


QUIET: Final = 3600.0
"""Minimum seconds between two log entries about a limit."""


class LimitReports:
    """Counts refusals by limit, and logs them with the option that sets the limit."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.limits: dict[str, LimitReport] = {}
        self._clock = clock
        self._logged: dict[str, float] = {}

    def record(self, limit: str, who: str) -> None:
        """Record that a limit refused a request of ``who``, a player or an address.

        User names of login attempts are not logged.
        """
        now = self._clock()
        known = self.limits.get(limit)
        self.limits[limit] = LimitReport(1 if known is None else known.times + 1, now)
        if now - self._logged.get(limit, -QUIET) >= QUIET:
            self._logged[limit] = now
            named = {} if limit == "passwords" else {"who": who}
            log.warning("limit_reached", setting=option_name(limit), **named)
