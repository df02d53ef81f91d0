"""``paiju serve --rooms FOLDER``: the operator's own rooms for coins, for rulesets of the package and of the operator."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from paiju.core.errors import PaijuError
from paiju.games.registry import rooms
from paiju.locale import error_sentence, languages
from paiju.server.adapters.ruleset_registry import StandardRegistry, read_rulesets, read_stake_rooms
from paiju.server.errors import CannotServe
from tests.integration.in_process_server import serving
from tests.integration.test_coin_tables import asked
from tests.integration.test_operator_rulesets import HOUSE

CORNER = """
family = "doudizhu"
name = "corner"
title = { zh = "角落", en = "Corner" }
ruleset = "qq"
coefficient = 1000
rake = 50
place = 1

[terms]
pace = { turn = 30 }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "rooms"
    place.mkdir()
    (place / "corner.toml").write_text(CORNER, "utf-8")
    return place


def test_own_room_is_offered_and_its_table_outlives_the_file(folder: Path, tmp_path: Path) -> None:
    async def main() -> None:
        database = tmp_path / "room.db"
        async with serving(
            database, library=StandardRegistry(rooms=read_stake_rooms(folder, StandardRegistry()))
        ) as served:
            key = await served.guest()
            _, offered = await asked(served, key, "GET", "/api/rooms")
            names = [room["id"] for room in offered]
            assert len(names) == len(rooms()) + 1
            assert names[:2] == ["doudizhu/beginner", "doudizhu/corner"]
            assert offered[1]["stakes"]["coefficient"] == 1000
            assert offered[1]["pace"]["turn"] == 30
            status, table = await asked(served, key, "POST", "/api/tables", room="doudizhu/corner")
            assert status == 201
        async with serving(database, library=StandardRegistry()) as served:
            _, gone = await asked(served, key, "POST", "/api/tables", room="doudizhu/corner")
            assert gone["code"] == "unknown_room"
            _, found = await asked(served, key, "GET", f"/api/tables/{table['table']}")
            assert (found["room"], found["stakes"]["rake"]) == ("doudizhu/corner", 50)

    asyncio.run(main())


def test_own_room_can_use_an_own_ruleset(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets/house.toml").write_text(HOUSE, "utf-8")
    own = read_rulesets(tmp_path / "rulesets")
    (folder / "corner.toml").write_text(CORNER.replace('"qq"', '"house"'), "utf-8")
    (room,) = read_stake_rooms(folder, StandardRegistry(own))
    assert StandardRegistry(own, [room]).stake_room("doudizhu/corner").ruleset_id == "doudizhu/house"
    with pytest.raises(PaijuError, match="bad_file"):
        read_stake_rooms(folder, StandardRegistry())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("family = ", ("TOML",)),
        (CORNER.replace("rake", "rate"), ("rate",)),
        (CORNER.replace('"qq"', '"none"'), ("doudizhu/none",)),
        (CORNER.replace("turn = 30", "turn = -1"), ("pace.turn",)),
        (CORNER.replace('"corner"', '"beginner"'), ("doudizhu/beginner",)),
        (CORNER, ("doudizhu/corner",)),
    ],
)
def test_error_in_a_room_file_is_reported_with_the_file_name(folder: Path, text: str, told: tuple[str, ...]) -> None:
    (folder / "second.toml").write_text(text, "utf-8")
    with pytest.raises(PaijuError) as caught:
        read_stake_rooms(folder, StandardRegistry())
    for lang in languages():
        line = error_sentence(lang, caught.value)
        assert "second.toml" in line
        assert all(word in line for word in told)


def test_binary_room_file_and_missing_folder_are_refused(folder: Path, tmp_path: Path) -> None:
    (folder / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(PaijuError, match="bad_file"):
        read_stake_rooms(folder, StandardRegistry())
    with pytest.raises(CannotServe, match="no_folder"):
        read_stake_rooms(tmp_path / "nowhere", StandardRegistry())


def test_server_does_not_start_with_an_invalid_room_file(folder: Path, tmp_path: Path) -> None:
    (folder / "second.toml").write_text(CORNER.replace("rake", "rate"), "utf-8")
    environment = os.environ | {"PAIJU_ROOMS": str(folder), "PORT": "0", "DATABASE": "r.db", "LC_ALL": "C"}
    command = (sys.executable, "-m", "paiju.server")
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=60)
    assert ran.returncode == 2
    assert "second.toml" in ran.stderr.decode()
