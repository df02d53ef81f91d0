"""A room moved from an SQLite file to PostgreSQL and back is unchanged."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from paiju.cli.main import main as paiju
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.adapters.store.schema_definition import TABLES
from paiju.server.app.tables.log_entries import fold
from tests.golden.golden_databases import FORMATS, book_of, copy_of
from tests.golden.make_database import table_told
from tests.integration.in_process_server import serving
from tests.integration.postgres import Cluster, rows


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def everything(path: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(path)) as db:
        own = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert own == {table.name for table in TABLES}  # a new table is moved too
        return {table.name: sorted(db.execute(table.select_sql), key=repr) for table in TABLES}


@pytest.mark.parametrize("name", FORMATS)
def test_golden_room_is_unchanged_on_postgresql_and_after_moving_back(
    postgres: Cluster, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source, url, back = copy_of(name, tmp_path), postgres.at(tmp_path), tmp_path / "back.db"
    book = book_of(name)
    assert paiju(["move", str(source), url]) == 0
    assert f"{len(book['tables'])} tables" in capsys.readouterr().out
    asyncio.run(told_the_same(url, book))
    assert paiju(["move", url, str(back)]) == 0
    assert everything(back) == everything(source)
    assert paiju(["tables", "--database", url]) == 0


async def told_the_same(url: str, book: dict[str, Any]) -> None:
    store = await open_store(url)
    for table, told in book["tables"].items():
        after = fold(StandardRegistry(), None, await store.entries(table))
        assert after is not None
        assert {"what": told["what"], **table_told(after)} == told
    for hand in book["hands"]:
        assert await store.hand(hand) is not None
    await store.close()


def test_move_refuses_an_open_source_and_a_non_empty_target(
    postgres: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, path = postgres.at(tmp_path), tmp_path / "room.db"

    async def main() -> None:
        async with serving(url) as served:
            await served.guest()
            assert await asyncio.to_thread(paiju, ["move", url, str(path)]) == 2
            assert capsys.readouterr().err == "paiju: the room is open; stop its servers first\n"

    asyncio.run(main())
    assert paiju(["move", url, str(path)]) == 0
    assert paiju(["move", str(path), url]) == 2
    assert capsys.readouterr().err.endswith(" is not empty; a room is moved to a new database\n")
    assert paiju(["move", str(tmp_path / "none.db"), url]) == 2


def test_failed_move_leaves_the_target_empty(postgres: Cluster, tmp_path: Path) -> None:
    source, url = copy_of(FORMATS[0], tmp_path), postgres.at(tmp_path)
    assert paiju(["migrate", "--database", url]) == 0
    rows(url, "ALTER TABLE played ADD CHECK (player_id = '')")
    with pytest.raises(Exception, match="violates check constraint"):
        paiju(["move", str(source), url])
    assert rows(url, "SELECT count(*) FROM entries")[0][0] == 0
