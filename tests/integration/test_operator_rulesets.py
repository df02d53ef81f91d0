"""``paiju serve --rulesets FOLDER``: the operator's own rulesets are offered, played, and stored with each table."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from paiju.core.errors import PaijuError
from paiju.locale import error_sentence, languages
from paiju.records import read_record, verify
from paiju.server.adapters.ruleset_registry import StandardRegistry, read_rulesets
from paiju.server.bot_client import run_bot
from paiju.server.errors import CannotServe
from tests.integration.in_process_server import choose_at_random, serving

HOUSE = """
family = "doudizhu"
name = "house"
extends = "happy"
title = { zh = "自家玩法", en = "House rules", fr = "Maison" }

[rules]
wild = true
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "rulesets"
    place.mkdir()
    (place / "house.toml").write_text(HOUSE, "utf-8")
    return place


def test_own_ruleset_is_offered_and_its_table_outlives_the_file(folder: Path, tmp_path: Path) -> None:
    async def main() -> None:
        database = tmp_path / "room.db"
        async with serving(database, library=StandardRegistry(read_rulesets(folder))) as served:
            key = await served.guest()
            table = await served.table(key, ruleset="doudizhu/house", options={"double": False}, bots="", private=False)
            async with served.http(key) as http:
                offers = (await http.get("/api/rulesets")).json()
                lobby = (await http.get("/api/tables")).json()
            assert [offer["id"] for offer in offers].index("doudizhu/house") == 10  # after those of its family
            assert next(offer for offer in offers if offer["id"] == "doudizhu/house")["extends"] == "doudizhu/happy"
            assert served.room.context.registry.ruleset("doudizhu/house").rules.wild
            assert "Maison" in str(lobby)
        async with serving(database, library=StandardRegistry()) as served:
            async with asyncio.timeout(60):
                assert await run_bot(served.url, key, table, choose_at_random, 1) == 1
            async with served.http(key) as http:
                record = read_record((await http.get(f"/api/hands/{table}-1/record")).text)
                judged = (await http.get(f"/api/hands/{table}-1/review?kind=quick")).json()
                gone = await http.post("/api/tables", json={"ruleset": "doudizhu/house"})
            assert judged["decisions"]
            assert (record.ruleset.name, record.ruleset.rules["wild"], record.ruleset.rules["double"]) == (
                "house",
                True,
                False,
            )
            assert all(check.holds for check in verify(record))
            assert gone.json()["code"] == "unknown_ruleset"

    asyncio.run(main())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("family = ", ("TOML",)),
        (HOUSE.replace("wild =", "wilder ="), ("wilder",)),
        (HOUSE.replace("wild = true", "hand_size = 'many'"), ("hand_size",)),
        (HOUSE.replace("house", "happy"), ("doudizhu/happy",)),
        (HOUSE.replace('"happy"', '"merry"'), ("doudizhu/merry",)),
        (HOUSE.replace('extends = "happy"', "players = 5"), ("5",)),
        (HOUSE.replace('name = "house"', 'name = "a/b"'), ("name",)),
    ],
)
def test_error_in_a_ruleset_file_is_reported_with_the_file_name(folder: Path, text: str, told: tuple[str, ...]) -> None:
    (folder / "second.toml").write_text(text, "utf-8")
    with pytest.raises(PaijuError) as caught:
        read_rulesets(folder)
    for lang in languages():
        line = error_sentence(lang, caught.value)
        assert "second.toml" in line
        assert all(word in line for word in told)


def test_duplicate_ruleset_files_are_refused(folder: Path) -> None:
    (folder / "twin.toml").write_text(HOUSE, "utf-8")
    with pytest.raises(PaijuError) as caught:
        read_rulesets(folder)
    assert "twin.toml" in error_sentence("en", caught.value)


def test_binary_ruleset_file_is_refused(folder: Path) -> None:
    (folder / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(PaijuError, match="bad_file"):
        read_rulesets(folder)


def test_missing_rulesets_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match="no_folder"):
        read_rulesets(tmp_path / "nowhere")


def test_server_does_not_start_with_an_invalid_ruleset_file(folder: Path, tmp_path: Path) -> None:
    (folder / "second.toml").write_text(HOUSE.replace("wild =", "wilder ="), "utf-8")
    environment = os.environ | {
        "RULESETS": str(folder),
        "PORT": "0",
        "DATABASE": "r.db",
        "LANG": "zh_CN.UTF-8",
        "LC_ALL": "",
    }
    command = (sys.executable, "-m", "paiju.server")
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=60)
    assert ran.returncode == 2
    line = ran.stderr.decode()
    assert line.count("\n") == 1
    assert "second.toml：没有 wilder 这一项" in line
