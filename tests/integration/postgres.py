"""Starts a real PostgreSQL server for tests, in a temporary folder and on a Unix socket, when the first test needs it."""

from __future__ import annotations

import asyncio
import hashlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import asyncpg

SAFE: Final = "-c max_connections=200 -c listen_addresses=''"
"""Options with which committed data survive a crash of the machine."""
FAST: Final = f"{SAFE} -c fsync=off -c full_page_writes=off"
"""Options with which committed data survive only a kill of the database."""


class NoPostgres(Exception):
    """PostgreSQL, which the tests need, is not installed."""


def programs() -> Path:
    """Return the folder with ``initdb`` and ``pg_ctl``. Raises NoPostgres."""
    found = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in found:
        if all((folder / name).is_file() for name in ("initdb", "pg_ctl", "postgres")):
            return folder
    raise NoPostgres("these tests need PostgreSQL (initdb, pg_ctl): `scripts/need server` installs it")


def _owner() -> dict[str, Any]:
    """Return the user to run PostgreSQL as, as options for ``subprocess``. It is another user if this one is root."""
    if os.geteuid() != 0:
        return {}
    names = {one.pw_name: one for one in pwd.getpwall()}
    owner = names.get("postgres") or names["nobody"]
    return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


class Cluster:
    """A database server that tests can stop and start, and that creates databases."""

    def __init__(self, folder: Path, options: str = FAST) -> None:
        self.folder, self._options = folder, options
        self._bin = programs()
        self._run("initdb", "--pgdata", str(folder / "data"), "--auth=trust", "--username=room", "--no-sync")
        self.start()

    def start(self) -> None:
        options = f"{self._options} -k {self.folder}"
        self._run(
            "pg_ctl", "start", "-D", str(self.folder / "data"), "-w", "-l", str(self.folder / "log"), "-o", options
        )

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server. ``immediate`` is like a kill; ``fast`` is an orderly shutdown."""
        self._run("pg_ctl", "stop", "-D", str(self.folder / "data"), "-m", mode, "-w")

    @property
    def pid(self) -> int:
        """The id of the server's main process."""
        return int((self.folder / "data/postmaster.pid").read_text().split()[0])

    def url(self, name: str) -> str:
        return f"postgresql://room@/{name}?host={self.folder}"

    def at(self, path: Path) -> str:
        """Return the URL of the database for a path; create the database if there is none."""
        name = f"d{hashlib.sha256(str(path).encode()).hexdigest()[:16]}"
        if not rows(self.url("postgres"), "SELECT FROM pg_database WHERE datname = $1", name):
            rows(self.url("postgres"), f"CREATE DATABASE {name}")
        return self.url(name)

    def _run(self, program: str, *words: str) -> str:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            [self._bin / program, *words], cwd=self.folder, check=False, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, **_owner(),
        )  # fmt: skip
        assert done.returncode == 0, f"{program}: {done.stdout}"
        return done.stdout


@contextmanager
def a_cluster(options: str = FAST) -> Iterator[Cluster]:
    """Run a database server until the ``with`` block ends.

    Its folder is not below pytest's, which only the user of the tests may enter.
    """
    folder = Path(tempfile.mkdtemp(prefix="paiju-"))
    owner = _owner()
    if owner:
        os.chown(folder, owner["user"], owner["group"])
    try:
        cluster = Cluster(folder, options)
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def rows(url: str, sql: str, *values: object) -> list[Any]:
    """Return the rows of a query over a separate connection. Within an event loop, it blocks the loop."""

    async def main() -> list[Any]:
        db = await asyncpg.connect(url)
        try:
            return list(await db.fetch(sql, *values))
        finally:
            await db.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, main()).result()
