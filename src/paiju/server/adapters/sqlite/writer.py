"""Writes to a SQLite file in one thread, with group commit.

All jobs that wait when the thread becomes free share one transaction. A busy server therefore flushes its disk only
once for many moves, and on an idle server a job does not wait. Another thread with its own connection copies the
write-ahead log into the file.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from paiju.server.adapters.store.append import APART, GROUP
from paiju.server.app.background_tasks import report_failure
from paiju.server.app.metrics import Metrics

T = TypeVar("T")

BUSY: Final = 5_000
"""Milliseconds for which a connection waits while another connection holds the lock of the file."""

JOBS_PER_CHECKPOINT: Final = 1_000
"""Number of jobs after which the write-ahead log is copied into the database file.

By then the log has about ten megabytes.
"""


OWNER_ONLY: Final = 0o600
"""File mode of the room's files, whatever the umask.

Only the owner may read the files, because they contain running hands and password hashes.
"""


def make_private(path: Path) -> None:
    """Create a file if it does not exist, and restrict access to its owner. Raises OSError.

    An existing file is not opened, because closing it would release this process's locks on it.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    found = path.stat()
    owned = sys.platform == "win32" or os.geteuid() in (0, found.st_uid)
    if owned and stat.S_IMODE(found.st_mode) != OWNER_ONLY:
        path.chmod(OWNER_ONLY)


def _make_database_private(database: Path) -> None:
    """Restrict access to a database file and its two companion files (``-wal``, ``-shm``) to the owner.

    If the database file does not exist, it is created first. SQLite creates the companion files later, with the
    same mode.
    """
    path = database.resolve()
    make_private(path)
    for file in (path.with_name(path.name + end) for end in ("-wal", "-shm")):
        if file.exists():
            make_private(file)


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection to the file, for one thread. Raises OSError."""
    _make_database_private(path)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute(f"PRAGMA busy_timeout = {BUSY}")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_autocheckpoint = 0")  # an automatic checkpoint would delay a commit
    return db


def _checkpoint(db: sqlite3.Connection) -> None:
    """Copy the write-ahead log into the database file, as far as other connections do not prevent it.

    When everything has been copied, the next transaction writes at the beginning of the log again.
    """
    db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


class _PendingWrite:
    """A job that waits for the writer thread.

    It also holds the result or the error of the job, and the future on which the caller of ``write`` waits.
    """

    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], Any], future: asyncio.Future[Any]) -> None:
        self.work = work
        self.future = future
        self.result: Any = None
        self.error: Exception | None = None

    def resolve(self) -> None:
        """Set the result or the exception of the caller's future. Must be called in the event loop."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class _ConnectionThread:
    """A thread with its own database connection. It runs jobs one after another, with less overhead than an executor."""

    def __init__(self, name: str, path: Path) -> None:
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Callable[[sqlite3.Connection], None] | None] = SimpleQueue()
        self._db = connect(path)
        Thread(target=self._run, name=name, daemon=True).start()

    def submit(self, job: Callable[[sqlite3.Connection], None]) -> None:
        """Queue a job, which must not raise."""
        self._jobs.put(job)

    async def run(self, job: Callable[[sqlite3.Connection], None]) -> None:
        """Queue a job, and wait until it has ended. Raises what the job raises."""
        call = _PendingWrite(job, self._loop.create_future())

        def run_job_and_resolve(db: sqlite3.Connection) -> None:
            try:
                job(db)
            except Exception as error:  # noqa: BLE001 (it is handed to whoever waits for the job)
                call.error = error
            self._loop.call_soon_threadsafe(call.resolve)

        self.submit(run_job_and_resolve)
        await call.future

    async def stop(self) -> None:
        """Run the queued jobs, then close the connection and end the thread."""
        await self.run(sqlite3.Connection.close)
        self._jobs.put(None)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job(self._db)


class SqliteWriter:
    """Passes one group of jobs at a time to the writer thread. Jobs that arrive meanwhile form the next group."""

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop, meter: Metrics | None = None) -> None:
        self._loop = loop
        self._meter = meter
        self._thread = _ConnectionThread("sqlite-write", path)
        self._waiting: list[_PendingWrite] = []
        self._busy = False
        self._next = 0.0
        """Earliest start of the next transaction, by the event loop's clock."""
        self._beside = _ConnectionThread("sqlite-fold", path)
        self._unfolded = 0
        self._fold: asyncio.Task[None] | None = None

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a job in the next transaction, and return its result once the transaction is on disk.

        A job that fails does not affect the others.
        """
        future: asyncio.Future[T] = self._loop.create_future()
        self._waiting.append(_PendingWrite(work, future))
        if not self._busy:
            self._busy = True
            self._schedule_group()
        return await future

    async def stop(self) -> None:
        """Run the queued jobs, and stop the threads."""
        await self.write(lambda db: None)  # all earlier jobs are in the same group or an earlier one
        if self._fold is not None:
            await self._fold
        await self._beside.stop()
        await self._thread.stop()

    def _schedule_group(self) -> None:
        """Submit the next group once its time has come."""
        if self._loop.time() < self._next:
            self._loop.call_at(self._next, self._submit_group)
        else:
            self._submit_group()

    def _submit_group(self) -> None:
        group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
        self._next = self._loop.time() + APART
        self._thread.submit(lambda db: self._write_group(db, group))

    def _write_group(self, db: sqlite3.Connection, group: list[_PendingWrite]) -> None:
        try:
            _run_in_transaction(db, group)
        except Exception as error:  # noqa: BLE001 (even the rollback failed: the callers receive the error, and the thread goes on)
            for job in group:
                job.error = error
        self._loop.call_soon_threadsafe(self._on_written, group)

    def _on_written(self, group: list[_PendingWrite]) -> None:
        _resolve_all(group)
        self._busy = bool(self._waiting)
        if self._busy:
            self._schedule_group()
        self._unfolded += len(group)
        if self._unfolded >= JOBS_PER_CHECKPOINT and (self._fold is None or self._fold.done()):
            self._unfolded = 0
            self._fold = self._loop.create_task(self._checkpoint_wal())

    async def _checkpoint_wal(self) -> None:
        """Copy the write-ahead log into the database file.

        Most of the log is copied while the writer continues. The rest is copied between two transactions of the
        writer.
        """
        try:
            await self._beside.run(_checkpoint)
            await self._thread.run(_checkpoint)
        except sqlite3.Error as error:  # the next attempt follows after ``JOBS_PER_CHECKPOINT`` more jobs
            report_failure(self._meter, "fold", error)


def _resolve_all(group: Iterable[_PendingWrite]) -> None:
    for job in group:
        job.resolve()


def _run_in_transaction(db: sqlite3.Connection, group: Sequence[_PendingWrite]) -> None:
    """Run all jobs in one transaction. If one fails, run each job in its own transaction, so that only faulty jobs fail."""
    try:
        if db.in_transaction:  # the last rollback failed
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
