"""``paiju tables``: the tables of a room, and which of them cannot be read."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from paiju.cli.arguments import Given
from paiju.cli.console import print_json, print_table
from paiju.cli.database import find_database
from paiju.locale import text
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.library import Registry
from paiju.server.app.aside import Fault, Unreadable, read_log
from paiju.server.faults import alias_of

UNREADABLE: Final = 1
"""The exit code where a table cannot be read."""


class Row(NamedTuple):
    """A table, and why it cannot be read, if so."""

    table: str
    log: str
    """What it is called in the room's log."""
    ruleset: str
    phase: str
    entries: int
    fault: Fault | None


def run(given: Given) -> int:
    """Read them all; the room need not stop. Raises UsageError."""
    database = find_database(given)
    rows = asyncio.run(_rows(database))
    if given.json:
        print_json([row._asdict() | {"fault": row.fault and row.fault._asdict()} for row in rows])
    else:
        print_table(
            (row.table, row.log, row.ruleset, row.phase, str(row.entries), _told(given.lang, row)) for row in rows
        )
    return UNREADABLE if any(row.fault for row in rows) else 0


def _told(lang: str, row: Row) -> str:
    return "" if row.fault is None else text(lang, "serve.unreadable", **row.fault._asdict())


async def _rows(database: str) -> list[Row]:
    store, library = await open_store(database), Registry()
    rows = []
    try:
        for summary in await store.tables():
            entries, fault = await store.entries(summary.table), None
            try:
                read_log(library, entries)
            except Unreadable as error:
                fault = error.fault
            rows.append(
                Row(summary.table, alias_of(summary.table), summary.ruleset, summary.phase, len(entries), fault)
            )
    finally:
        await store.close()
    return rows
