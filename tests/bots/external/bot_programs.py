"""External bots for tests: programs in Python and in shell."""

from __future__ import annotations

import sys
from pathlib import Path

FIRST = "while read -r line; do echo '{\"choice\":0}'; done"
"""A shell script that always chooses the first legal action."""

PYTHON = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    print(json.dumps({ANSWER}), flush=True)
"""


def shell(tmp_path: Path, script: str, name: str = "bot.sh") -> str:
    """Write a shell script to a file, and return the bot name that runs it."""
    (tmp_path / name).write_text(script + "\n", "utf-8")
    return f"exec:sh {tmp_path / name}"


def python(tmp_path: Path, answer: str, name: str = "program.py") -> str:
    """Write a Python program that answers each question with the expression ``answer``. Return the bot name that runs it."""
    (tmp_path / name).write_text(PYTHON.replace("{ANSWER}", answer), "utf-8")
    return f"exec:{sys.executable} {tmp_path / name}"


def alive(script: Path) -> list[int]:
    """Return the ids of the processes that run a script."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                words = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if str(script).encode() in words:
                found.append(int(folder.name))
    return found
