"""Unreadable tables and hands are quarantined and named, and everything else continues: golden databases with corruption."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from paiju.bots.base import RANDOM, STEADY
from paiju.bots.registry import make_bot
from paiju.cli.main import main as paiju
from paiju.locale import error_sentence, languages
from paiju.server.adapters.password_hashing import Argon2Hasher
from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.adapters.threaded_bot_runner import ThreadedBotRunner
from paiju.server.app.context import AppContext
from paiju.server.app.players.accounts import Accounts
from paiju.server.app.players.player_service import PlayerService
from paiju.server.app.tables.table_manager import IDLE, TableManager
from paiju.server.errors import Quarantined
from tests.golden.golden_databases import FORMATS, book_of, copy_of
from tests.golden.make_database import PASSWORD, TEMPO, Clock
from tests.integration.in_process_server import serving

NAME = FORMATS[0]
BOOK = book_of(NAME)

ROT = {
    "bytes": ("UPDATE entries SET facts = X'00' WHERE version = 3", 3, "bad_json"),
    "a family that is gone": (
        'UPDATE entries SET facts = replace(facts, \'"family":\', \'"family":"mahjong","was":\') WHERE version = 1',
        1,
        "unknown_family",
    ),
    "a renamed parameter": (
        'UPDATE entries SET facts = replace(facts, \'"rules":{\', \'"rules":{"colour":1,\') WHERE version = 1',
        1,
        "bad_value",
    ),
    "a later format": ("UPDATE entries SET format = 99 WHERE version = 2", 2, "unknown_format"),
    "no beginning": ("DELETE FROM entries WHERE version = 1", 1, "not_opened"),
    "a seat that is not there": (
        'UPDATE entries SET facts = \'[{"t":"ReadySet","seat":99,"on":true}]\' WHERE version = 2',
        2,
        "IndexError",
    ),
}


def table_that(what: str) -> str:
    (table,) = [str(table) for table, told in BOOK["tables"].items() if told["what"] == what]
    return table


def rotten(folder: Path, *statements: str) -> Path:
    """A golden database with something done to it."""
    path = copy_of(NAME, folder)
    asyncio.run(_up_to_date(path))
    db = sqlite3.connect(path)
    for statement in statements:
        assert db.execute(statement).rowcount > 0
    db.commit()
    db.close()
    return path


async def _up_to_date(path: Path) -> None:
    await (await open_sqlite(path)).close()


def rot(how: str, *tables: str) -> list[str]:
    return [f"{ROT[how][0]} AND table_id = '{table}'" for table in tables]


@asynccontextmanager
async def a_room(path: Path) -> AsyncIterator[TableManager]:
    clock = Clock()
    clock.now = BOOK["clock"]
    store, thinker = await open_sqlite(path), ThreadedBotRunner((STEADY, RANDOM), make_bot)
    room = TableManager(AppContext(store, StandardRegistry(), thinker, TEMPO, PrometheusMetrics(), clock))
    await room.open()
    await room.wait_until_restored()
    try:
        yield room
    finally:
        await room.close()
        thinker.close()
        await store.close()


@pytest.mark.parametrize("how", ROT)
def test_unreadable_table_is_quarantined_and_logged_and_the_others_open(tmp_path: Path, how: str) -> None:
    table = table_that("plays Gunzi")
    _, entry, reason = ROT[how]

    async def main() -> None:
        with capture_logs() as logged:
            async with a_room(path) as room:
                running = {name for name, told in BOOK["tables"].items() if told["phase"] == "playing"}
                assert {live.table.id for live in room.loaded_tables} == running - {table}
                ((name, fault),) = room.quarantined.items()
                assert (name, fault.entry, fault.reason) == (table, entry, reason)
                with pytest.raises(Quarantined):
                    await room.table(table)
        told = [line for line in logged if line["event"] == "table_set_aside"]
        assert [(line["table"], line["entry"], line["reason"]) for line in told] == [(table, entry, reason)]

    path = rotten(tmp_path, *rot(how, table))
    asyncio.run(main())


def test_quarantined_table_is_refused_with_words_and_left_out_of_the_lobby(tmp_path: Path) -> None:
    lobby, running = table_that("waits for players"), table_that("plays Gunzi")
    ann = BOOK["players"]["ann"]["session"]

    async def main() -> None:
        async with serving(path, library=StandardRegistry()) as served, served.http(ann) as http:
            assert {one["id"] for one in (await http.get("/api/tables")).json()} >= {lobby}  # nobody has tried it yet
            for table in (lobby, running):
                answer = await http.get(f"/api/tables/{table}")
                problem: dict[str, Any] = {"kind": "aside", "code": "table_aside", "args": {"name": table}}
                problem["words"] = {"type": "words", "key": "aside.table_aside", "args": {"name": table}}
                assert (answer.status_code, answer.json()) == (410, problem)
                url = f"{served.url.replace('http', 'ws')}/ws/tables/{table}"
                async with connect(url, additional_headers={"Authorization": f"Bearer {ann}"}) as socket:
                    with pytest.raises(ConnectionClosed):
                        await socket.recv()
                    assert socket.close_code == 4410
            for listed in ("/api/tables", "/api/me/tables"):
                assert not {one["id"] for one in (await http.get(listed)).json()} & {lobby, running}
            found = (await http.post("/api/quick", json={"ruleset": "doudizhu/qq"})).json()
            assert found["table"] is None
            await served.room.clean_up(served.room.context.clock() + IDLE + 60_000)
            closed = table_that("was changed, its host passed on")
            assert (await http.get(f"/api/tables/{closed}")).json()["phase"] == "closed"
            lines = (await http.get("/healthz")).text.splitlines()
            assert lines[0] == "ok"
            assert sorted(line.split()[2] for line in lines[1:]) == sorted((lobby, running))
            assert (await http.get("/healthz", headers={"x-forwarded-for": "1.2.3.4"})).text == "ok"
            assert "paiju_tables_set_aside 2.0" in (await http.get("/metrics")).text

    path = rotten(tmp_path, *rot("bytes", running), *rot("a renamed parameter", lobby))
    asyncio.run(main())


def test_unreadable_lobby_info_is_rebuilt(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(path, library=StandardRegistry()) as served, served.http() as http:
            (shown,) = [one for one in (await http.get("/api/tables")).json() if one["id"] == table]
            assert [seat["name"] for seat in shown["seats"]] == BOOK["tables"][table]["seats"]

    table = table_that("waits for players")
    path = rotten(tmp_path, f"UPDATE tables SET info = '[]' WHERE table_id = '{table}'")
    asyncio.run(main())


def test_unreadable_hand_is_skipped(tmp_path: Path) -> None:
    bad, worse, odd, good, *_ = BOOK["hands"]

    async def main() -> None:
        async with serving(path, library=StandardRegistry()) as served:
            listed = set()
            for player in BOOK["players"].values():
                async with served.http(player["session"]) as http:
                    listed |= {hand["id"] for hand in (await http.get("/api/me/hands")).json()}
            with closing(sqlite3.connect(path)) as db:
                names = dict(db.execute("SELECT hand_id, public_id FROM hands"))
            assert listed == {names[hand] for hand in BOOK["hands"]} - {names[bad]}
            async with served.http() as http:
                assert (await http.get(f"/api/hands/{names[good]}/replay")).status_code == 200
                ways = (
                    names[worse],
                    f"{names[worse]}/replay",
                    f"{names[worse]}/record?form=text",
                    f"{names[odd]}/replay",
                )
                for way in ways:
                    answer = await http.get(f"/api/hands/{way}")
                    assert (answer.status_code, answer.json()["code"]) == (410, "hand_aside")

    path = rotten(
        tmp_path,
        f"UPDATE hands SET info = '[]' WHERE hand_id = '{bad}'",
        f"UPDATE hands SET record = '{{}}' WHERE hand_id = '{worse}'",
        f"UPDATE hands SET record = replace(record, '\"deck\":[', '\"deck\":[7,') WHERE hand_id = '{odd}'",
    )
    asyncio.run(main())


def test_account_is_deleted_although_a_table_is_unreadable(tmp_path: Path) -> None:
    async def main() -> None:
        async with a_room(path) as room:
            players, hasher = PlayerService(room.context.store, room.context.clock), Argon2Hasher()
            visit = await players.authenticate(BOOK["players"]["ann"]["session"])
            await Accounts(room, players, hasher).erase(visit, PASSWORD)
            hasher.close()
            assert len(room.quarantined) == 1
            assert all(
                chair.leaving for live in room.loaded_tables for chair in live.table.chairs if chair.name == "Ann"
            )

    path = rotten(tmp_path, *rot("bytes", table_that("plays Gunzi")))
    asyncio.run(main())


def test_tables_command_lists_unreadable_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = table_that("plays Gunzi")
    assert paiju(["tables", "--database", str(tmp_path / "none.db")]) == 2
    path = rotten(tmp_path, *rot("a family that is gone", table))
    capsys.readouterr()
    assert paiju(["tables", "--database", str(path), "--lang", "en"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(BOOK["tables"])
    (named,) = [line for line in lines if "cannot be read: entry 1, unknown_family" in line]
    assert named.startswith(table)
    assert paiju(["tables", "--database", str(path), "--json"]) == 1
    rows: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    assert {row["table"] for row in rows if row["fault"]} == {table}
    whole = rotten(tmp_path, "UPDATE meta SET value = value")
    assert paiju(["tables", "--database", str(whole)]) == 0


@pytest.mark.parametrize("lang", languages())
def test_quarantine_errors_have_words_in_every_language(lang: str) -> None:
    said = {
        error_sentence(lang, error)
        for error in (Quarantined("table_aside", name="x"), Quarantined("hand_aside", name="x"))
    }
    assert len(said) == 2
    assert not any("aside" in words for words in said)
