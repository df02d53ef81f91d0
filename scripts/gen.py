"""Writes the files that are generated from the code. With --check, says which of them are out of date, and writes nothing.

Each generator prints one whole file. To add a file, add it to GENERATED. A generator may read the files that stand above it.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def python_command(module: str, *arguments: str) -> tuple[str, ...]:
    """Return the command that runs a module of the project."""
    return (sys.executable, "-m", module, *arguments)


# Each generated file, with the command that prints it.
GENERATED: Mapping[str, tuple[str, ...]] = {
    **{
        f"docs/rules/{lang}/{script.name.removesuffix('_page.py')}.md": (sys.executable, str(script), lang)
        for script in sorted(ROOT.glob("scripts/*_page.py"))
        for lang in sorted(folder.name for folder in ROOT.glob("docs/rules/*/"))
    },
    "docs/reference/clauses.md": (sys.executable, "scripts/clause_index.py"),
    "docs/reference/wire.schema.json": python_command("paiju.server.wire_schema"),
    "src/paiju/typed_games.py": (sys.executable, "scripts/typed_games.py"),
    **{
        str(folder.relative_to(ROOT) / "released.toml"): (sys.executable, "scripts/released_rulesets.py", folder.name)
        for folder in sorted(found.parent for found in ROOT.glob("src/paiju/games/*/family.py"))
    },
    **{
        f"tests/playthroughs/{family}-{file.stem}.txt": (
            sys.executable,
            "scripts/playthrough.py",
            f"{family}/{file.stem}",
        )
        for file in sorted(ROOT.glob("src/paiju/games/*/rulesets/*.toml"))
        for family in [file.parent.parent.name]
    },
    "docs/reference/settings.md": (sys.executable, "scripts/settings_reference.py"),
    "docs/reference/http-endpoints.md": (sys.executable, "scripts/http_endpoints_reference.py"),
    **{
        f"web/src/games/{source.stem}/lesson.json": (sys.executable, "scripts/lesson.py", str(source))
        for source in sorted(ROOT.glob("web/lessons/*.toml"))
    },
}


def command_output(command: tuple[str, ...]) -> str:
    """Return what a command prints."""
    environment = os.environ | {"PYTHONUTF8": "1"}
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE).stdout.decode()


def is_stale(path: Path, text: str) -> bool:
    """Whether the file is missing or has another text."""
    return not path.exists() or path.read_text(encoding="utf-8") != text


def write(path: Path, text: str) -> None:
    """Write the text to the file, and create its folder if necessary."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def main(*, check: bool) -> int:
    """Write every generated file that is out of date. With `check`, write nothing, and return 1 if a file is out of date."""
    failed = False
    for name, command in GENERATED.items():
        path, text = ROOT / name, command_output(command)
        if not is_stale(path, text):
            continue
        if check:
            print(f"{name} is out of date: run `make gen`")
            failed = True
        else:
            write(path, text)
            print(f"{name} is written")
    return failed


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv))
