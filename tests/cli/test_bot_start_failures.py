"""`paiju arena` and `paiju simulate` with bots that do not start."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from paiju.cli.main import main
from tests.bots.external.bot_programs import shell

MODULES = {
    "import no_such_module": "it raised ModuleNotFoundError: No module named 'no_such_module' (bad.py, line 1)",
    "def play(): ...": 'no function "choose" in bad.py, which has play; name another one as FILE:FUNCTION',
    "def choose(:": "it raised SyntaxError: invalid syntax (bad.py, line 1)",
    "class choose:\n    def __init__(self):\n        raise ValueError('none')": "it raised ValueError: none (bad.py, line 3)",
}
"""What a file holds, and why it is no bot."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("code", MODULES)
def test_a_bot_that_cannot_be_loaded_stops_the_match(
    folder: Path, code: str, processes: str, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.py").write_text(code, "utf-8")
    words = ["arena", "random", "bad.py", "--rules", "duel", "--deals", "12", "--processes", processes]
    assert main(words) == 1
    out, err = capfd.readouterr()
    assert (out, err) == ("", f"paiju: bad.py cannot be loaded: {MODULES[code]}\n")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("false", "ended before its first answer"),
        ("cat /dev/null", "ended before its first answer"),
    ],
)
def test_a_program_that_exits_at_once_stops_the_match(
    command: str, why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", f"exec:{command}", "random", "--rules", "duel", "--deals", "1"]) == 1
    assert capfd.readouterr() == ("", f"paiju: exec:{command} {why}\n")
    assert main(["simulate", "duel", "--hands", "1", "--bots", f"random,exec:{command}", "--lang", "zh"]) == 1
    assert capfd.readouterr() == ("", f"paiju: exec:{command} 还没有回答就退出了\n")


def test_a_program_that_hangs_at_the_start_stops_the_match(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("paiju.bots.external_bots.EXTRA_FIRST_LIMIT", 0)
    name = shell(tmp_path, "sleep 600")
    assert main(["arena", name, "random", "--rules", "duel", "--deals", "1", "--limit", "150"]) == 1
    assert capfd.readouterr() == ("", f"paiju: {name} gave no first answer within 150 ms\n")


def test_a_file_that_is_not_executable_stops_the_match(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\x00 no program")
    program.chmod(0o755)
    assert main(["arena", f"exec:{program}", "random", "--rules", "duel", "--deals", "1"]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"paiju: exec:{program} cannot be started: ")


def test_the_error_message_is_translated(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.py").write_text("def play(): ...\n", "utf-8")
    assert main(["arena", "bad.py", "random", "--rules", "duel", "--deals", "1", "--lang", "zh"]) == 1
    told = capfd.readouterr().err
    assert told.startswith("paiju: bad.py 装载不了：bad.py 里没有函数“choose”")
    assert told.count("\n") == 1


def test_a_bot_that_dies_after_an_answer_does_not_stop_the_match(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "once.py"
    script.write_text("input()\nprint('{\"choice\":0}', flush=True)\ninput()\n", "utf-8")
    words = ["arena", f"exec:{sys.executable} {script}", "random", "--rules", "duel", "--deals", "1"]
    assert main(words) == 0
    assert "died" in capfd.readouterr().out
