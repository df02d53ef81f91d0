"""A backup made during play contains everything that was acknowledged by then, and play continues after it is restored."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from paiju.cli.main import main as paiju
from paiju.server.adapters.databases import prepare_database
from paiju.server.adapters.store.schema_definition import HANDS
from paiju.server.table_client import TableClient
from tests.golden.golden_databases import FORMATS, copy_of
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import serving
from tests.integration.postgres import Cluster
from tests.integration.server_process import TIME, a_hand_goes_by, a_table, nothing_is_lost
from tests.integration.test_database_transfer import everything
from tests.server.table_harness import ToyRulesetRegistry

Place = Callable[[str], str]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Databases of a kind, by name."""
    if request.param == "sqlite":
        return lambda name: str(tmp_path / f"{name}.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return lambda name: cluster.at(tmp_path / name)


def test_play_continues_from_a_backup_made_during_play(place: Place, tmp_path: Path) -> None:
    copy, library = tmp_path / "copy.db", ToyRulesetRegistry()
    old, new = place("old"), place("new")

    async def main() -> None:
        async with serving(old, library=library) as here, AsyncExitStack() as stack:
            players = await a_table(here, stack, library, "toy/plain")
            playing = [asyncio.create_task(player.play(10**6)) for player in players]
            name = await a_hand_goes_by(players[0])
            known = [(list(player.done), list(player.frames)) for player in players]
            assert await asyncio.to_thread(paiju, ["backup", str(copy), "--database", old]) == 0
            assert await a_hand_goes_by(players[1]) == name  # nobody was held up
            await ended(playing)
            assert all(len(player.done) > len(done) for player, (done, _) in zip(players, known, strict=True))
        assert await asyncio.to_thread(paiju, ["restore", str(copy), "--database", new]) == 0
        for player, (done, frames) in zip(players, known, strict=True):
            player.done, player.frames = done, frames
        await nothing_is_lost(new, library, name, players)
        async with serving(new, library=library) as here, AsyncExitStack() as stack:
            keys = [player.client._headers["Authorization"].partition(" ")[2] for player in players]
            clients = [await stack.enter_async_context(TableClient(here.url, key, name)) for key in keys]
            again = [ChaosPlayer(client, players[0].game, seat, 0) for seat, client in enumerate(clients)]
            playing = [asyncio.create_task(player.play(10**6)) for player in again]
            assert await a_hand_goes_by(again[0]) == name
            await ended(playing)

    asyncio.run(asyncio.wait_for(main(), TIME))


async def ended(playing: list[asyncio.Task[None]]) -> None:
    """They play no more, and none of them has failed."""
    for task in playing:
        task.cancel()
    done = await asyncio.gather(*playing, return_exceptions=True)
    assert all(isinstance(one, asyncio.CancelledError) for one in done), done


@pytest.mark.parametrize("name", FORMATS)
def test_backup_is_one_private_file_and_restores_all_data(
    place: Place, tmp_path: Path, name: str
) -> None:  # fmt: skip
    golden, copy, room = copy_of(name, tmp_path), tmp_path / "copies" / "copy.db", place("room")
    copy.parent.mkdir()
    assert paiju(["restore", str(golden), "--database", room]) == 0
    assert paiju(["backup", str(copy), "--database", room]) == 0
    assert [path.name for path in copy.parent.iterdir()] == ["copy.db"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert paiju(["migrate", "--database", str(golden)]) == 0
    assert but_public_ids(copy) == but_public_ids(golden)
    again = tmp_path / "copies" / "again.db"
    assert paiju(["restore", str(copy), "--database", str(again)]) == 0
    assert everything(again) == everything(copy)


def but_public_ids(room: Path) -> dict[str, list[Any]]:
    """All of a room but the public ids of hands: those from before there were any get random ones."""
    found, place = everything(room), [*HANDS.types].index("public_id")
    assert len({row[place] for row in found["hands"]}) == len(found["hands"]) > 0
    return {**found, "hands": [row[:place] + row[place + 1 :] for row in found["hands"]]}


def test_restore_overwrites_a_room_only_with_the_replace_option(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, room = up_to_date(copy_of(FORMATS[-1], tmp_path)), place("room")

    async def main() -> None:
        async with serving(room) as here:
            await here.guest("Latecomer")
            assert await asyncio.to_thread(paiju, ["restore", str(copy), "--database", room, "--replace"]) == 2

    with prepare_database(room, "http://there"):
        asyncio.run(main())
    told = capsys.readouterr().err
    assert "stop its servers first" in told or "at http://there" in told
    assert paiju(["restore", str(copy), "--database", room]) == 2
    assert "--replace overwrites it with the backup" in capsys.readouterr().err
    assert paiju(["restore", str(copy), "--database", room, "--replace"]) == 0
    assert paiju(["backup", str(tmp_path / "again.db"), "--database", room]) == 0
    assert everything(tmp_path / "again.db") == everything(copy)


def test_invalid_backup_is_refused_and_the_room_is_left_unchanged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room, bad = up_to_date(copy_of(FORMATS[-1], tmp_path)), tmp_path / "bad.db"
    before = everything(room)
    bad.write_text("no room at all, but a text that is long enough to be looked at " * 40)
    for words, why in (
        (["restore", str(bad), "--replace"], "another program made this file"),
        (["restore", str(tmp_path / "none.db")], "there is no file"),
        (["restore", str(rotten(room)), "--replace"], "is damaged"),
        (["backup", str(bad)], "already exists"),
        (["backup", str(tmp_path / "none" / "copy.db")], "cannot open"),
    ):
        assert paiju([*words, "--database", str(room)]) == 2
        assert why in capsys.readouterr().err
    assert everything(room) == before
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".paiju-")]


def up_to_date(room: Path) -> Path:
    assert paiju(["migrate", "--database", str(room)]) == 0
    return room


def rotten(room: Path) -> Path:
    """A copy in whose middle some bytes are not what they were."""
    path, sound = room.with_name("rotten.db"), bytearray(room.read_bytes())
    sound[4096 * 3 : 4096 * 6] = b"\xff" * 4096 * 3
    path.write_bytes(sound)
    return path
