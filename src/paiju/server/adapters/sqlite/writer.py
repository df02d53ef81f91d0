"""One writer thread and its group commit.

Whatever waits to be written when the writer is free goes into one transaction, so that a busy server pays for one flush to
disk and not for each move's own; a quiet one waits for nobody. Copying the write-ahead log into the file has a thread and
connection of its own.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from paiju.server.app.background_tasks import report_failure
from paiju.server.app.metrics import Metrics

T = TypeVar("T")

GROUP: Final = 256
"""Maximum number of jobs in one transaction."""

APART: Final = 0.004
"""Seconds from the beginning of one transaction to the next. What a busy server wants to write meanwhile shares the next one."""

BUSY: Final = 5_000
"""Milliseconds that a connection waits for another one's lock."""

FOLD: Final = 1_000
"""Number of jobs after which the write-ahead log, some ten megabytes by then, is copied into the file."""


OWNER_ONLY: Final = 0o600
"""The mode of a room's files, whatever the umask: hands in play are in them, and hashes of passwords."""


def make_private(path: Path) -> None:
    """Make the file, if there is none, and close it to everybody but its owner. Raises OSError.

    A file that is there is not opened: closing it again would end the locks that this process has on it.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    found = path.stat()
    owned = sys.platform == "win32" or os.geteuid() in (0, found.st_uid)
    if owned and stat.S_IMODE(found.st_mode) != OWNER_ONLY:
        path.chmod(OWNER_ONLY)


def _make_private(database: Path) -> None:
    """The same for a database. SQLite gives the files that it makes beside it the mode of the database."""
    path = database.resolve()
    make_private(path)
    for file in (path.with_name(path.name + end) for end in ("-wal", "-shm")):
        if file.exists():
            make_private(file)


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the file, as each thread has its own. Raises OSError."""
    _make_private(path)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute(f"PRAGMA busy_timeout = {BUSY}")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_autocheckpoint = 0")  # in a commit, everybody would wait for it
    return db


def _checkpoint(db: sqlite3.Connection) -> None:
    """Copy what the write-ahead log has by now into the file. If that was all, the next transaction begins the log anew."""
    db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


class _PendingWrite:
    """Something to do in the writer's transaction, and who waits for it."""

    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], Any], future: asyncio.Future[Any]) -> None:
        self.work = work
        self.future = future
        self.result: Any = None
        self.error: Exception | None = None

    def resolve(self) -> None:
        """Tell who waits, in the event loop."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class SqliteWriter:
    """The one thread that writes. It is given one group of jobs at a time. What comes meanwhile is the next group."""

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop, meter: Metrics | None = None) -> None:
        self._loop = loop
        self._meter = meter
        self._thread = ThreadPoolExecutor(1, "sqlite-write")
        self._db = self._thread.submit(connect, path).result()
        self._waiting: list[_PendingWrite] = []
        self._busy = False
        self._next = 0.0
        """When the next transaction may begin, in the loop's time."""
        self._beside = ThreadPoolExecutor(1, "sqlite-fold")
        self._folding = self._beside.submit(connect, path).result()
        self._unfolded = 0
        self._fold: asyncio.Task[None] | None = None

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do it in the next transaction, and return when that is on disk. A failing job fails alone."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._waiting.append(_PendingWrite(work, future))
        if not self._busy:
            self._busy = True
            self._schedule_submit()
        return await future

    async def stop(self) -> None:
        """Do what has been asked so far, and end."""
        await self.write(lambda db: None)  # all that was asked before is in this group or an earlier one
        if self._fold is not None:
            await self._fold
        for thread, db in ((self._beside, self._folding), (self._thread, self._db)):
            await self._loop.run_in_executor(thread, db.close)
            thread.shutdown()

    def _schedule_submit(self) -> None:
        """Wait a moment: what else this turn of the event loop wants to write goes along."""
        self._loop.call_at(self._next, self._submit_group)

    def _submit_group(self) -> None:
        group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
        self._next = self._loop.time() + APART
        self._thread.submit(self._write_group, group)

    def _write_group(self, group: list[_PendingWrite]) -> None:
        try:
            _run_in_transaction(self._db, group)
        except Exception as error:  # noqa: BLE001 (not even the way back worked; who waits must hear of it, and others have their turn)
            for job in group:
                job.error = error
        self._loop.call_soon_threadsafe(self._on_written, group)

    def _on_written(self, group: list[_PendingWrite]) -> None:
        _resolve_all(group)
        self._busy = bool(self._waiting)
        if self._busy:
            self._schedule_submit()
        self._unfolded += len(group)
        if self._unfolded >= FOLD and (self._fold is None or self._fold.done()):
            self._unfolded = 0
            self._fold = self._loop.create_task(self._checkpoint_wal())

    async def _checkpoint_wal(self) -> None:
        """Copy most of the log while others write to it, and the little that came meanwhile between two transactions."""
        try:
            await self._loop.run_in_executor(self._beside, _checkpoint, self._folding)
            await self._loop.run_in_executor(self._thread, _checkpoint, self._db)
        except sqlite3.Error as error:  # the log grows meanwhile, and is tried again when it has grown as much
            report_failure(self._meter, "fold", error)


def _resolve_all(group: Iterable[_PendingWrite]) -> None:
    for job in group:
        job.resolve()


def _run_in_transaction(db: sqlite3.Connection, group: Sequence[_PendingWrite]) -> None:
    """Do all jobs in one transaction. If one fails, do each in a transaction of its own, so that it fails alone."""
    try:
        if db.in_transaction:  # the last one could not even be undone
            db.execute("ROLLBACK")
        db.execute("BEGIN IMMEDIATE")
        for job in group:
            job.result = job.work(db)
        db.execute("COMMIT")
    except Exception as error:  # noqa: BLE001 (it is handed to whoever waits for the job)
        begun = db.in_transaction
        if begun:
            db.execute("ROLLBACK")
        if begun and len(group) > 1:
            for job in group:
                _run_in_transaction(db, [job])
        else:
            for job in group:
                job.error = error
