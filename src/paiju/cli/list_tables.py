"""``paiju tables``: lists the tables of a room, and says which of them cannot be read."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import print_json, print_table
from paiju.cli.database_argument import existing_database
from paiju.locale import translate
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.quarantine import CorruptStream, QuarantineReason, replay_log
from paiju.server.redacted_errors import alias_of

UNREADABLE: Final = 1
"""Exit code if a table cannot be read."""


class TableRow(NamedTuple):
    """A table of the room. ``fault`` is the reason why it cannot be read; None if it can be read."""

    table: str
    log: str
    """The hash that stands for the table's id in the server's log file."""
    ruleset: str
    phase: str
    entries: int
    fault: QuarantineReason | None


def run(given: ParsedArguments) -> int:
    """Read and list all tables. The server may keep running. Raises UsageError, CannotServe."""
    database = existing_database(given)
    rows = asyncio.run(_read_and_check_tables(database))
    if given.json:
        print_json([row._asdict() | {"fault": row.fault and row.fault._asdict()} for row in rows])
    else:
        print_table(
            (row.table, row.log, row.ruleset, row.phase, str(row.entries), _fault_text(given.lang, row)) for row in rows
        )
    return UNREADABLE if any(row.fault for row in rows) else 0


def _fault_text(lang: str, row: TableRow) -> str:
    return "" if row.fault is None else translate(lang, "serve.unreadable", **row.fault._asdict())


async def _read_and_check_tables(database: str) -> list[TableRow]:
    store, library = await open_store(database), StandardRegistry()
    rows = []
    try:
        for summary in await store.all_tables():
            entries, fault = await store.entries(summary.table), None
            try:
                replay_log(library, entries)
            except CorruptStream as error:
                fault = error.fault
            rows.append(
                TableRow(summary.table, alias_of(summary.table), summary.ruleset, summary.phase, len(entries), fault)
            )
    finally:
        await store.close()
    return rows
