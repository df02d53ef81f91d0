"""SQLite passes the contract tests of the store, also with two writers of one file."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from paiju.server.adapters.sqlite import open_sqlite, writer
from paiju.server.adapters.sqlite.schema import MIGRATIONS
from paiju.server.app.store import ApiKey, Store, StoredPlayer
from paiju.server.errors import CannotServe
from tests.integration.store_contract import StoreContract, append


class TestSqlite(StoreContract):
    open_store = staticmethod(open_sqlite)


def test_two_processes_on_one_file_write_one_history(tmp_path: Path) -> None:
    async def race(store: Store, actor: str) -> int:
        won = 0
        for version in range(1, 101):
            won += await store.append(append(version, actor=actor))
        return won

    async def main() -> None:
        first, second = await open_sqlite(tmp_path / "db"), await open_sqlite(tmp_path / "db")
        won = await asyncio.gather(race(first, "a"), race(second, "b"))
        entries = await first.entries("t")
        assert [one.version for one in entries] == list(range(1, len(entries) + 1))
        assert len(entries) == sum(won) == 100
        await first.close()
        await second.close()

    asyncio.run(main())


def test_failed_write_job_does_not_affect_other_jobs(tmp_path: Path) -> None:
    async def main() -> None:
        store = await open_sqlite(tmp_path / "db")
        good = store.put_player(StoredPlayer("a", "A", 1))
        bad = store.db.write("INSERT INTO nowhere VALUES (1)")
        also_good = store.put_player(StoredPlayer("b", "B", 1))
        _, error, _ = await asyncio.gather(good, bad, also_good, return_exceptions=True)
        assert isinstance(error, sqlite3.OperationalError)
        assert await store.player("a") is not None
        assert await store.player("b") is not None
        await store.close()

    asyncio.run(main())


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_file_of_an_earlier_version_is_migrated_with_its_data(tmp_path: Path, version: int) -> None:
    db = sqlite3.connect(tmp_path / "db")
    db.executescript("".join(MIGRATIONS[:version]) + f"PRAGMA user_version = {version};")
    db.execute("INSERT INTO players (player_id, name, created) VALUES ('ann', 'Ann', 1)")
    db.execute("INSERT INTO keys (digest, player_id, kind, label, created) VALUES ('d', 'ann', 'session', '', 7)")
    if version > 2:
        db.execute("UPDATE keys SET seen = 7")
    db.commit()
    db.close()

    async def main() -> None:
        for _ in range(2):
            store = await open_sqlite(tmp_path / "db")
            assert await store.player("ann") == StoredPlayer("ann", "Ann", 1)
            assert await store.account_of("ann") is None
            assert await store.key("d") == ApiKey("d", "ann", "session", "", 7, 7)
            await store.close()

    asyncio.run(main())


def test_migration_gives_public_ids_to_earlier_hands(tmp_path: Path) -> None:
    before = next(number for number, script in enumerate(MIGRATIONS) if "public_id" in script)
    with closing(sqlite3.connect(tmp_path / "db")) as db:
        db.executescript("".join(MIGRATIONS[:before]) + f"PRAGMA user_version = {before};")
        db.executemany(
            "INSERT INTO hands (hand_id, table_id, ended, info, record) VALUES (?, 't', ?, '', '')",
            [(f"t-{number}", number) for number in range(100)],
        )
        db.commit()

    async def main() -> None:
        store = await open_sqlite(tmp_path / "db")
        hands = await store.hands_at_table("t")
        assert len({hand.public_id for hand in hands}) == len(hands) == 100
        for hand in hands:
            assert len(bytes.fromhex(hand.public_id)) == 16
            assert hand.withdrawn == 0
            found = await store.hand_access(hand.public_id, "")
            assert found is not None
            assert found.id == hand.id
        await store.close()

    asyncio.run(main())


def test_file_that_is_not_a_database_is_left_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, and quite long enough to be taken for one" * 20)
    with pytest.raises(CannotServe, match="database_foreign"):
        asyncio.run(open_sqlite(path))
    assert path.read_text().startswith("not a database")


def test_write_ahead_log_is_checkpointed_during_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "JOBS_PER_CHECKPOINT", 20)
    monkeypatch.setattr(writer, "APART", 0.0)

    writes, page = 400, 4096

    async def main() -> int:
        store = await open_sqlite(tmp_path / "db")
        for version in range(1, writes + 1):
            assert await store.append(append(version))
        size = (tmp_path / "db-wal").stat().st_size
        await store.close()
        return size

    assert asyncio.run(main()) < writes * page  # each writes several pages
