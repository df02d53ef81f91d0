"""The commands that the how-to documents for admins work, as they are written there, on the installation that it describes."""

from __future__ import annotations

import getpass
import grp
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from paiju.cli.commands import COMMANDS
from paiju.cli.main import main as paiju
from paiju.server.adapters.sqlite.schema import migrate
from tests.integration.in_process_server import free_port
from tests.integration.test_deploy_files import DEPLOY, service_in

HOW_TO = (DEPLOY.parent / "docs" / "how-to" / "host-a-room.md").read_text("utf-8")
INSTALLED = Path(sys.executable).with_name("paiju")


def blocks(text: str) -> list[str]:
    """The blocks of shell commands, without comments."""
    return [
        re.sub(r"\s#.*", "", block) for block in re.findall(r"^ *```sh\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    ]


def section(title: str) -> str:
    """From a heading, or a first word in bold, to the next heading."""
    return HOW_TO.partition(title)[2].partition("\n## ")[0]


class Machine:
    """A machine as the how-to leaves it, below a folder: its files, its PATH, its user (who is whoever runs the tests)."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.port = free_port()
        (root / "var/lib/paiju").mkdir(parents=True)
        for line in map(str.strip, blocks(section("## On the internet"))[0].splitlines()):
            if line.startswith(("install ", "cp ")):
                (root / "etc/systemd/system").mkdir(parents=True, exist_ok=True)
                subprocess.run(["/bin/sh", "-c", self.here(line)], cwd=DEPLOY.parent, check=True)
        for path in (root / "etc").rglob("paiju*"):
            if path.is_file():
                path.write_text(self.here(path.read_text("utf-8")))
        command = root / "usr/local/bin/paiju"
        command.write_text(self.here(command.read_text("utf-8")))

    def here(self, text: str) -> str:
        """With the places of the machine below its folder, and the room's user."""
        text = text.replace("/opt/paiju/bin/paiju", str(INSTALLED))
        text = re.sub(r"(?<![\w/.])/(etc|var/lib|usr/local)/", rf"{self.root}/\1/", text)
        user, group = getpass.getuser(), grp.getgrgid(os.getgid()).gr_name
        return (
            text.replace("= paiju ]", f"= {user} ]")
            .replace("-u paiju", f"-u {user}")
            .replace("-g paiju", f"-g {group}")
        )

    def does(self, command: str) -> str:
        """Type it in root's home; what it says."""
        environ = {"PATH": f"{self.root}/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "HOME": str(self.root)}
        done = subprocess.run(
            ["/bin/sh", "-c", command], cwd=self.root, env=environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
        return done.stdout

    @contextmanager
    def serving(self) -> Iterator[httpx.Client]:
        """The unit is started, and stopped in the end."""
        words = shlex.split(service_in(self.root / "etc/systemd/system/paiju.service")["ExecStart"])
        environ = {**os.environ, "PORT": str(self.port)}
        room = subprocess.Popen(words, cwd=self.root / "var/lib/paiju", env=environ, stdout=subprocess.PIPE, text=True)
        try:
            assert room.stdout is not None
            assert room.stdout.readline().startswith("paiju: http://")
            with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=30) as http:
                yield http
        finally:
            room.send_signal(signal.SIGTERM)
            room.communicate(timeout=60)


def inline(text: str) -> list[str]:
    return re.findall(r"`(paiju [^`…]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


@pytest.mark.deep
def test_documented_admin_commands_work_for_a_systemd_service(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    day = section("## Day to day")
    typed = [line.strip() for line in blocks(day)[0].splitlines()] + inline(day)
    assert len(typed) >= 12
    copying = [line.strip() for line in blocks(section("**Back up**"))[0].splitlines()]
    with machine.serving() as http:
        player = http.post("/api/session", json={"name": "bob"}).json()["id"]
        http.post("/api/account", json={"user": "bobby", "password": "plums and pears"}).raise_for_status()
        tables = [
            http.post("/api/tables", json={"ruleset": "doudizhu/qq"}).raise_for_status().json()["table"] for _ in "12"
        ]
        for command in [*typed, copying[0]]:
            if " drop " in command:
                with closing(sqlite3.connect(tmp_path / "var/lib/paiju/room.db")) as db, db:
                    db.execute("UPDATE entries SET facts = 'rotten' WHERE table_id = ?", (tables[1],))
            table = tables[" drop " in command]
            told = machine.does(command.replace("PLAYER", player).replace("USER", "bobby").replace("TABLE", table))
            assert told or "--find" not in command
        assert http.get("/api/notice").json()["text"] == "The room closes at midnight"
    for command in copying[1:]:
        machine.does(command)
    kept = {path.name for path in (tmp_path / "var/lib/paiju").iterdir()}
    assert kept >= {"room.db", "2026-11-22.db"}
    assert not list(tmp_path.glob("*.db"))


def test_every_room_command_has_config_and_database_options() -> None:
    by_option = {
        name: {command.name for command in COMMANDS if name in {option.name for option in command.options}}
        for name in ("config", "database")
    }
    assert by_option["config"] == by_option["database"] >= {"serve", "ban", "tables", "backup", "restore", "rate"}


@pytest.mark.parametrize("how", ["--config", "PAIJU_CONFIG", "paiju.toml"])
def test_command_uses_the_database_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    migrate(tmp_path / "elsewhere.db")
    file = tmp_path / ("paiju.toml" if how == "paiju.toml" else "settings.toml")
    file.write_text('database = "elsewhere.db"\nport = 9000\n')
    if how == "PAIJU_CONFIG":
        monkeypatch.setenv(how, str(file))
    assert paiju(["notice", "Hello", *(["--config", str(file)] if how == "--config" else [])]) == 0
    with closing(sqlite3.connect("elsewhere.db")) as db:
        assert db.execute("SELECT detail FROM acts").fetchall() == [("Hello",)]
    file.write_text("no = settings")
    assert paiju(["tables", *(["--config", str(file)] if how == "--config" else [])]) == 2
    assert str(file.name) in capsys.readouterr().err
