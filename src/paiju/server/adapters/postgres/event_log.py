"""The tables' logs, and what the lobby knows of them."""

from __future__ import annotations

from typing import Any, Final

from paiju.server.adapters.postgres.pool import PostgresPool
from paiju.server.adapters.postgres.writer import PostgresWriter
from paiju.server.adapters.row_mappers import SUMMARY, to_entry, to_snapshot, to_summary
from paiju.server.app.store import Append, Entry, Snapshot, TableSummary

_DROP: Final = (
    *(f"DELETE FROM {name} WHERE table_id = $1" for name in ("tables", "entries", "seated", "snapshots")),  # noqa: S608 (constants)
    "DELETE FROM at_stake WHERE hand_id LIKE $1 || '-%'",
)
_TABLES = f"SELECT {SUMMARY} FROM tables"  # noqa: S608 (a constant)


class PostgresEventLog(PostgresPool):
    """``EventLogStore``."""

    _writer: PostgresWriter

    async def append(self, append: Append) -> bool:
        return await self._writer.append(append)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        sql = """SELECT table_id, version, at, actor, command, facts, format FROM entries
            WHERE table_id = $1 AND version > $2 ORDER BY version"""
        return [to_entry(row) for row in await self.read(sql, table, after)]

    async def snapshot(self, table: str) -> Snapshot | None:
        sql = "SELECT table_id, version, build, state FROM snapshots WHERE table_id = $1"
        return to_snapshot(await self.read(sql, table))

    async def all_tables(self) -> list[TableSummary]:
        return await self._summaries(f"{_TABLES} ORDER BY updated DESC")

    async def overdue_tables(self, before: int) -> list[str]:
        return await self._table_ids("SELECT table_id FROM tables WHERE due < $1 ORDER BY due LIMIT 1000", before)

    async def running_tables(self) -> list[str]:
        return await self._table_ids("SELECT table_id FROM tables WHERE phase = 'playing'")

    async def public_tables(self, ruleset: str | None = None, limit: int = 50) -> list[TableSummary]:
        sql = f"""{_TABLES} WHERE NOT private AND phase <> 'closed' AND ($1::text IS NULL OR ruleset = $1)
            ORDER BY open_seats = 0, updated DESC LIMIT $2"""
        return await self._summaries(sql, ruleset, limit)

    async def deserted_tables(self, before: int, limit: int = 100) -> list[str]:
        sql = """SELECT table_id FROM tables WHERE NOT private AND phase <> 'closed' AND phase <> 'playing'
            AND updated < $1 ORDER BY updated LIMIT $2"""
        return await self._table_ids(sql, before, limit)

    async def unused_tables(self, before: int, limit: int = 100, *, empty: bool = False) -> list[str]:
        sql = """SELECT table_id FROM tables WHERE phase <> 'playing' AND updated < $1 AND (NOT $3 OR phase = 'closed'
            OR NOT EXISTS (SELECT FROM seated WHERE seated.table_id = tables.table_id)) ORDER BY updated LIMIT $2"""
        return await self._table_ids(sql, before, limit, empty)

    async def purge_table(self, table: str, before: int) -> bool:
        sql = """WITH gone AS (
                DELETE FROM tables WHERE table_id = $1 AND phase <> 'playing' AND updated < $2
                AND NOT EXISTS (SELECT FROM claims WHERE claims.table_id = $1) RETURNING table_id
            ), log AS (DELETE FROM entries USING gone WHERE entries.table_id = gone.table_id
            ), sat AS (DELETE FROM seated USING gone WHERE seated.table_id = gone.table_id
            ), kept AS (DELETE FROM snapshots USING gone WHERE snapshots.table_id = gone.table_id)
            SELECT table_id FROM gone"""
        return bool(await self._table_ids(sql, table, before))

    async def drop_table(self, table: str) -> None:
        async def work(db: Any) -> None:
            async with db.transaction():
                for sql in _DROP:
                    await db.execute(sql, table)

        await self.run(work)

    async def tables_of(self, player: str) -> list[TableSummary]:
        sql = f"""{_TABLES} WHERE phase <> 'closed'
            AND table_id IN (SELECT table_id FROM seated WHERE player_id = $1) ORDER BY updated DESC"""  # noqa: S608 (a constant)
        return await self._summaries(sql, player)

    async def heartbeat(self, now: int) -> None:
        sql = "INSERT INTO meta VALUES ('beat', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self.write(sql, now)

    async def last_heartbeat(self) -> int | None:
        rows = await self.read("SELECT value FROM meta WHERE name = 'beat'")
        return rows[0][0] if rows else None

    async def _table_ids(self, sql: str, *values: object) -> list[str]:
        return [row[0] for row in await self.read(sql, *values)]

    async def _summaries(self, sql: str, *values: object) -> list[TableSummary]:
        return [to_summary(row) for row in await self.read(sql, *values)]
