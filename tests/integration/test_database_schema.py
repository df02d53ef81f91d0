"""Migration gives databases of any version the defined tables, and transactions behave alike on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import asyncpg
import pytest
from msgspec.structs import replace

from paiju.server.adapters.postgres import open_postgres
from paiju.server.adapters.postgres.schema import MIGRATIONS as POSTGRES
from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.adapters.sqlite.dialect import to_parameters, to_sqlite
from paiju.server.adapters.sqlite.schema import MIGRATIONS as SQLITE
from paiju.server.adapters.sqlite.schema import migrate
from paiju.server.adapters.store import DatabaseStore
from paiju.server.adapters.store.database import ConstraintViolated, Transaction
from paiju.server.adapters.store.schema_definition import HIDDEN, PLAYERS, TABLES, TIES, struct_from_row
from paiju.server.app.store import ApiKey, Relation, StoredPlayer
from tests.golden.golden_databases import FORMATS, copy_of
from tests.integration.postgres import Cluster, rows
from tests.integration.store_contract import append, summary

Opened = Callable[[], Awaitable[DatabaseStore]]

SQLITE_TYPES: Final = {
    "text": "TEXT",
    "bytea": "BLOB",
    "double precision": "REAL",
    "bigint": "INTEGER",
    "integer": "INTEGER",
    "smallint": "INTEGER",
    "boolean": "INTEGER",
}

OWN: Final = {"processes", "claims", "rates", "seekers", "secrets"}
"""The tables of PostgreSQL alone: who serves, and what is forgotten with them."""


@pytest.fixture(params=["sqlite", "postgres"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    """How to open one store, on either database."""
    if request.param == "sqlite":
        return lambda: open_sqlite(tmp_path / "room.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return lambda: open_postgres(cluster.at(tmp_path))


def with_store(opened: Opened, case: Callable[[DatabaseStore], Awaitable[None]]) -> None:
    async def main() -> None:
        store = await opened()
        try:
            await case(store)
        finally:
            await store.close()

    asyncio.run(main())


def defined(types: dict[str, str]) -> dict[str, dict[str, tuple[str, bool]]]:
    """Each table's columns with their type and whether they may be NULL."""
    return {
        table.name: {name: (types[kind.rstrip("?")], kind.endswith("?")) for name, kind in table.types.items()}
        for table in TABLES
    }


def in_sqlite(path: Path) -> dict[str, dict[str, tuple[str, bool]]]:
    with closing(sqlite3.connect(path)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            table: {
                name: (kind, not required and not key)
                for _, name, kind, required, _, key in db.execute(f"PRAGMA table_info({table})")
            }
            for table in names
        }


@pytest.mark.parametrize("version", range(len(SQLITE)))
def test_sqlite_file_of_any_version_is_migrated_to_the_defined_tables(tmp_path: Path, version: int) -> None:
    path = tmp_path / "room.db"
    if version:
        with closing(sqlite3.connect(path)) as db:
            db.executescript("".join(SQLITE[:version]) + f"PRAGMA user_version = {version};")
    migrate(path)
    assert in_sqlite(path) == defined(SQLITE_TYPES)


@pytest.mark.parametrize("name", FORMATS)
def test_golden_file_is_migrated_to_the_defined_tables(tmp_path: Path, name: str) -> None:
    path = copy_of(name, tmp_path)
    migrate(path)
    assert in_sqlite(path) == defined(SQLITE_TYPES)


@pytest.mark.parametrize("version", range(len(POSTGRES)))
def test_postgresql_database_of_any_version_is_migrated_with_its_data(
    postgres: Cluster, tmp_path: Path, version: int
) -> None:
    url = postgres.at(tmp_path)

    async def main() -> None:
        if version:
            await fill(url, version)
        for turn in range(2):
            store = await open_postgres(url)
            if version:
                assert await store.player("ann") == StoredPlayer("ann", "Ann", 1)
                assert await store.key("d") == ApiKey("d", "ann", "session", "", 7, 8)
                (found,) = await store.hands_of("ann", 100)
                assert (found.id, found.ended, found.format, len(found.public_id)) == ("t-1", 9, 2, 32)
                assert await store.append(append(1, table=f"u{turn}"))
            await store.close()

    asyncio.run(main())
    sql = """SELECT table_name, column_name, data_type, is_nullable = 'YES' FROM information_schema.columns
        WHERE table_schema = 'public'"""
    found: dict[str, dict[str, Any]] = {}
    for table, column, kind, nullable in rows(url, sql):
        if table not in OWN:
            found.setdefault(table, {})[column] = (kind, nullable)
    assert found == defined({kind: kind for kind in SQLITE_TYPES})


