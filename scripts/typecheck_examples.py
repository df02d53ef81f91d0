"""Checks with mypy and pyright the code that users copy: the examples, and the code in README and in the tutorial."""

import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "README.zh.md", "docs/tutorial/first-hand.md", "docs/zh/tutorial/first-hand.md")
BLOCK = re.compile(r"^( *)```python\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def code_of(page: str) -> str:
    """Return all Python blocks of a page, one after another."""
    return "".join(dedent(body) for _, body in BLOCK.findall((ROOT / page).read_text("utf-8")))


def write_pages(folder: Path) -> list[Path]:
    """Write the code of each page to a file for the type checkers, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for page in PAGES:
        code = code_of(page)
        assert code, f"{page} has no Python block: name another page in PAGES, or leave it out"
        file = folder / (re.sub(r"\W", "_", page.removesuffix(".md")) + ".py")
        file.write_text(code, "utf-8")
        files.append(file)
    return files


def main() -> int:
    """Run both type checkers, and return the higher exit status."""
    files = [*write_pages(ROOT / "build" / "user-types"), *sorted((ROOT / "examples").glob("*.py"))]
    mypy = [sys.executable, "-m", "mypy", "--strict", *map(str, files)]
    pyright = [str(ROOT / "web/node_modules/.bin/pyright"), "--pythonpath", sys.executable, *map(str, files)]
    return max(subprocess.run(command, cwd=ROOT, check=False).returncode for command in (mypy, pyright))


if __name__ == "__main__":
    sys.exit(main())
