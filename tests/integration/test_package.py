"""What is built for others to install has everything in it: the client, the words, the rulesets."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
NEEDED = (
    "paiju/server/static/index.html",
    "paiju/locale/zh/common.toml",
    "paiju/games/doudizhu/words/zh.toml",
    "paiju/games/doudizhu/rulesets/qq.toml",
    "paiju/py.typed",
)
MOST = 5_000_000


def build(where: Path, *what: str, into: Path) -> Path:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(into), *what], cwd=where, check=True)
    (built,) = into.iterdir()
    return built


def test_a_wheel_of_the_source_archive_has_the_web_client(tmp_path: Path) -> None:
    archive = build(ROOT, "-t", "sdist", into=tmp_path / "sdist")
    with tarfile.open(archive) as tar:
        assert not [name for name in tar.getnames() if "/tests/" in name or "/web/" in name]
        tar.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.glob("paiju-*")
    wheel = build(unpacked, "-t", "wheel", into=tmp_path / "wheel")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    assert names >= set(NEEDED)
    assert any(name.startswith("paiju/server/static/assets/") for name in names)
    assert wheel.stat().st_size < MOST
    assert archive.stat().st_size < MOST
