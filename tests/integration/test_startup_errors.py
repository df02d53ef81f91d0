"""A room that cannot be opened reports the reason in one sentence, and a room on a file has one server."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from paiju.cli.main import main as paiju
from paiju.locale import languages
from paiju.server.adapters.sqlite.schema import MIGRATIONS, migrate
from tests.integration.test_serve import CLI, started

FULL = (
    "-c",
    (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0));"
        "from paiju.cli.main import main; sys.exit(main())"
    ),
    "serve",
)
"""No file takes a byte."""

LANGUAGES = {"en": "en_GB.UTF-8", "zh": "zh_CN.UTF-8"}


def a_folder(path: Path) -> None:
    path.mkdir()


def a_text(path: Path) -> None:
    path.write_text("dear diary " * 100)


def a_database_of_another_program(path: Path) -> None:
    changed(path, "CREATE TABLE songs (title TEXT)")


def a_room(path: Path) -> None:
    migrate(path)


def a_damaged_room(path: Path) -> None:
    migrate(path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * (size - 100))


def a_newer_room(path: Path) -> None:
    migrate(path)
    changed(path, f"PRAGMA user_version = {len(MIGRATIONS) + 1}")


def nothing(path: Path) -> None:
    """It is not there."""


def changed(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(sql)
        db.commit()


WRONG: dict[str, tuple[Callable[[Path], None], str]] = {
    "{folder}/room.db": (a_folder, "is a folder; a room is one file"),
    "{folder}/notes.txt": (a_text, "is not a room: another program made this file"),
    "{folder}/songs.db": (a_database_of_another_program, "is not a room: another program made this file"),
    "{folder}/damaged.db": (a_damaged_room, "is damaged: database disk image is malformed"),
    "{folder}/newer.db": (a_newer_room, f"its version is {len(MIGRATIONS) + 1}, and this paiju reads up to"),
    "{folder}/none/room.db": (nothing, "there is no folder {folder}/none for the room"),
    "/sys/room.db": (nothing, "no permission to read and write /sys/room.db, or its folder"),
}


def refused(process: subprocess.Popen[str]) -> str:
    """The one line that a program says when it cannot serve."""
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert err.startswith("paiju: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("database", WRONG)
def test_invalid_database_file_is_reported_in_one_sentence(tmp_path: Path, database: str) -> None:
    make, told = WRONG[database]
    path = Path(database.format(folder=tmp_path))
    make(path)
    before = path.read_bytes() if path.is_file() else None
    assert told.format(folder=tmp_path) in refused(started((*CLI, "--port=0", f"--database={path}"), tmp_path))
    assert before == (path.read_bytes() if path.is_file() else None)


@pytest.mark.parametrize("make", [nothing, a_room])
def test_full_disk_is_reported_in_one_sentence(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "room.db")
    told = refused(started((*FULL, "--port=0", "--database=room.db"), tmp_path))
    assert "cannot write room.db, perhaps because the disk is full" in told


def test_locked_database_is_reported_in_one_sentence(tmp_path: Path) -> None:
    a_room(tmp_path / "room.db")
    with closing(sqlite3.connect(tmp_path / "room.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        told = refused(started((*CLI, "--port=0", "--database=room.db"), tmp_path))
    assert "another program has locked room.db" in told


def test_second_server_names_the_first_and_other_commands_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "room.db"
    first = started((*CLI, "--port=0", "--database=room.db"), tmp_path)
    try:
        assert first.stdout is not None
        address = first.stdout.readline().split()[1]
        (tmp_path / "other.db").symlink_to(path)
        for name in ("room.db", "other.db"):
            told = refused(started((*CLI, "--port=0", f"--database={name}"), tmp_path))
            assert told == f"paiju: process {first.pid} already serves {path}, at {address}; a room has one server\n"
        assert paiju(["tables", "--database", str(path)]) == 0
        assert paiju(["password", "nobody", "--database", str(path), "--lang", "en"]) == 2
        assert "nobody" in capsys.readouterr().err
    finally:
        first.send_signal(signal.SIGKILL)
        first.communicate(timeout=20)
    third = started((*CLI, "--port=0", "--database=room.db"), tmp_path)  # the lock has died with its process
    assert third.stdout is not None
    assert third.stdout.readline().startswith("paiju: http://")
    third.send_signal(signal.SIGINT)
    out, err = third.communicate(timeout=20)
    assert (out, err) == ("", "")  # it is no new room


def test_migration_is_refused_while_a_server_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "room.db"
    first = started((*CLI, "--port=0", "--database=room.db"), tmp_path)
    try:
        assert first.stdout is not None
        assert first.stdout.readline()
        changed(path, f"PRAGMA user_version = {len(MIGRATIONS) - 1}")
        assert paiju(["tables", "--database", str(path), "--lang", "en"]) == 2
        assert f"process {first.pid} already serves {path}" in capsys.readouterr().err
    finally:
        first.send_signal(signal.SIGKILL)
        first.communicate(timeout=20)


@pytest.mark.parametrize("lang", languages())
def test_startup_errors_have_words_in_every_language(tmp_path: Path, lang: str) -> None:
    seen = set()
    for make, name in ((a_folder, "folder"), (a_text, "text"), (a_newer_room, "newer")):
        make(tmp_path / name)
        seen.add(refused(started((*CLI, "--port=0", f"--database={name}"), tmp_path, LANG=LANGUAGES[lang])))
    assert len(seen) == 3
    assert any("文件夹" in line for line in seen) == (lang == "zh")
