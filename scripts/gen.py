"""Writes the files that are made from the code, or with --check says which of them are out of date.

A generator is a module that prints one whole file. To add a file, add its row to GENERATED.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

GENERATED: Mapping[str, tuple[str, ...]] = {
    # "docs/rules/doudizhu-tables.md": ("paiju.cli.gen", "doudizhu"),
}


def text_of(module: str, *arguments: str) -> str:
    """What the generator prints."""
    command = [sys.executable, "-m", module, *arguments]
    environment = os.environ | {"PYTHONUTF8": "1"}
    return subprocess.run(
        command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ).stdout


def is_stale(path: Path, text: str) -> bool:
    """Whether the file is missing or says something else."""
    return not path.exists() or path.read_text(encoding="utf-8") != text


def write(path: Path, text: str) -> None:
    """Put the text there, folder and all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def main(*, check: bool) -> int:
    """Bring every generated file up to date, or count those that are not."""
    texts = {ROOT / name: text_of(*generator) for name, generator in GENERATED.items()}
    stale = {path: text for path, text in texts.items() if is_stale(path, text)}
    for path, text in stale.items():
        if not check:
            write(path, text)
        print(f"{path.relative_to(ROOT)} {'is out of date: run `make gen`' if check else 'written'}")
    return len(stale) if check else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv))
