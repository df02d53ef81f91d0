"""What README shows works."""

import re
import shlex
from pathlib import Path

import pytest

from paiju.cli.main import main

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
QUICK = ("rules", "legal", "readings", "win")
"""Commands that answer at once; the others have tests of their own."""


def _commands() -> list[list[str]]:
    lines = [line.partition("  #")[0] for line in README.splitlines() if line.startswith("paiju ")]
    return [words for words in (shlex.split(line)[1:] for line in lines) if words[0] in QUICK]


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert block is not None
    exec(compile(block[1], "README.md", "exec"), {})
    assert capsys.readouterr().out.strip() in {"landlord_out", "farmer_out", "thrown_in"}


@pytest.mark.parametrize("words", _commands(), ids=lambda words: words[0])
def test_the_commands_answer(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    assert capsys.readouterr().out


def test_what_it_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", README)
    root = Path(__file__).parents[2]
    missing = [link for pair in links for link in pair if link and not (root / link).exists()]
    assert missing == []
