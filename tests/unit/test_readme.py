"""Commands, code and links of README work, in both languages."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from paiju.cli.commands import COMMANDS
from paiju.cli.main import main

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "README.zh.md")
QUICK = ("rules", "legal", "readings", "simulate", "stats", "win", "replay", "verify")
"""Commands that answer without anybody at a terminal; ``play``, ``serve`` and ``arena`` have tests of their own."""
INTO_ENVIRONMENT = {
    "python3 -m venv ~/paiju",
    '~/paiju/bin/pip install "$(ls dist/*.whl)[room,terminal]"',
    "~/paiju/bin/paiju serve",
    ". .venv/bin/activate",
}
"""What ``make release`` does in its fresh environment (``scripts/release.py``), and where ``make setup`` puts things."""


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def lines_of(page: str) -> list[str]:
    """What somebody types, without the comments."""
    blocks = re.findall(r"```sh\n(.*?)```", text_of(page), re.DOTALL)
    return [line.partition("  #")[0].strip() for block in blocks for line in block.splitlines() if line]


@pytest.mark.parametrize("page", PAGES)
def test_readme_begins_with_installation_from_the_source_tree(page: str) -> None:
    first = re.search(r"```sh\n(.*?)```", text_of(page), re.DOTALL)
    assert first is not None
    assert [line.split()[:2] for line in first[1].splitlines()] == [["make", "play"], ["make", "test"]]


@pytest.mark.parametrize("page", PAGES)
def test_every_shell_line_of_the_readme_is_tested(page: str) -> None:
    """A line of a new kind needs a test here first."""
    words = [shlex.split(line)[:2] for line in lines_of(page) if line not in INTO_ENVIRONMENT]
    known = {command.name for command in COMMANDS}
    assert [pair for pair in words if pair[0] != "make" and (pair[0] != "paiju" or pair[1] not in known)] == []


@pytest.mark.parametrize("page", PAGES)
def test_make_targets_of_the_readme_exist(page: str) -> None:
    """Those in the text too."""
    found = {*lines_of(page), *re.findall(r"`(make [^`]+)`", text_of(page))}
    targets = [shlex.split(line) for line in found if line.startswith("make ")]
    assert len(targets) >= 4
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    for words in targets:
        ran = subprocess.run((*words, "--dry-run"), cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (0, ""), words


@pytest.mark.parametrize("page", PAGES)
def test_commands_of_the_readme_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the order in which they stand there: what one writes another reads."""
    monkeypatch.chdir(tmp_path)
    commands = [shlex.split(line)[1:] for line in lines_of(page) if line.startswith("paiju ")]
    tried = [words for words in commands if words[0] in QUICK]
    assert len(tried) == len(commands) - 2
    for words in tried:
        short = ["10" if before == "--hands" else word for before, word in zip(["", *words], words, strict=False)]
        assert main(short) == 0, words
        assert capsys.readouterr().out, words


@pytest.mark.parametrize("page", PAGES)
def test_python_blocks_of_the_readme_run(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```python\n(.*?)```", text_of(page), re.DOTALL)
    assert block is not None
    exec(compile(block[1], page, "exec"), {})
    assert capsys.readouterr().out.strip() in {"landlord_out", "farmer_out", "thrown_in"}


@pytest.mark.parametrize("page", PAGES)
def test_links_of_the_readme_lead_to_existing_files(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", text_of(page))
    missing = [link for pair in links for link in pair if link and not (ROOT / link).exists()]
    assert missing == []
