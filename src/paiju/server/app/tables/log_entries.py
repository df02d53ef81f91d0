"""Encodes and decodes a table's event log, and applies its entries. Each entry has the events of one command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from paiju.core.codec import from_json, from_plain
from paiju.server.app.store import Entry
from paiju.server.app.upcasting import EVENT_UPCASTERS, FORMAT, upcast
from paiju.server.domain import table_events
from paiju.server.domain.evolve import evolve, new_table
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.domain.table_state import Table
from paiju.server.json_encoding import encode

_DECODER: Any = list[table_events.AnyTableEvent]


def make_entry(
    table: Table, at: int, actor: str, command: str | None, happened: Sequence[table_events.AnyTableEvent]
) -> Entry:
    """Return the log entry for a command with the events ``happened``.

    ``table`` is the table after these events. ``at`` is the time in Unix milliseconds. ``actor`` is the id of the
    player who sent the command, and ``command`` the command's id. For a command of the server, ``actor`` is ""
    and ``command`` is None.
    """
    return Entry(
        table=table.id,
        version=table.version,
        at=at,
        actor=actor,
        command=command,
        format=FORMAT,
        facts=encode(happened),
    )


def decode_events(entry: Entry, family: str) -> list[table_events.AnyTableEvent]:
    """Decode the events of an entry. Values of the family's own types stay dicts and lists. Raises NotationError."""
    if entry.format == FORMAT:
        return list[table_events.AnyTableEvent](from_json(entry.facts, _DECODER))
    plain = upcast(from_json(entry.facts, list[Any]), entry.format, EVENT_UPCASTERS, family)
    return list[table_events.AnyTableEvent](from_plain(plain, _DECODER))


class LogStep(NamedTuple):
    """A log entry, the table after it, and the events of the entry.

    In these events, the actions are values of the family's types, not dicts as in the entry.
    """

    entry: Entry
    table: Table
    happened: Sequence[table_events.AnyTableEvent]


def iter_steps(library: RulesetRegistry, table: Table | None, entries: Iterable[Entry]) -> Iterator[LogStep]:
    """Apply log entries to ``table`` one after another. Yield each entry, with the table as it is after the entry.

    ``table`` is None at the beginning of a log. The first entry of a log opens the table.
    """
    for entry in entries:
        happened = []
        for fact in decode_events(entry, "" if table is None else table.setup.ruleset.family):
            if isinstance(fact, table_events.TableOpened):
                table = new_table(library, entry.table, fact, entry.at)
            elif table is not None:
                table = evolve(library, table, fact, entry.at)
            happened.append(_with_decoded_values(table, fact))
        if table is not None:
            table = advance_versions(table, entry.version, happened)
            yield LogStep(entry, table, happened)


def _with_decoded_values(table: Table | None, fact: table_events.AnyTableEvent) -> table_events.AnyTableEvent:
    """Return a move whose action and events are values of the family's types instead of dicts.

    ``table`` is the table after the move; the decoded values are taken from it. If ``fact`` is not a move, it is
    returned unchanged.
    """
    if table is None or table.hand is None or not isinstance(fact, table_events.MoveMade):
        return fact
    move = table.hand.moves[-1]
    return table_events.MoveMade(move.seat, move.by, move.action, move.events)


def iter_table_versions(
    library: RulesetRegistry, table: Table | None, entries: Iterable[Entry]
) -> Iterator[tuple[Entry, Table]]:
    """Apply entries to ``table``, and yield each entry with the table after it.

    ``table`` is None at the beginning of a log, whose first entry opens the table.
    """
    return ((step.entry, step.table) for step in iter_steps(library, table, entries))


def fold(library: RulesetRegistry, table: Table | None, entries: Iterable[Entry]) -> Table | None:
    """Apply entries to ``table``, and return the table after all of them; None if there is no table and no entry."""
    for _, after in iter_table_versions(library, table, entries):
        table = after
    return table


def advance_versions(table: Table, version: int, happened: Sequence[table_events.AnyTableEvent]) -> Table:
    """Return the table after an entry, with ``version``, ``edition`` and ``revised`` updated.

    - ``version`` becomes the given version, which is that of the entry.
    - ``edition`` grows by one unless the entry is silent (``is_silent``), however many events the entry contains.
    - ``revised`` becomes ``version`` if the entry changes something other than the running hand.
    """
    return replace(
        table,
        version=version,
        edition=table.edition + (not table_events.is_silent(happened)),
        revised=table.revised if table_events.is_within_hand(happened) else version,
    )
