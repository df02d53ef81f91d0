"""Quarantine of unreadable stored data: the room reports it, and everything else continues to work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import structlog

from paiju.core.errors import PaijuError
from paiju.server.app.store import Entry
from paiju.server.app.tables.log_entries import iter_table_versions
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.domain.table_state import Table
from paiju.server.errors import Quarantined
from paiju.server.redacted_errors import error_location, error_type

log = structlog.get_logger()


class QuarantineReason(NamedTuple):
    """Why a table cannot be read: the number of the log entry, the exception's class, and the place in the code.

    ``entry`` is the entry that could not be applied, and ``place`` is where the exception was raised. The text of the
    exception is left out, because it might reveal somebody's cards.
    """

    entry: int
    reason: str
    place: str


class CorruptStream(Exception):
    """An event log that cannot be read to its end."""

    def __init__(self, fault: QuarantineReason) -> None:
        super().__init__(fault)
        self.fault = fault


def replay_log(
    library: RulesetRegistry, entries: Sequence[Entry], start: Table | None = None
) -> tuple[Table | None, list[int]]:  # fmt: skip
    """Return the table after all entries of its log, and ``Table.edition`` after each entry.

    ``start`` is the table before the first entry; None if the entries begin with the opening of the table. If
    there are no entries, the table returned is ``start``. Raises CorruptStream for any error.
    """
    last = start
    editions: list[int] = []
    try:
        for _, last in iter_table_versions(library, start, entries):
            editions.append(last.edition)
    except Exception as error:
        raise CorruptStream(
            QuarantineReason(len(editions) + 1, _format_reason(error), error_location(error))
        ) from error
    if len(editions) < len(entries):
        raise CorruptStream(QuarantineReason(1, "not_opened", ""))
    return last, editions


def is_readable(library: RulesetRegistry, entries: Sequence[Entry]) -> bool:
    """Whether an event log can be read to its end."""
    try:
        replay_log(library, entries)
    except CorruptStream:
        return False
    return True


def _format_reason(error: Exception) -> str:
    return error.code if isinstance(error, PaijuError) else error_type(error)


@contextmanager
def quarantine_hand_errors(name: str) -> Iterator[None]:
    """Context manager that turns any error while reading a finished hand into Quarantined, and logs it."""
    try:
        yield
    except Exception as error:
        log.warning("hand_set_aside", hand=name, reason=_format_reason(error), at=error_location(error))
        raise Quarantined("hand_aside", name=name) from error
