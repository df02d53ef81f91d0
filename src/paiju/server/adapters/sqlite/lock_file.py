"""Checks and locks a database file when a server starts.

Each error tells the operator in one sentence what is wrong.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, TextIO

from paiju.server.adapters.sqlite.writer import make_private
from paiju.server.errors import CannotServe

_BY_NAME: Final = {
    "NOTADB": "database_foreign",
    "CORRUPT": "database_corrupt",
    "FULL": "database_full",
    "IOERR": "database_full",
    "BUSY": "database_busy",
    "CANTOPEN": "database_forbidden",
    "READONLY": "database_forbidden",
}
"""Codes of CannotServe by the first word after ``SQLITE_`` in the error's name."""

_BY_NUMBER: Final = {
    errno.ENOSPC: "database_full",
    errno.EDQUOT: "database_full",
    errno.EFBIG: "database_full",
    errno.EACCES: "database_forbidden",
    errno.EPERM: "database_forbidden",
    errno.EROFS: "database_forbidden",
}
"""Codes of CannotServe by the ``errno`` of an OSError."""


@contextmanager
def translate_opening_errors(path: Path) -> Iterator[None]:
    """Context manager that turns errors of SQLite and of the file system into CannotServe."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0]
        raise CannotServe(_BY_NAME.get(name, "database_unfit"), path=path, why=error) from error
    except OSError as error:
        raise CannotServe(_BY_NUMBER.get(error.errno or 0, "database_unfit"), path=path, why=error.strerror) from error


def schema_version(path: Path, newest: int) -> int:
    """Return the number of migrations applied to a file, without writing to the file. Raises CannotServe.

    The number is 0 if the file has no tables. ``newest`` is the highest number that this version of paiju
    knows.
    """
    if path.is_dir():
        raise CannotServe("database_folder", path=path)
    if not path.parent.is_dir():
        raise CannotServe("database_nowhere", path=path, folder=path.parent)
    if not path.exists() or path.stat().st_size == 0:
        return 0
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if ("entries" in names) != (version > 0) or (names and not version):
        raise CannotServe("database_foreign", path=path)
    if version > newest:
        raise CannotServe("database_newer", found=version, known=newest)
    return version


@contextmanager
def lock_database(path: Path, holder: str) -> Iterator[None]:
    """Context manager that locks a database file for this process.

    The lock is on a second file, which has the suffix ``.lock`` and contains the process id and ``holder``. If
    another process holds the lock, raises CannotServe, which names the holder.
    """
    path = path.resolve()
    beside = Path(f"{path}.lock")
    make_private(beside)
    with beside.open("a+", encoding="utf-8") as lock:
        if not _try_lock(lock):
            lock.seek(0)
            process, _, address = lock.read().strip().partition(" ")
            raise CannotServe("database_taken", path=path, process=process or "?", holder=address or "?")
        lock.truncate(0)
        lock.write(f"{os.getpid()} {holder}\n")
        lock.flush()
        yield


def _try_lock(file: TextIO) -> bool:
    """Lock an open file. Returns whether that succeeded; always True on Windows, which lacks these locks."""
    if sys.platform == "win32":
        return True
    import fcntl  # noqa: PLC0415 (not available on Windows)

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
