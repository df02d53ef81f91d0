"""A table's log as bytes, and back: entries of facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from paiju.core.codec import from_json, from_plain
from paiju.server.app.formats import FACTS, FORMAT, lifted
from paiju.server.app.store import Entry
from paiju.server.domain import facts
from paiju.server.domain.evolve import evolve, open_table
from paiju.server.domain.library import Library
from paiju.server.domain.table import Table
from paiju.server.encoding import encode

_FACTS: Any = list[facts.AnyFact]


def new_entry(table: Table, at: int, actor: str, command: str | None, happened: Sequence[facts.AnyFact]) -> Entry:
    """The entry that has led to a table."""
    return Entry(
        table=table.id,
        version=table.version,
        at=at,
        actor=actor,
        command=command,
        format=FORMAT,
        facts=encode(happened),
    )


def read_facts(entry: Entry, family: str) -> list[facts.AnyFact]:
    """The facts of an entry of a table that plays this family. Its own values are still plain. Raises NotationError."""
    if entry.format == FORMAT:
        return list[facts.AnyFact](from_json(entry.facts, _FACTS))
    plain = lifted(from_json(entry.facts, list[Any]), entry.format, FACTS, family)
    return list[facts.AnyFact](from_plain(plain, _FACTS))


def tables(library: Library, table: Table | None, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Table]]:
    """Each further entry, and the table after it. The very first entry opens the table."""
    for entry in entries:
        happened = read_facts(entry, "" if table is None else table.setup.ruleset.family)
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


def at_version(table: Table, version: int, happened: Sequence[facts.AnyFact]) -> Table:
    """The table with its numbers set. They count entries, not facts."""
    return replace(
        table,
        version=version,
        edition=table.edition + (not facts.is_silent(happened)),
        revised=table.revised if facts.is_within_hand(happened) else version,
    )
