"""A table's log as bytes, and back: entries of facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

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


class Step(NamedTuple):
    """An entry, the table after it, and what happened, the family's values as they were when it did."""

    entry: Entry
    table: Table
    happened: Sequence[facts.AnyFact]


def steps(library: Library, table: Table | None, entries: Iterable[Entry]) -> Iterator[Step]:
    """Each further entry as a step. The very first entry opens the table."""
    for entry in entries:
        happened = []
        for fact in read_facts(entry, "" if table is None else table.setup.ruleset.family):
            if isinstance(fact, facts.Opened):
                table = open_table(library, entry.table, fact, entry.at)
            elif table is not None:
                table = evolve(library, table, fact, entry.at)
            happened.append(_as_made(table, fact))
        if table is not None:
            table = at_version(table, entry.version, happened)
            yield Step(entry, table, happened)


def _as_made(table: Table | None, fact: facts.AnyFact) -> facts.AnyFact:
    """A move with the action and the events that the table has read from it."""
    if table is None or table.hand is None or not isinstance(fact, facts.Moved):
        return fact
    move = table.hand.moves[-1]
    return facts.Moved(move.seat, move.by, move.action, move.events)


def tables(library: Library, table: Table | None, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Table]]:
    """Each further entry, and the table after it."""
    return ((step.entry, step.table) for step in steps(library, table, entries))


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
