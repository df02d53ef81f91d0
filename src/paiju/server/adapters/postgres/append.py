"""The hot path: one statement writes a move in each of many tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import astuple

from paiju.server.adapters.store.schema_definition import ENTRIES, SUMMARIES
from paiju.server.app.store import Append

_GIVEN: Final = {**ENTRIES.types, "due": SUMMARIES.types["due"]}
"""The parameters: each is a column of values."""
_ARRAYS: Final = ", ".join(f"${number}::{kind.rstrip('?')}[]" for number, kind in enumerate(_GIVEN.values(), 1))

MOVE: Final = f"""
WITH given AS (
    SELECT * FROM unnest({_ARRAYS}) AS given ({", ".join(_GIVEN)})
), written AS (
    INSERT INTO entries ({ENTRIES.columns}) SELECT {ENTRIES.columns} FROM given
    WHERE version = 1 + coalesce((SELECT max(version) FROM entries WHERE entries.table_id = given.table_id), 0)
    ORDER BY table_id  -- writers of the same tables lock them in one order, so none deadlock
    ON CONFLICT DO NOTHING RETURNING table_id
), shown AS (
    UPDATE tables SET due = given.due FROM given JOIN written USING (table_id) WHERE tables.table_id = given.table_id
)
SELECT table_id FROM written
UNION ALL SELECT NULL FROM unnest(${len(_GIVEN) + 1}::text[]) AS news WHERE pg_notify('paiju', news) IS NULL
"""  # noqa: S608 (constants)
"""Takes one entry per table, and returns the tables whose entry it wrote. One that loses the compare-and-set writes nothing.

The last parameter has the messages. They announce every entry, even one that another process has written first: the receiver
reads the log anyway, and no message number is skipped.
"""

NOTIFY: Final = "SELECT pg_notify('paiju', news) FROM unnest($1::text[]) AS news"
"""Sends messages when the transaction is committed."""


def to_columns(group: Sequence[Append]) -> list[list[Any]]:
    """Return the parameters of ``MOVE`` without the messages."""
    rows = ((*astuple(append.entry), append.summary.due) for append in group)
    return [list(column) for column in zip(*rows, strict=True)]
