"""Lets a room be played in for a long time, to see whether anything grows that should not.

    python bench/room/soak.py --minutes 60 [--tables 100 --moves 60] [--database postgresql://… --workers 2]

Prints a row every minute: memory, file descriptors, lines of the log, entries and bytes of the database.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.room.load import family
from bench.room.run import HERE, SERVER, free_port, resident, wait_for

HEAD = ("minute", "MiB of memory", "descriptors", "lines of log", "entries", "MiB of database", "bytes an entry")


def descriptors(pid: int) -> int:
    """Return how many files and sockets the server has open, in all its processes."""
    return sum(len(list(Path(f"/proc/{one}/fd").iterdir())) for one in family(pid))


def stored(database: str) -> tuple[int, int]:
    """Return the number of entries in the database, and its size on disk in bytes."""
    if "://" in database:
        return asyncio.run(_measure_postgres_storage(database))
    import sqlite3  # noqa: PLC0415 (only one of the two is needed)

    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
        (entries,) = db.execute("SELECT count(*) FROM entries").fetchone()
    return entries, sum(path.stat().st_size for path in Path(database).parent.glob(f"{Path(database).name}*"))


async def _measure_postgres_storage(database: str) -> tuple[int, int]:
    import asyncpg  # noqa: PLC0415

    db = await asyncpg.connect(database)
    try:
        return tuple(await db.fetchrow("SELECT (SELECT count(*) FROM entries), pg_database_size(current_database())"))
    finally:
        await db.close()


def row(minute: int, server: int, log: Path, database: str) -> list[str]:
    """Return the row of figures for this minute."""
    entries, size = stored(database)
    told = (resident(server) / 1024, descriptors(server), len(log.read_bytes().splitlines()), entries, size / 2**20)
    return [f"{minute}", *(f"{value:,.0f}" for value in told), f"{size / max(entries, 1):,.0f}"]


def soak(given: argparse.Namespace, folder: Path) -> None:
    """Run a server and a load, and print a row every minute."""
    port, log = free_port(), folder / "log"
    database = given.database or f"{folder}/room.db"
    with log.open("wb") as told:
        command = [sys.executable, "-c", SERVER, str(port), database, str(given.workers)]
        server = subprocess.Popen(command, stdout=told, stderr=told)
        wait_for(port)
        wanted = {"tables": given.tables, "moves": given.moves, "seconds": given.minutes * 60 + 120}
        words = [word for name, value in wanted.items() for word in (f"--{name}", str(value))]
        load = subprocess.Popen(
            [sys.executable, str(HERE / "load.py"), f"http://127.0.0.1:{port}", *words, "--server", str(server.pid)],
            stdout=subprocess.DEVNULL,
        )
        try:
            print(*HEAD, sep=" | ")
            start = time.monotonic()
            for minute in range(1, given.minutes + 1):
                time.sleep(max(0.0, start + 60 * minute - time.monotonic()))
                if load.poll() is not None:
                    raise SystemExit("the load has ended")
                print(*row(minute, server.pid, log, database), sep=" | ", flush=True)
        finally:
            for process in (load, server):
                process.terminate()
                process.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name, usual in (("--minutes", 60), ("--tables", 100), ("--moves", 60), ("--workers", 1)):
        parser.add_argument(name, type=int, default=usual)
    parser.add_argument("--database", default="")
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as made:
        soak(parser.parse_args(), Path(made))
