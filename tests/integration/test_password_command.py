"""The command ``paiju password``, while the room runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paiju.cli.main import main as paiju
from tests.integration.in_process_server import serving


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def test_a_forgotten_password_is_replaced_while_the_room_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "room.db"

    async def main() -> None:
        async with serving(database) as served:
            key = await served.guest()
            async with served.http(key) as http:
                kept = await http.post("/api/account", json={"user": "Auntie", "password": "left at home"})
                assert kept.status_code < 300
            assert await asyncio.to_thread(paiju, ["password", "auntie", f"--database={database}"]) == 0
            password = capsys.readouterr().out.split("password ")[1].split()[0]
            async with served.http() as http:
                assert (
                    await http.post("/api/login", json={"user": "auntie", "password": "left at home"})
                ).status_code >= 400
                came = await http.post("/api/login", json={"user": "auntie", "password": password})
                assert came.status_code == 200
                assert (await http.get("/api/me/sessions")).json()[0]["here"]

    asyncio.run(main())


def test_missing_database_or_account_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert paiju(["password", "nobody", "--database", str(tmp_path / "none.db")]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()

    async def main() -> None:
        async with serving(tmp_path / "room.db"):
            assert await asyncio.to_thread(paiju, ["password", "nobody", "--database", str(tmp_path / "room.db")]) == 2

    asyncio.run(main())
    assert 'there is no account "nobody"' in capsys.readouterr().err
