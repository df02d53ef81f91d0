"""The commands that operate on a database: serve, migrate, and list tables."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import httpx
import pytest

from paiju.cli.main import main as paiju
from paiju.server.adapters.databases import redact_password
from paiju.server.adapters.postgres.schema import MIGRATIONS
from tests.integration.in_process_server import serving
from tests.integration.postgres import Cluster
from tests.integration.test_serve import CLI, started


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def test_serve_and_tables_commands_work_on_postgresql(
    postgres: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = postgres.at(tmp_path)

    async def main() -> str:
        async with serving(url) as served:
            return await served.table(await served.guest())

    table = asyncio.run(main())
    process = started((*CLI, "--port=0", f"--database={url}"), tmp_path)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("paiju: http://127.0.0.1:")
        assert httpx.get(line.split()[1] + "/healthz").text == "ok"
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert paiju(["tables", f"--database={url}"]) == 1
    assert table in capsys.readouterr().out


def test_database_is_migrated_once(postgres: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for steps in (len(MIGRATIONS), 0):
        assert paiju(["migrate", "--database", postgres.at(tmp_path)]) == 0
        assert capsys.readouterr().out.endswith(f"is up to date; steps taken: {steps}\n")
    assert paiju(["migrate", "--database", str(tmp_path / "none.db")]) == 2
    assert capsys.readouterr().err.startswith(
        f"paiju: there is no database {tmp_path / 'none.db'}; name it with --database"
    )


@pytest.mark.parametrize(
    "url", ["postgresql://room@127.0.0.1:1/room", "postgresql://room@/none?host={folder}", "postgresql://[/room"]
)
def test_unreachable_database_is_reported_in_one_line(
    postgres: Cluster, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    for command in ("serve", "migrate"):
        assert paiju([command, "--database", url.format(folder=postgres.folder)]) == 2
        err = capsys.readouterr().err
        assert err.startswith("paiju: the database cannot be reached: ")
        assert err.count("\n") == 1


def test_missing_asyncpg_is_reported_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("paiju.server.adapters.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert paiju(["serve", "--database", "postgresql://room:secret@db/room"]) == 2
    err = capsys.readouterr().err
    assert err == 'paiju: PostgreSQL needs packages that are not installed: pip install "paiju[postgres]"\n'


def test_a_password_is_not_shown() -> None:
    assert redact_password("postgresql://room:secret@db/room?x=1") == "postgresql://room@db/room?x=1"
    assert redact_password("/srv/a:b@c.db") == "/srv/a:b@c.db"
