"""Starts a real Redis server for tests, in a temporary folder and on a Unix socket."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

TIME: Final = 60


class NoRedis(Exception):
    """Redis, which the tests need, is not installed."""


class RedisServer:
    """A Redis server that tests can stop and start."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        program = shutil.which("redis-server")
        if program is None:
            raise NoRedis("these tests need redis-server: `scripts/need server` installs it")
        self._program = program
        self.start()

    @property
    def url(self) -> str:
        return f"unix://{self.folder / 'socket'}"

    def start(self) -> None:
        words = ("--port", "0", "--unixsocket", str(self.folder / "socket"), "--save", "", "--dir", str(self.folder))
        self._process = subprocess.Popen([self._program, *words], stdout=subprocess.DEVNULL)
        give_up = time.monotonic() + TIME
        while not (self.folder / "socket").exists():
            assert self._process.poll() is None, "redis-server did not start"
            assert time.monotonic() < give_up
            time.sleep(0.01)

    def stop(self) -> None:
        """Kill the server."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        (self.folder / "socket").unlink(missing_ok=True)


@contextmanager
def a_redis() -> Iterator[RedisServer]:
    """Run a Redis server until the ``with`` block ends."""
    folder = Path(tempfile.mkdtemp(prefix="paiju-"))
    try:
        server = RedisServer(folder)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