async def fill(url: str, version: int) -> None:
    """A database of this version, in which somebody has played."""
    db = await asyncpg.connect(url)
    await db.execute("".join(POSTGRES[:version]))
    await db.execute(f"INSERT INTO meta VALUES ('schema', {version})")
    await db.execute("INSERT INTO players (player_id, name, created) VALUES ('ann', 'Ann', 1)")
    await db.execute("INSERT INTO keys VALUES ('d', 'ann', 'session', '', 7, 8)")
    await db.execute("INSERT INTO played (player_id, ended, hand_id) VALUES ('ann', 9, 't-1')")
    await db.execute(
        "INSERT INTO hands (hand_id, table_id, ended, info, record, format) VALUES ('t-1', 't', 9, '', '', 2)"
    )
    await db.close()


def test_statement_is_translated_to_sqlite() -> None:
    sql = "SELECT strpos(name, $2), least(1, $2)::bigint FROM t WHERE id = ANY($1) AND private = false ORDER BY id FOR UPDATE"
    assert to_sqlite(sql) == (
        "SELECT instr(name, ?2), min(1, ?2) FROM t WHERE id IN (SELECT value FROM json_each(?1)) AND private = 0 ORDER BY id"
    )
    assert to_sqlite("SELECT position($2::bytea IN info) > 0 FROM hands") == "SELECT instr(info, ?2) > 0 FROM hands"
    assert to_parameters(("a", ["a", "牌"], 1)) == ["a", '["a","牌"]', 1]


def test_row_is_converted_to_a_value() -> None:
    assert struct_from_row(Relation, ("ann", "bob", "follow", 7)) == Relation("ann", "bob", "follow", 7)
    with pytest.raises(ValueError, match="zip"):
        struct_from_row(Relation, ("ann", "bob"))


def test_boolean_and_array_conditions_work_on_both_databases(opened: Opened) -> None:
    async def case(store: DatabaseStore) -> None:
        for shown in (summary("open"), summary("hidden", private=True)):
            assert await store.append(replace(append(1, table=shown.table), summary=shown))
        assert [row[0] for row in await store.db.read("SELECT table_id FROM tables WHERE private = false")] == ["open"]
        assert await store.db.read("SELECT 1 FROM tables WHERE table_id = ANY($1)", []) == []

    with_store(opened, case)


def test_a_transaction_that_raises_changes_nothing(opened: Opened) -> None:
    async def case(store: DatabaseStore) -> None:
        async def work(db: Transaction) -> None:
            await db.execute_many(HIDDEN.insert_sql, [("ann", "presence"), ("bob", "presence")])
            assert len(await db.fetch(HIDDEN.select_sql)) == 2
            raise LookupError

        with pytest.raises(LookupError):
            await store.db.run_in_transaction(work)
        assert await store.db.read(HIDDEN.select_sql) == []

    with_store(opened, case)


def test_constraint_violation_raises_the_same_error_on_both_databases(opened: Opened) -> None:
    async def case(store: DatabaseStore) -> None:
        row = "ann", "Ann", 1, 0, "ann"
        assert await store.db.write(PLAYERS.insert_sql, *row) == 1

        async def work(db: Transaction) -> int:
            await db.execute(HIDDEN.insert_sql, "ann", "presence")
            return await db.execute(PLAYERS.insert_sql, *row)

        with pytest.raises(ConstraintViolated):
            await store.db.write(PLAYERS.insert_sql, *row)
        with pytest.raises(ConstraintViolated):
            await store.db.run_in_transaction(work)
        assert await store.db.read(HIDDEN.select_sql) == []

    with_store(opened, case)


def test_one_of_many_concurrent_players_gets_a_name(opened: Opened) -> None:
    async def main() -> None:
        stores = [await opened() for _ in range(2)]
        taking = [stores[number % 2].put_player(StoredPlayer(f"p{number}", "Ann", number)) for number in range(12)]
        assert sum(await asyncio.gather(*taking)) == 1
        assert len(await stores[0].db.read(PLAYERS.select_sql)) == 1
        for store in stores:
            await store.close()

    asyncio.run(main())


def test_upsert_replaces_the_row_of_its_key(opened: Opened) -> None:
    async def case(store: DatabaseStore) -> None:
        sql = TIES.upsert_sql("player_id", "other_id")
        for bond in ("follow", "block"):
            assert await store.db.write(sql, "ann", "bob", bond, 7) == 1
        assert [tuple(row) for row in await store.db.read(TIES.select_sql)] == [("ann", "bob", "block", 7)]
        assert await store.db.write("UPDATE ties SET at = $1", 8) == 1
        assert await store.db.write("DELETE FROM ties WHERE at < $1", 8) == 0

    with_store(opened, case)


def test_a_transaction_of_sqlite_may_await_nothing_else(tmp_path: Path) -> None:
    async def case(store: DatabaseStore) -> None:
        async def work(db: Transaction) -> None:
            await db.execute(HIDDEN.insert_sql, "ann", "presence")
            await asyncio.sleep(0)

        with pytest.raises(RuntimeError, match="nothing but its statements"):
            await store.db.run_in_transaction(work)
        assert await store.db.read(HIDDEN.select_sql) == []
        assert await store.append(append(1))  # the writer goes on

    with_store(lambda: open_sqlite(tmp_path / "room.db"), case)
