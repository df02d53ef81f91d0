"""The built package contains all its files and needs only the dependencies that it declares."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from paiju.cli.commands import COMMANDS
from paiju.extras import EXTRAS

ROOT = Path(__file__).parents[2]
NEEDED = (
    "paiju/server/static/index.html",
    "paiju/locale/zh/common.toml",
    "paiju/games/doudizhu/words/zh.toml",
    "paiju/games/doudizhu/rulesets/qq.toml",
    "paiju/py.typed",
    "paiju/bots/levels.toml",
    "paiju/nets/weights/doudizhu.npz",
)
MOST = 12_000_000
"""Bytes of a wheel: the nets may take eight million of them."""
IMPORT = re.compile(r"^\s*(?:from (\w+)[\w.]* import|import (\w+))\b", re.MULTILINE)

Ran = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, the wheel made of it, and an environment with that and what it depends on, no extra."""
    folder = tmp_path_factory.mktemp("built")
    subprocess.run([ROOT / "scripts/install-built", folder], check=True)
    return folder


@pytest.fixture(scope="module")
def paiju(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Ran:
    elsewhere = tmp_path_factory.mktemp("elsewhere")

    def run(*words: str, program: str = "paiju") -> subprocess.CompletedProcess[str]:
        command = (str(built / "venv/bin" / program), *words)
        env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        return subprocess.run(command, cwd=elsewhere, env=env, capture_output=True, text=True, check=False)

    return run


def test_a_wheel_of_the_source_archive_has_the_web_client(built: Path) -> None:
    (archive,), (wheel,) = (built / "sdist").iterdir(), (built / "wheel").iterdir()
    with tarfile.open(archive) as tar:
        assert not [name for name in tar.getnames() if "/tests/" in name or "/web/" in name]
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    assert names >= set(NEEDED)
    assert any(name.startswith("paiju/server/static/assets/") for name in names)
    assert wheel.stat().st_size < MOST
    assert archive.stat().st_size < MOST


def test_package_depends_on_msgspec_only(built: Path) -> None:
    (packages,) = (built / "venv/lib").glob("python*/site-packages")
    installed = {path.name.partition("-")[0] for path in packages.glob("*.dist-info")}
    assert installed == {"paiju", "msgspec"}


def test_the_library_and_its_commands_work_without_any_extra(paiju: Ran, tmp_path: Path) -> None:
    code = "import paiju; print(paiju.game('doudizhu/qq').seats)"
    assert paiju("-c", code, program="python").stdout == "3\n"
    assert paiju("legal", "--rules", "qq", "--hand", "BR", "--json").stdout == '["B","R","BR"]\n'
    assert paiju("rules").returncode == 0
    simulated = paiju("simulate", "zipai/guilin-3", "--hands", "2")
    assert (simulated.returncode, simulated.stderr) == (0, "")
    record = tmp_path / "game.json"
    assert paiju("-c", RECORD, str(record), program="python").stderr == ""
    for command in ("verify", "replay"):
        ran = paiju(command, str(record))
        assert (ran.returncode, ran.stderr) == (0, ""), command


RECORD = """
import pathlib, random, sys, paiju
game, moves = paiju.game("doudizhu/qq"), []
match = game.new_match()
deal = paiju.draw_deal(game.deal_plan(match), b"any bytes")
state = game.start(match, deal)
while seats := game.to_act(state):
    moves.append((seats[0], random.choice(game.legal(state, seats[0]))))
    state, _ = game.act(state, *moves[-1])
players = tuple(paiju.records.RecordedPlayer(name) for name in "ABC")
record = paiju.records.new_record(paiju.ruleset("doudizhu/qq"), players, (paiju.record_hand(game, match, deal, tuple(moves)),))
pathlib.Path(sys.argv[1]).write_text(paiju.to_text(record))
"""
"""A hand at random."""

WORDS = {
    "play": ("terminal", ()),
    "arena": ("terminal", ("steady", "random", "--rules", "qq")),
    "batch": ("batch", ("compile",)),
    "serve": ("room", ()),
    "bot": ("room", ("http://127.0.0.1:1", "t")),
    "tables": ("room", ()),
    "password": ("room", ("ann",)),
    "migrate": ("room", ()),
    "move": ("room", ("a", "b")),
    "train": ("learn", ("duel", "--out", "net")),
}


@pytest.mark.parametrize("command", WORDS)
def test_command_names_its_missing_extra(paiju: Ran, command: str) -> None:
    extra, words = WORDS[command]
    ran = paiju(command, *words)
    told = f'paiju: {command} needs packages that are not installed: pip install "paiju[{extra}]"\n'
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", told)


def needed(what: str, extra: str) -> str:
    return f'{what} needs packages that are not installed: pip install "paiju[{extra}]"'


@pytest.mark.parametrize(
    ("package", "extra"),
    [
        ("paiju.arena", "terminal"),
        ("paiju.batch", "batch"),
        ("paiju.client", "room"),
        ("paiju.envs", "envs"),
        ("paiju.nets", "nets"),
    ],
)
def test_package_import_names_its_missing_extra(paiju: Ran, package: str, extra: str) -> None:
    ran = paiju("-c", f"import {package}", program="python")
    assert ran.returncode == 1
    assert f"paiju.extras.MissingExtra: {needed(package, extra)}.\n" in ran.stderr


def test_function_names_its_missing_extra(paiju: Ran) -> None:
    for code, what in (("RecordWriter('a.jsonl.zst')", "a.jsonl.zst"), ("to_arrow([])", "paiju.data.to_arrow")):
        ran = paiju("-c", f"from paiju import data; data.{code}", program="python")
        assert f"MissingExtra: {needed(what, 'data')}.\n" in ran.stderr
    assert not list(elsewhere(paiju).glob("*.zst"))


def elsewhere(paiju: Ran) -> Path:
    """The folder in which commands run."""
    return Path(paiju("-c", "import os; print(os.getcwd())", program="python").stdout.strip())


def test_bot_names_its_missing_extra(paiju: Ran) -> None:
    for bots, what in (("strong", "strong"), ("random,skilled", "skilled"), ("net.npz", "paiju.nets")):
        ran = paiju("simulate", "duel", "--hands", "1", "--bots", bots)
        assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"paiju: {needed(what, 'nets')}\n")
    ran = paiju("simulate", "duel", "--hands", "1", "--bots", "nobody")
    assert (ran.returncode, ran.stderr.partition(";")[0]) == (2, 'paiju: there is no bot "nobody"')


