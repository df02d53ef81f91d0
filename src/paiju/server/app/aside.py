"""What is stored and cannot be read: it is set aside and named, and all else goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import structlog

from paiju.core.errors import PaijuError
from paiju.server.app.log import tables
from paiju.server.app.store import Entry
from paiju.server.domain.library import Library
from paiju.server.domain.table import Table
from paiju.server.errors import SetAside
from paiju.server.faults import kind_of, place_of

log = structlog.get_logger()


class Fault(NamedTuple):
    """Why a table cannot be read: the entry of its log that stands in the way, what was raised, and where in the code.

    What the error says is left out: it might tell somebody's cards.
    """

    entry: int
    reason: str
    place: str


class Unreadable(Exception):
    """A table's log that cannot be read to its end."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def read_log(
    library: Library, entries: Sequence[Entry], start: Table | None = None
) -> tuple[Table | None, list[int]]:  # fmt: skip
    """The table after all entries, if there are any, and its edition after each. Raises Unreadable, whatever is wrong."""
    last = start
    editions: list[int] = []
    try:
        for _, last in tables(library, start, entries):
            editions.append(last.edition)
    except Exception as error:
        raise Unreadable(Fault(len(editions) + 1, _reason(error), place_of(error))) from error
    if len(editions) < len(entries):
        raise Unreadable(Fault(1, "not_opened", ""))
    return last, editions


def is_readable(library: Library, entries: Sequence[Entry]) -> bool:
    """Whether a log can be read to its end."""
    try:
        read_log(library, entries)
    except Unreadable:
        return False
    return True


def _reason(error: Exception) -> str:
    return error.code if isinstance(error, PaijuError) else kind_of(error)


@contextmanager
def reading_hand(name: str) -> Iterator[None]:
    """Read a hand that is over. Whatever goes wrong with it concerns it alone. Raises SetAside."""
    try:
        yield
    except Exception as error:
        log.warning("hand_set_aside", hand=name, reason=_reason(error), at=place_of(error))
        raise SetAside("hand_aside", name=name) from error
