"""Logs contain no table names, because the name of a private table gives access to it."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from paiju.cli.main import main as paiju
from tests.integration.in_process_server import serving
from tests.integration.test_serve import CLI, started


@pytest.mark.parametrize("form", ["text", "json"])
def test_log_names_tables_by_aliases(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    async def opened() -> str:
        async with serving(tmp_path / "room.db") as served:
            return await served.table(await served.guest(), private=True)

    table = asyncio.run(opened())
    with closing(sqlite3.connect(tmp_path / "room.db")) as db, db:
        db.execute("UPDATE entries SET facts = 'rotten'")
        db.execute("UPDATE tables SET due = 1")  # it is taken up at the start
    room = started((*CLI, "--port=0", "--database=room.db", f"--log-format={form}"), tmp_path)
    lines: list[str] = []
    assert room.stdout is not None
    while "table_set_aside" not in "".join(lines[-1:]):
        lines.append(room.stdout.readline())
    room.send_signal(signal.SIGTERM)
    told = "".join(lines) + "".join(room.communicate(timeout=60))
    assert table not in told
    assert paiju(["tables", "--database", str(tmp_path / "room.db"), "--json"]) == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert row["table"] == table
    assert row["log"] in told
    assert "set_aside" in lines[-1]


def test_failed_request_is_logged_with_its_route(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(table: str) -> NoReturn:
        raise RuntimeError(table)

    async def main() -> None:
        async with serving(tmp_path / "room.db", sound=False) as served:
            key = await served.guest()
            table = await served.table(key)
            monkeypatch.setattr(served.room.context.store, "hands_at_table", broken)
            async with served.http(key) as http:
                answer = await http.get(f"/api/tables/{table}/hands")
            (failed,) = [line for line in served.logged if line["event"] == "request_failed"]
            assert table not in str(served.logged)
            assert (answer.status_code, failed["path"]) == (500, "/api/tables/{table}/hands")

    asyncio.run(main())