def test_readme_works_without_any_extra_or_names_it(paiju: Ran) -> None:
    """In the order in which it stands there: what one command writes another reads."""
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    lines = [line.partition("  #")[0] for block in blocks for line in block.splitlines() if line.startswith("paiju ")]
    assert len(lines) > 8
    for line in lines:
        command, *words = shlex.split(line)[1:]
        ran = paiju(command, *words)
        if ran.returncode != 0:
            assert ran.stdout == ""
            assert re.fullmatch(r'paiju: \S+ needs packages that .*: pip install "paiju\[\w+\]"\n', ran.stderr), line


def test_every_command_has_its_help(paiju: Ran) -> None:
    ran = paiju("-c", HELP, *(command.name for command in COMMANDS), program="python")
    assert ran.stderr == ""
    assert ran.stdout.endswith("\n0\n")
    assert all(f"paiju {command.name}" in ran.stdout for command in COMMANDS)


HELP = "import sys; from paiju.cli.main import main; print(sum(main([name, '--help']) for name in sys.argv[1:]))"
"""Of every command, one after another; then their exit codes together."""


def test_every_third_party_import_belongs_to_an_extra() -> None:
    """A module that is not ours, and comes with neither Python nor msgspec, is one that a command can say is missing."""
    ours = {"paiju", "msgspec", "typing_extensions"}
    known = frozenset().union(
        *EXTRAS.values(),
        {"pyspiel", "stable_baselines3"},
    )
    for path in (ROOT / "src/paiju").rglob("*.py"):
        for found in ("".join(one) for one in IMPORT.findall(path.read_text("utf-8"))):
            assert found in known | ours | sys.stdlib_module_names, (path, found)
