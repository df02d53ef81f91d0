"""The tables' logs, and what the lobby knows of them."""

from __future__ import annotations

import sqlite3

from paiju.server.adapters.rows import SUMMARY, entry_of, snapshot_of, summary_of
from paiju.server.adapters.sqlite.coins import put_stake, settle
from paiju.server.adapters.sqlite.files import SqliteFile
from paiju.server.adapters.sqlite.hands import put_hand
from paiju.server.app.store import Append, Entry, Snapshot, Summary


class SqliteLog(SqliteFile):
    """``LogStore``."""

    async def append(self, append: Append) -> bool:
        """See ``LogStore.append``."""
        return await self.do(lambda db: _append(db, append))

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """See ``LogStore.entries``."""
        sql = "SELECT * FROM entries WHERE table_id = ? AND version > ? ORDER BY version"
        return [entry_of(row) for row in await self.read(sql, table, after)]

    async def snapshot(self, table: str) -> Snapshot | None:
        """See ``LogStore.snapshot``."""
        sql = "SELECT table_id, version, build, state FROM snapshots WHERE table_id = ?"
        return snapshot_of(await self.read(sql, table))

    async def tables(self) -> list[Summary]:
        """See ``LogStore.tables``."""
        return await self._summaries(f"SELECT {SUMMARY} FROM tables ORDER BY updated DESC")  # noqa: S608

    async def overdue(self, before: int) -> list[str]:
        """See ``LogStore.overdue``."""
        rows = await self.read("SELECT table_id FROM tables WHERE due < ? ORDER BY due LIMIT 1000", before)
        return [row[0] for row in rows]

    async def running(self) -> list[str]:
        """See ``LogStore.running``."""
        return [row[0] for row in await self.read("SELECT table_id FROM tables WHERE phase = 'playing'")]

    async def public_tables(self, ruleset: str | None = None, limit: int = 50) -> list[Summary]:
        """See ``LogStore.public_tables``."""
        sql = f"""SELECT {SUMMARY} FROM tables WHERE private = 0 AND phase <> 'closed' AND (? IS NULL OR ruleset = ?)
            ORDER BY open_seats = 0, updated DESC LIMIT ?"""  # noqa: S608 (a constant)
        return await self._summaries(sql, ruleset, ruleset, limit)

    async def deserted(self, before: int, limit: int = 100) -> list[str]:
        """See ``LogStore.deserted``."""
        sql = """SELECT table_id FROM tables WHERE private = 0 AND phase <> 'closed' AND phase <> 'playing' AND updated < ?
            ORDER BY updated LIMIT ?"""
        return [row[0] for row in await self.read(sql, before, limit)]

    async def unused(self, before: int, limit: int = 100, *, empty: bool = False) -> list[str]:
        """See ``LogStore.unused``."""
        sql = """SELECT table_id FROM tables WHERE phase <> 'playing' AND updated < ? AND (NOT ? OR phase = 'closed'
            OR NOT EXISTS (SELECT * FROM seated WHERE seated.table_id = tables.table_id)) ORDER BY updated LIMIT ?"""
        return [row[0] for row in await self.read(sql, before, empty, limit)]

    async def forget_table(self, table: str, before: int) -> bool:
        """See ``LogStore.forget_table``."""
        return await self.do(lambda db: _forget(db, table, before))

    async def drop_table(self, table: str) -> None:
        """See ``LogStore.drop_table``."""
        await self.do(lambda db: _drop(db, table))

    async def tables_of(self, player: str) -> list[Summary]:
        """See ``LogStore.tables_of``."""
        sql = f"""SELECT {SUMMARY} FROM tables WHERE phase <> 'closed'
            AND table_id IN (SELECT table_id FROM seated WHERE player_id = ?) ORDER BY updated DESC"""  # noqa: S608
        return await self._summaries(sql, player)

    async def beat(self, now: int) -> None:
        """See ``LogStore.beat``."""
        sql = "INSERT INTO meta VALUES ('beat', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self.write(sql, now)

    async def last_beat(self) -> int | None:
        """See ``LogStore.last_beat``."""
        rows = await self.read("SELECT value FROM meta WHERE name = 'beat'")
        return rows[0][0] if rows else None

    async def _summaries(self, sql: str, *values: object) -> list[Summary]:
        return [summary_of(row) for row in await self.read(sql, *values)]


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
    if not _play_on(db, append.summary):
        _put_summary(db, append.summary, entry.at)
    if append.finished is not None:
        put_hand(db, append.finished)
    if (kept := append.snapshot) is not None:
        db.execute("REPLACE INTO snapshots VALUES (?, ?, ?, ?)", (kept.table, kept.version, kept.build, kept.state))
    for stake in append.stakes:
        put_stake(db, stake)
    if append.settled is not None:
        settle(db, append.settled)
    return True


def _forget(db: sqlite3.Connection, table: str, before: int) -> bool:
    sql = "DELETE FROM tables WHERE table_id = ? AND phase <> 'playing' AND updated < ?"
    forgotten = db.execute(sql, (table, before)).rowcount
    if forgotten:
        _drop(db, table)
    return forgotten > 0


def _drop(db: sqlite3.Connection, table: str) -> None:
    for name in ("tables", "entries", "seated", "snapshots"):
        db.execute(f"DELETE FROM {name} WHERE table_id = ?", (table,))  # noqa: S608 (constants)
    db.execute("DELETE FROM at_stake WHERE hand_id LIKE ? || '-%'", (table,))


def _play_on(db: sqlite3.Connection, summary: Summary) -> bool:
    """While a hand is in play only what is due changes, and the lobby's line. So it is with most entries."""
    if summary.phase != "playing":
        return False
    sql = "UPDATE tables SET due = ?, info = ?, format = ? WHERE table_id = ? AND phase = 'playing'"
    return db.execute(sql, (summary.due, summary.info, summary.format, summary.table)).rowcount > 0


def _put_summary(db: sqlite3.Connection, summary: Summary, at: int) -> None:
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
