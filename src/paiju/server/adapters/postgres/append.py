"""The SQL statement that a busy room executes most often. It appends log entries to many game tables at once.

Each of these tables gets one entry (a move).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import astuple

from paiju.server.adapters.store.schema_definition import ENTRIES, SUMMARIES
from paiju.server.app.store import Append

_GIVEN: Final = {**ENTRIES.types, "due": SUMMARIES.types["due"]}
"""The parameters of ``MOVE`` by name, with the type of a single value.

Each parameter is an array with one value for each game table.
"""
_ARRAYS: Final = ", ".join(f"${number}::{kind.rstrip('?')}[]" for number, kind in enumerate(_GIVEN.values(), 1))

MOVE: Final = f"""
WITH given AS (
    SELECT * FROM unnest({_ARRAYS}) AS given ({", ".join(_GIVEN)})
), written AS (
    INSERT INTO entries ({ENTRIES.column_list}) SELECT {ENTRIES.column_list} FROM given
    WHERE version = 1 + coalesce((SELECT max(version) FROM entries WHERE entries.table_id = given.table_id), 0)
    ORDER BY table_id  -- writers lock the same tables in the same order, so they do not deadlock
    ON CONFLICT DO NOTHING RETURNING table_id
), shown AS (
    UPDATE tables SET due = given.due FROM given JOIN written USING (table_id)
    WHERE tables.table_id = given.table_id AND tables.due IS DISTINCT FROM given.due
)
SELECT table_id FROM written
UNION ALL SELECT NULL FROM unnest(${len(_GIVEN) + 1}::text[]) AS news WHERE pg_notify('paiju', news) IS NULL
"""  # noqa: S608 (constants)
"""Writes log entries and the next deadlines of several game tables, with one entry for each table.

Returns the tables whose entry was written. An entry is written only if it has the next version number of its
table and its command is new.

The last parameter contains the messages that announce the entries to other processes. The statement sends all
of them, because a missing message number would look like a lost message. A message about an entry that was not
written does no harm: its receiver reads the log.
"""

NOTIFY: Final = "SELECT pg_notify('paiju', news) FROM unnest($1::text[]) AS news"
"""Sends messages to all processes when the transaction is committed."""


def to_move_parameters(group: Sequence[Append]) -> list[list[Any]]:
    """Return the parameters of the statement ``MOVE`` that write these appends.

    Each parameter is a list with one value for each append. The last parameter of the statement, the messages, is
    not included.
    """
    rows = ((*astuple(append.entry), append.summary.due) for append in group)
    return [list(column) for column in zip(*rows, strict=True)]
