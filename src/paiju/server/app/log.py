"""A table's log as bytes, and back: entries of facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from paiju.core.codec import from_json
from paiju.server.app.store import Entry
from paiju.server.domain import facts
from paiju.server.domain.evolve import evolve, open_table
from paiju.server.domain.library import Library
from paiju.server.domain.table import Table
from paiju.server.encoding import encode

_FACTS: Any = list[facts.AnyFact]


def write_facts(happened: Sequence[facts.AnyFact]) -> bytes:
    """The facts of one entry as JSON."""
    return encode(happened)


def read_facts(entry: Entry) -> list[facts.AnyFact]:
    """The facts of an entry; a family's own values in them are still plain. Raises NotationError."""
    read: list[facts.AnyFact] = from_json(entry.facts, _FACTS)
    return read


def tables(library: Library, table: Table | None, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Table]]:
    """Each further entry and the table after it; the first entry of all opens the table."""
    for entry in entries:
        happened = read_facts(entry)
        for fact in happened:
            if isinstance(fact, facts.Opened):
                table = open_table(library, entry.table, fact, entry.at)
            elif table is not None:
                table = evolve(library, table, fact, entry.at)
        if table is not None:
            table = at_version(table, entry.version, happened)
            yield entry, table


def fold(library: Library, table: Table | None, entries: Iterable[Entry]) -> Table | None:
    """The table after further entries; None when there has never been one."""
    for _, after in tables(library, table, entries):
        table = after
    return table


def at_version(table: Table, version: int, happened: Iterable[facts.AnyFact]) -> Table:
    """The table with its version set: one an entry, not one a fact."""
    return replace(table, version=version, told=table.told + (not facts.untold(happened)))
