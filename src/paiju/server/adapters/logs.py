"""The log goes to the standard output. A full disk behind that must not end what wants to say so."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TextIO, cast

import structlog


class Unfailing:
    """The standard output; what it does not take is lost."""

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):
            sys.stdout.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            sys.stdout.flush()


def log_without_fail() -> None:
    """From now on no line of the log raises."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(file=cast("TextIO", Unfailing())))
