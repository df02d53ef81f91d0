"""Builds the source archive and the wheel with the web client in dist/, and checks them in a fresh environment.

python scripts/release.py            builds and checks
python scripts/release.py 0.1.0      also tags the commit v0.1.0, if that is its version and nothing is uncommitted
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
"""How long to wait for a room to open, in seconds."""


def version_of(root: Path) -> str:
    """Return the version in pyproject.toml."""
    return str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def reasons_not_to_tag(root: Path, version: str) -> Iterator[str]:
    """Yield the reasons why the commit cannot be tagged as this version, each with what to do about it."""
    if version != (found := version_of(root)):
        yield f"pyproject.toml has version {found}, not {version}: change it there first"
    if uncommitted := _git(root, "status", "--porcelain"):
        yield f"the tree is not clean, commit or stash this first:\n{uncommitted.rstrip()}"
    if _git(root, "tag", "--list", f"v{version}"):
        yield f"there is a tag v{version} already: choose the next version"
    heading = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$"
    if not re.search(heading, (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE):
        yield f'CHANGELOG.md has no heading "## [{version}] - YYYY-MM-DD": name what is under "Unreleased" so'


def _git(root: Path, *words: str) -> str:
    return subprocess.run(("git", *words), cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout


def build(folder: Path) -> tuple[Path, ...]:
    """Build the source archive and the wheel, install the wheel in an environment in the folder, and copy both files to dist/.

    Returns the paths of the two files in dist/.
    """
    subprocess.run((ROOT / "scripts/install-built", folder, "room,terminal"), check=True, stdout=subprocess.DEVNULL)
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir()
    built = [*(folder / "sdist").iterdir(), *(folder / "wheel").iterdir()]
    return tuple(Path(shutil.copy2(file, dist)) for file in built)


def check(programs: Path, version: str) -> None:
    """Check that the wheel has this version, that its commands play and verify hands, and that its room serves the page."""
    with TemporaryDirectory() as elsewhere:

        def run(*words: str) -> str:
            command = (str(programs / "paiju"), *words)
            return subprocess.run(command, cwd=elsewhere, check=True, stdout=subprocess.PIPE, text=True).stdout

        assert run("--version").strip() == version, "the wheel says another version: is there an older one in PATH?"
        run("simulate", "qq", "--hands", "3", "--bots", "steady", "--record", "hands.jsonl")
        run("verify", "hands.jsonl")
        with _room(programs, elsewhere) as address:
            page = _read(address)
            assets = re.findall(r'(?:src|href)="([^"]+\.(?:js|css))"', page)
            assert assets, f"the page names no script and no style: {page[:200]}"
            for asset in assets:
                _read(f"{address}/{asset.lstrip('/')}")


@contextmanager
def _room(programs: Path, folder: str) -> Iterator[str]:
    """Run a room inside a ``with`` block; yields its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ("serve", "--port", str(port), "--database", "room.db")
    with subprocess.Popen((programs / "paiju", *words), cwd=folder, stdout=subprocess.DEVNULL) as room:
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(f"{address}/readyz")
            yield address
        finally:
            room.terminate()


def _wait_for(address: str) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            _read(address)
        except URLError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            return


def _read(address: str) -> str:
    with urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read().decode("utf-8"))


def main() -> int:
    """Build and check, and tag the commit if a version is given. If the commit cannot be tagged, builds nothing and returns 1."""
    wanted = next(iter(sys.argv[1:]), "")
    if wanted and (reasons := list(reasons_not_to_tag(ROOT, wanted))):
        print(*(f"not released: {reason}" for reason in reasons), sep="\n", file=sys.stderr)
        return 1
    folder = ROOT / "build" / "release"
    built = build(folder)
    check(folder / "venv/bin", wanted or version_of(ROOT))
    print(*(file.relative_to(ROOT) for file in built), sep="\n")
    if wanted:
        _git(ROOT, "tag", "--annotate", f"v{wanted}", "--message", f"paiju {wanted}")
        print(f"v{wanted} is tagged; git push origin v{wanted} publishes the tag")
    return 0


if __name__ == "__main__":
    sys.exit(main())
