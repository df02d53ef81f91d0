"""Creates and migrates the tables of a PostgreSQL database."""

from __future__ import annotations

from typing import Final

from asyncpg import Connection

from paiju.server.adapters.store.migrations import scripts_for
from paiju.server.errors import CannotServe

MIGRATIONS: Final = scripts_for("postgres")
"""The migrations in order. The row ``schema`` of ``meta`` has the number of migrations applied."""

_LOCK: Final = 7_285_100
"""Advisory lock that lets only one process at a time migrate."""


async def migrate(db: Connection) -> int:
    """Create or migrate the tables, and return the number of migrations applied. Raises CannotServe."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        done = await _read_version(db)
        if done > len(MIGRATIONS):
            raise CannotServe("database_newer", found=done, known=len(MIGRATIONS))
        for script in MIGRATIONS[done:]:
            await db.execute(script)
        await db.execute(
            "INSERT INTO meta VALUES ('schema', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            len(MIGRATIONS),
        )
    return len(MIGRATIONS) - done


async def _read_version(db: Connection) -> int:
    if await db.fetchval("SELECT to_regclass('meta')") is None:
        return 0
    return int(await db.fetchval("SELECT value FROM meta WHERE name = 'schema'") or 0)
