"""The tables' logs, and what the lobby knows of them."""

from __future__ import annotations

import sqlite3

from paiju.server.adapters.row_mappers import SUMMARY, to_entry, to_snapshot, to_summary
from paiju.server.adapters.sqlite.base import SqliteDatabase
from paiju.server.adapters.sqlite.coins import put_stake, write_settlement
from paiju.server.adapters.sqlite.hands import put_hand
from paiju.server.app.store import Append, Entry, Snapshot, TableSummary


class SqliteEventLog(SqliteDatabase):
    """``EventLogStore``."""

    async def append(self, append: Append) -> bool:
        return await self.transaction(lambda db: _append(db, append))

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        sql = "SELECT * FROM entries WHERE table_id = ? AND version > ? ORDER BY version"
        return [to_entry(row) for row in await self.read(sql, table, after)]

    async def snapshot(self, table: str) -> Snapshot | None:
        sql = "SELECT table_id, version, build, state FROM snapshots WHERE table_id = ?"
        return to_snapshot(await self.read(sql, table))

    async def all_tables(self) -> list[TableSummary]:
        return await self._summaries(f"SELECT {SUMMARY} FROM tables ORDER BY updated DESC")  # noqa: S608

    async def overdue_tables(self, before: int) -> list[str]:
        rows = await self.read("SELECT table_id FROM tables WHERE due < ? ORDER BY due LIMIT 1000", before)
        return [row[0] for row in rows]

    async def running_tables(self) -> list[str]:
        return [row[0] for row in await self.read("SELECT table_id FROM tables WHERE phase = 'playing'")]

    async def public_tables(self, ruleset: str | None = None, limit: int = 50) -> list[TableSummary]:
        sql = f"""SELECT {SUMMARY} FROM tables WHERE private = 0 AND phase <> 'closed' AND (? IS NULL OR ruleset = ?)
            ORDER BY open_seats = 0, updated DESC LIMIT ?"""  # noqa: S608 (a constant)
        return await self._summaries(sql, ruleset, ruleset, limit)

    async def deserted_tables(self, before: int, limit: int = 100) -> list[str]:
        sql = """SELECT table_id FROM tables WHERE private = 0 AND phase <> 'closed' AND phase <> 'playing' AND updated < ?
            ORDER BY updated LIMIT ?"""
        return [row[0] for row in await self.read(sql, before, limit)]

    async def unused_tables(self, before: int, limit: int = 100, *, empty: bool = False) -> list[str]:
        sql = """SELECT table_id FROM tables WHERE phase <> 'playing' AND updated < ? AND (NOT ? OR phase = 'closed'
            OR NOT EXISTS (SELECT * FROM seated WHERE seated.table_id = tables.table_id)) ORDER BY updated LIMIT ?"""
        return [row[0] for row in await self.read(sql, before, empty, limit)]

    async def purge_table(self, table: str, before: int) -> bool:
        return await self.transaction(lambda db: _purge_table(db, table, before))

    async def drop_table(self, table: str) -> None:
        await self.transaction(lambda db: _drop_table(db, table))

    async def tables_of(self, player: str) -> list[TableSummary]:
        sql = f"""SELECT {SUMMARY} FROM tables WHERE phase <> 'closed'
            AND table_id IN (SELECT table_id FROM seated WHERE player_id = ?) ORDER BY updated DESC"""  # noqa: S608
        return await self._summaries(sql, player)

    async def heartbeat(self, now: int) -> None:
        sql = "INSERT INTO meta VALUES ('beat', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self.write(sql, now)

    async def last_heartbeat(self) -> int | None:
        rows = await self.read("SELECT value FROM meta WHERE name = 'beat'")
        return rows[0][0] if rows else None

    async def _summaries(self, sql: str, *values: object) -> list[TableSummary]:
        return [to_summary(row) for row in await self.read(sql, *values)]


def _append(db: sqlite3.Connection, append: Append) -> bool:
    entry = append.entry
    written = db.execute(
        """INSERT INTO entries SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
        WHERE ?2 = 1 + (SELECT coalesce(max(version), 0) FROM entries WHERE table_id = ?1)
        ON CONFLICT DO NOTHING""",
        (entry.table, entry.version, entry.at, entry.actor, entry.command, entry.facts, entry.format),
    ).rowcount
    if not written:
        return False
    if not _update_running_summary(db, append.summary):
        _put_summary(db, append.summary, entry.at)
    if append.finished is not None:
        put_hand(db, append.finished)
    if (kept := append.snapshot) is not None:
        db.execute("REPLACE INTO snapshots VALUES (?, ?, ?, ?)", (kept.table, kept.version, kept.build, kept.state))
    for stake in append.stakes:
        put_stake(db, stake)
    if append.settled is not None:
        write_settlement(db, append.settled)
    return True


def _purge_table(db: sqlite3.Connection, table: str, before: int) -> bool:
    sql = "DELETE FROM tables WHERE table_id = ? AND phase <> 'playing' AND updated < ?"
    forgotten = db.execute(sql, (table, before)).rowcount
    if forgotten:
        _drop_table(db, table)
    return forgotten > 0


def _drop_table(db: sqlite3.Connection, table: str) -> None:
    for name in ("tables", "entries", "seated", "snapshots"):
        db.execute(f"DELETE FROM {name} WHERE table_id = ?", (table,))  # noqa: S608 (constants)
    db.execute("DELETE FROM at_stake WHERE hand_id LIKE ? || '-%'", (table,))


def _update_running_summary(db: sqlite3.Connection, summary: TableSummary) -> bool:
    """While a hand is in play only what is due changes, and the lobby's line. So it is with most entries."""
    if summary.phase != "playing":
        return False
    sql = "UPDATE tables SET due = ?, info = ?, format = ? WHERE table_id = ? AND phase = 'playing'"
    return db.execute(sql, (summary.due, summary.info, summary.format, summary.table)).rowcount > 0


def _put_summary(db: sqlite3.Connection, summary: TableSummary, at: int) -> None:
    db.execute(
        """INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET ruleset = excluded.ruleset,
        phase = excluded.phase, open_seats = excluded.open_seats, due = excluded.due, updated = excluded.updated,
        info = excluded.info, format = excluded.format""",
        (
            summary.table,
            summary.ruleset,
            summary.phase,
            summary.private,
            summary.open_seats,
            summary.due,
            at,
            summary.info,
            summary.format,
        ),
    )
    seated = {row[0] for row in db.execute("SELECT player_id FROM seated WHERE table_id = ?", (summary.table,))}
    if seated != set(summary.players):
        db.execute("DELETE FROM seated WHERE table_id = ?", (summary.table,))
        db.executemany("INSERT INTO seated VALUES (?, ?)", [(player, summary.table) for player in summary.players])
