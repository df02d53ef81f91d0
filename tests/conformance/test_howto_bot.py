"""The bots and commands of docs/how-to/write-a-bot.md run as shown, in both languages."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from textwrap import dedent

import pytest

from paiju.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": DOCS / "how-to/write-a-bot.md", "zh": DOCS / "zh/how-to/write-a-bot.md"}
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("lang", PAGES)
def test_bots_of_the_page_run_as_shown(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    compared = 0
    for _, language, body in BLOCK.findall(PAGES[lang].read_text("utf-8")):
        code = dedent(body)
        if language in ("python", "js"):
            name = re.match(r"(?:#|//) (\S+)", code)
            assert name is not None
            (tmp_path / name[1]).write_text(code, "utf-8")
        elif language == "sh" and "paiju arena" in code:
            words = shlex.split(code)[1:]
            words[words.index("--deals") + 1] = "2"
            assert main([*words, "--json"]) == 0
            told = capfd.readouterr()
            assert '"faults":[{},{}]' in told.out
            assert told.err == ""
            compared += 1
    assert compared == 2
