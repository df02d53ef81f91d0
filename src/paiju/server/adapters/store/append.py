"""Appends an entry to a game table's log, in one transaction with all other changes that the entry causes (``Append``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec.structs import astuple

from paiju.server.adapters.store.coins import booking_rows, reserve_stakes, settle_stakes
from paiju.server.adapters.store.daily import put_duplicate_result
from paiju.server.adapters.store.database import Transaction
from paiju.server.adapters.store.hands import hand_row, played_rows, unrated_hand_row
from paiju.server.adapters.store.schema_definition import (
    BOOKINGS,
    CONTESTS,
    ENTRIES,
    HANDS,
    PLAYED,
    SEATED,
    SNAPSHOTS,
    SUMMARIES,
    TableDefinition,
)
from paiju.server.app.store import Append, TableSummary

GROUP: Final = 256
"""Maximum number of appends that are written together."""

APART: Final = 0.004
"""Minimum seconds from the start of one group of appends to the start of the next.

Appends that arrive in the meantime are written together.
"""

ENTRY: Final = f"""INSERT INTO entries ({ENTRIES.column_list}) SELECT {ENTRIES.parameters_sql}
    WHERE $2 = 1 + (SELECT coalesce(max(version), 0) FROM entries WHERE table_id = $1) ON CONFLICT DO NOTHING"""
"""Writes an entry if it has the next version number of its game table and its command is new."""
_SUMMARY: Final = f"""INSERT INTO tables AS shown ({SUMMARIES.column_list}) VALUES ({SUMMARIES.parameters_sql})
    ON CONFLICT (table_id) DO UPDATE SET ruleset = excluded.ruleset, phase = excluded.phase,
    open_seats = excluded.open_seats, due = excluded.due, format = excluded.format, info = excluded.info,
    updated = CASE WHEN shown.phase = 'playing' AND excluded.phase = 'playing' THEN shown.updated ELSE excluded.updated END"""


async def write_append(db: Transaction, append: Append) -> bool:
    """Write an entry if it continues the log and its command is new. Otherwise change nothing and return False.

    Raises StakeRefused. Moves (``Append.is_move``) are not written by this function, because each database has a
    faster way to write them.
    """
    entry, summary = append.entry, append.summary
    if not await db.execute(ENTRY, *astuple(entry)):
        return False
    await _put_summary(db, summary, entry.at)
    for table, rows in _added_rows(append):
        await db.execute_many(table.insert_sql, rows)
    if append.snapshot is not None:
        await db.execute(SNAPSHOTS.upsert_sql("table_id"), *astuple(append.snapshot))
    if append.stakes:
        await reserve_stakes(db, append.stakes)
    if append.duplicate is not None:
        await put_duplicate_result(db, append.duplicate)
    if append.settled is not None:
        await settle_stakes(db, append.settled)
    return True


def _added_rows(append: Append) -> Iterable[tuple[TableDefinition, Sequence[tuple[Any, ...]]]]:
    """Yield the rows that an append adds besides its entry, grouped by database table. Most appends add none."""
    if (hand := append.finished) is not None:
        yield HANDS, [hand_row(hand)]
        yield PLAYED, played_rows(hand)
        if hand.verdict is not None and hand.verdict.is_rated:
            yield CONTESTS, [unrated_hand_row(hand.id, hand.ended, hand.verdict)]
    if append.settled is not None:
        yield BOOKINGS, booking_rows(append.settled)


async def _put_summary(db: Transaction, summary: TableSummary, at: int) -> None:
    described = summary.table, summary.ruleset, summary.phase, summary.private, summary.open_seats, summary.due
    await db.execute(_SUMMARY, *described, at, summary.format, summary.info)
    seated = {row[0] for row in await db.fetch("SELECT player_id FROM seated WHERE table_id = $1", summary.table)}
    if seated != set(summary.players):
        await db.execute("DELETE FROM seated WHERE table_id = $1", summary.table)
        await db.execute_many(SEATED.insert_sql, [(player, summary.table) for player in summary.players])
