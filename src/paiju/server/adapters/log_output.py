"""Sets up the log on the standard output.

Logging raises no error, even if the output cannot be written, for instance because the disk is full.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, Final, Literal, TextIO, cast

import structlog
from structlog.stdlib import ProcessorFormatter
from uvicorn.config import LOGGING_CONFIG

from paiju.server.redacted_errors import alias_of

Level = Literal["debug", "info", "warning", "error"]
Format = Literal["text", "json"]

_MARKED: Final[list[Any]] = [
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]
"""Processors that add the level, the time and the exception to a log line."""
_JSON: Final = structlog.processors.JSONRenderer(ensure_ascii=False)


_KEYS: Final = frozenset({"table", "hand"})
"""Fields of a log line that contain secret ids. Anybody who knows the id of a private table may sit down at it."""


def replace_secret_ids(logger: Any, method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace each secret id in a log line by an alias.

    ``paiju tables`` shows which alias belongs to which table.
    """
    for key in _KEYS & line.keys():
        line[key] = alias_of(str(line[key]))
    return line


class LossyOutput:
    """The standard output. It drops text that it cannot write."""

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):
            sys.stdout.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            sys.stdout.flush()


def configure_logging(level: Level = "info", form: Format = "text") -> None:
    """Set up the log: from now on logging raises no error, and lines below ``level`` are dropped."""
    structlog.reset_defaults()
    usual = structlog.get_config()["processors"]
    structlog.configure(
        processors=[replace_secret_ids, *([*_MARKED, _JSON] if form == "json" else usual)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(file=cast("TextIO", LossyOutput())),
    )


def library_log_config(form: Format) -> dict[str, Any]:
    """Return the configuration (``logging.config``) for the log lines of libraries.

    If ``form`` is ``json``, these lines become JSON, as the room's own lines are. Otherwise libraries keep their
    own format.
    """
    if form == "text":
        return LOGGING_CONFIG
    plain = [ProcessorFormatter.remove_processors_meta, _JSON]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": ProcessorFormatter, "processors": plain, "foreign_pre_chain": _MARKED}},
        "handlers": {"ours": {"class": "logging.StreamHandler", "stream": LossyOutput(), "formatter": "json"}},
        "root": {"handlers": ["ours"], "level": "WARNING"},
    }
