"""The database ends the transaction of a hanging process, so that its locks are released."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paiju.server.adapters.postgres import pool
from tests.integration.postgres import Cluster


def test_the_database_ends_an_idle_transaction(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "IDLE", 1)

    async def main() -> None:
        connections = await pool.open_pool(postgres.at(tmp_path))
        hung, other = await connections.acquire(), await connections.acquire()
        await other.execute("CREATE TABLE locked (number int)")
        await hung.execute("BEGIN")
        await hung.execute("LOCK TABLE locked")
        async with asyncio.timeout(8):
            assert await other.fetchval("SELECT count(*) FROM locked") == 0
        with pytest.raises(pool.RETRYABLE_ERRORS):
            await hung.fetchval("SELECT 1")
        connections.terminate()

    asyncio.run(main())
