"""Only the owner can read the files of a room, which contain hands in play and password hashes."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paiju.cli.main import main as paiju
from paiju.server.adapters.databases import open_store, prepare_database
from paiju.server.adapters.sqlite.writer import connect
from tests.golden.golden_databases import FORMATS, copy_of
from tests.integration.in_process_server import serving


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def _umask(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.iterdir() if path.is_file()}


@pytest.mark.usefixtures("_umask")
def test_files_of_a_served_room_are_private(tmp_path: Path) -> None:
    room = tmp_path / "room.db"

    async def main() -> dict[str, str]:
        async with serving(room) as here:
            await here.table(await here.guest("Somebody"))
            return modes(tmp_path)

    with prepare_database(str(room), "http://here"):
        found = asyncio.run(main())
    assert found == dict.fromkeys(("room.db", "room.db-wal", "room.db-shm", "room.db.lock"), "0o600")


@pytest.mark.usefixtures("_umask")
def test_files_of_restored_moved_and_copied_rooms_are_private(tmp_path: Path) -> None:
    room = copy_of(FORMATS[-1], tmp_path)
    room.chmod(0o600)
    for words in (
        ["restore", str(room), "--database", str(tmp_path / "restored.db")],
        ["move", str(room), str(tmp_path / "moved.db")],
        ["backup", str(tmp_path / "copy.db"), "--database", str(room)],
    ):
        assert paiju(words) == 0
    assert set(modes(tmp_path).values()) == {"0o600"}


@pytest.mark.parametrize("through", ["", "link.db"])
def test_world_readable_room_files_are_made_private(tmp_path: Path, through: str) -> None:
    """An earlier paiju made it, and its server was killed: the write-ahead log lies there."""
    room = tmp_path / "room.db"

    async def before(path: Path) -> None:
        store = await open_store(str(path))
        await store.record_heartbeat(1)
        for name in ("room.db", "room.db-wal"):
            shutil.copyfile(path.with_name(name), tmp_path / name)
            (tmp_path / name).chmod(0o644)
        await store.close()

    async def now() -> dict[str, str]:
        named = tmp_path / (through or "room.db")
        if through:
            named.symlink_to(room)
        store = await open_store(str(named))
        assert await store.last_heartbeat() == 1
        found = modes(tmp_path)
        await store.close()
        return found

    (tmp_path / "before").mkdir()
    asyncio.run(before(tmp_path / "before" / "room.db"))
    found = asyncio.run(now())
    assert set(found.values()) == {"0o600"}
    assert found.keys() >= {"room.db", "room.db-wal", "room.db-shm"}


def test_second_connection_keeps_the_locks_of_the_first(tmp_path: Path) -> None:
    """POSIX locks are a process's: closing any descriptor of the file, however it was opened, would end them all."""
    first = connect(tmp_path / "room.db")
    first.execute("CREATE TABLE held (number)")
    first.execute("BEGIN IMMEDIATE")
    second = connect(tmp_path / "room.db")
    script = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('INSERT INTO held VALUES (1)')"
    done = subprocess.run(
        [sys.executable, "-c", script, tmp_path / "room.db"], capture_output=True, text=True, check=False
    )
    first.close()
    second.close()
    assert "database is locked" in done.stderr
