"""The part of the store for the tables' logs, snapshots and summaries."""

from __future__ import annotations

from typing import Final

from paiju.server.adapters.store.database import Row, StorePart, Transaction
from paiju.server.adapters.store.schema_definition import ENTRIES, META, SNAPSHOTS, struct_from_row
from paiju.server.app.store import Append, Entry, Snapshot, TableSummary

SUMMARY: Final = "table_id, ruleset, phase, private, open_seats, due, format, info"
"""The columns of a table's summary, without the seated players."""
_SUMMARIES: Final = f"SELECT {SUMMARY} FROM tables"


class DatabaseEventLog(StorePart):
    """Stores the tables' logs, snapshots and summaries, and the heartbeats, in the room's database (``EventLogStore``)."""

    async def append(self, append: Append) -> bool:
        return await self.db.append(append)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        sql = f"{ENTRIES.select_sql} WHERE table_id = $1 AND version > $2 ORDER BY version"
        return [struct_from_row(Entry, row) for row in await self.db.read(sql, table, after)]

    async def snapshot(self, table: str) -> Snapshot | None:
        sql = f"{SNAPSHOTS.select_sql} WHERE table_id = $1"
        return next((struct_from_row(Snapshot, row) for row in await self.db.read(sql, table)), None)

    async def all_tables(self) -> list[TableSummary]:
        return await self._read_summaries(f"{_SUMMARIES} ORDER BY updated DESC")

    async def overdue_tables(self, before: int) -> list[str]:
        return await self._table_ids("SELECT table_id FROM tables WHERE due < $1 ORDER BY due LIMIT 1000", before)

    async def tables_in_play(self) -> list[str]:
        return await self._table_ids("SELECT table_id FROM tables WHERE phase = 'playing'")

    async def public_tables(self, ruleset: str | None = None, limit: int = 50) -> list[TableSummary]:
        sql = f"""{_SUMMARIES} WHERE private = false AND phase <> 'closed' AND ($1::text IS NULL OR ruleset = $1)
            ORDER BY open_seats = 0, updated DESC LIMIT $2"""
        return await self._read_summaries(sql, ruleset, limit)

    async def idle_public_tables(self, before: int, limit: int = 100) -> list[str]:
        sql = """SELECT table_id FROM tables WHERE private = false AND phase <> 'closed' AND phase <> 'playing'
            AND updated < $1 ORDER BY updated LIMIT $2"""
        return await self._table_ids(sql, before, limit)

    async def idle_tables(self, before: int, limit: int = 100, *, empty: bool = False) -> list[str]:
        few = """AND (phase = 'closed' OR NOT EXISTS (
            SELECT 1 FROM seated WHERE seated.table_id = tables.table_id))"""
        sql = f"""SELECT table_id FROM tables WHERE phase <> 'playing' AND updated < $1 {few if empty else ""}
            ORDER BY updated LIMIT $2"""
        return await self._table_ids(sql, before, limit)

    async def purge_idle_table(self, table: str, before: int) -> bool:
        async def delete_if_idle(db: Transaction) -> bool:
            sql = "DELETE FROM tables WHERE table_id = $1 AND phase <> 'playing' AND updated < $2"
            if self.db.claims_tables:  # no process owns it
                sql += " AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.table_id = $1)"
            purged = await db.execute(sql, table, before)
            if purged:
                await _drop_log(db, table)
            return purged > 0

        return await self.db.run_in_transaction(delete_if_idle)

    async def drop_table(self, table: str) -> None:
        async def delete_table(db: Transaction) -> None:
            await db.execute("DELETE FROM tables WHERE table_id = $1", table)
            await _drop_log(db, table)

        await self.db.run_in_transaction(delete_table)

    async def tables_of(self, player: str) -> list[TableSummary]:
        sql = f"""{_SUMMARIES} WHERE phase <> 'closed'
            AND table_id IN (SELECT table_id FROM seated WHERE player_id = $1) ORDER BY updated DESC"""
        return await self._read_summaries(sql, player)

    async def record_heartbeat(self, now: int) -> None:
        await self.db.write(META.upsert_sql("name"), "beat", now)

    async def last_heartbeat(self) -> int | None:
        rows = await self.db.read("SELECT value FROM meta WHERE name = 'beat'")
        return rows[0][0] if rows else None

    async def _table_ids(self, sql: str, *values: object) -> list[str]:
        return [row[0] for row in await self.db.read(sql, *values)]

    async def _read_summaries(self, sql: str, *values: object) -> list[TableSummary]:
        return [to_summary(row) for row in await self.db.read(sql, *values)]


async def _drop_log(db: Transaction, table: str) -> None:
    for name in ("entries", "seated", "snapshots"):
        await db.execute(f"DELETE FROM {name} WHERE table_id = $1", table)
    await db.execute("DELETE FROM at_stake WHERE hand_id LIKE $1 || '-%'", table)


def to_summary(row: Row, players: tuple[str, ...] = ()) -> TableSummary:
    """Return the table summary that a database row contains. The row has the columns ``SUMMARY``.

    ``players`` are the seated players. They are stored in another database table.
    """
    table, ruleset, phase, private, open_seats, due, number, info = row
    return TableSummary(
        table=table, ruleset=ruleset, phase=phase, private=bool(private), open_seats=open_seats, due=due, players=players,
        format=number, info=info,
    )  # fmt: skip
