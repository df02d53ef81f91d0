"""The hot path: write a log entry, and the rows that belong to it, inside a transaction of the writer."""

from __future__ import annotations

import sqlite3
from typing import Final

from msgspec.structs import astuple

from paiju.server.adapters.sqlite.dialect import to_sqlite
from paiju.server.adapters.store.append import added_rows
from paiju.server.adapters.store.coins import changes_by_player, settled_hand_id
from paiju.server.adapters.store.tables import SEATED, SNAPSHOTS, SUMMARIES
from paiju.server.app.store import Append, Booking, Stake, StakeRefused, TableSummary

_ENTRY: Final = """INSERT INTO entries (table_id, version, at, actor, command, format, facts) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
    WHERE ?2 = 1 + (SELECT coalesce(max(version), 0) FROM entries WHERE table_id = ?1) ON CONFLICT DO NOTHING"""
_RUNNING: Final = "UPDATE tables SET due = ?, info = ?, format = ? WHERE table_id = ? AND phase = 'playing'"
_SUMMARY: Final = to_sqlite(SUMMARIES.upsert("table_id"))
_SNAPSHOT: Final = to_sqlite(SNAPSHOTS.upsert("table_id"))
_STAKE: Final = "INSERT INTO at_stake VALUES (?1, ?2, (SELECT ?3 FROM purses WHERE player_id = ?1 AND coins >= ?3))"


def write_append(db: sqlite3.Connection, append: Append) -> bool:
    """Write an entry if it continues the log and its command is new; otherwise change nothing and return False.

    Raises StakeRefused.
    """
    entry, summary = append.entry, append.summary
    if not db.execute(_ENTRY, astuple(entry)).rowcount:
        return False
    # Most entries are moves of a hand in play, which change only the due time and the lobby's text.
    running = summary.due, summary.info, summary.format, summary.table
    if summary.phase != "playing" or not db.execute(_RUNNING, running).rowcount:
        _put_summary(db, summary, entry.at)
    for table, rows in added_rows(append):
        db.executemany(to_sqlite(table.insert), rows)
    if append.snapshot is not None:
        db.execute(_SNAPSHOT, astuple(append.snapshot))
    for stake in append.stakes:
        _put_stake(db, stake)
    if append.settled is not None:
        _settle(db, append.settled)
    return True


def _put_summary(db: sqlite3.Connection, summary: TableSummary, at: int) -> None:
    described = summary.table, summary.ruleset, summary.phase, summary.private, summary.open_seats, summary.due
    db.execute(_SUMMARY, (*described, at, summary.format, summary.info))
    seated = {row[0] for row in db.execute("SELECT player_id FROM seated WHERE table_id = ?", (summary.table,))}
    if seated != set(summary.players):
        db.execute("DELETE FROM seated WHERE table_id = ?", (summary.table,))
        db.executemany(to_sqlite(SEATED.insert), [(player, summary.table) for player in summary.players])


def _put_stake(db: sqlite3.Connection, stake: Stake) -> None:
    try:
        db.execute(_STAKE, astuple(stake))
    except sqlite3.IntegrityError as error:  # the purse holds less: no amount; or some is at stake already
        raise StakeRefused from error


def _settle(db: sqlite3.Connection, booking: Booking) -> None:
    db.execute("DELETE FROM at_stake WHERE hand_id = ?", (settled_hand_id(booking),))
    changes = changes_by_player(booking)
    db.executemany("INSERT INTO purses VALUES (?, 0) ON CONFLICT DO NOTHING", [(player,) for player in changes])
    paid = [(change, player) for player, change in changes.items()]
    db.executemany("UPDATE purses SET coins = coins + ? WHERE player_id = ?", paid)
