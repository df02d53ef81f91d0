"""The log goes to the standard output. A full disk behind that must not end what wants to say so."""

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
_JSON: Final = structlog.processors.JSONRenderer(ensure_ascii=False)


_KEYS: Final = frozenset({"table", "hand"})
"""What a line of the log says about names that are keys: who knows a private table by its name may sit down there."""


def without_keys(logger: Any, method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The line with aliases instead of names; ``paiju tables`` tells whose they are."""
    for key in _KEYS & line.keys():
        line[key] = alias_of(str(line[key]))
    return line


class LossyOutput:
    """The standard output; what it does not take is lost."""

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):
            sys.stdout.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            sys.stdout.flush()


def configure_logging(level: Level = "info", form: Format = "text") -> None:
    """From now on no line of the log raises, and only those of this level or above are written."""
    structlog.reset_defaults()
    usual = structlog.get_config()["processors"]
    structlog.configure(
        processors=[without_keys, *([*_MARKED, _JSON] if form == "json" else usual)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(file=cast("TextIO", LossyOutput())),
    )


def library_log_config(form: Format) -> dict[str, Any]:
    """How the libraries log (``logging.config``): as they do, or as JSON where we do."""
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
