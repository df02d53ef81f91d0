"""Creates and migrates the tables of a SQLite file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from paiju.server.adapters.sqlite.lock_file import lock_database, schema_version, translate_opening_errors
from paiju.server.adapters.sqlite.writer import connect
from paiju.server.adapters.store.migrations import scripts_for
from paiju.server.errors import CannotServe

MIGRATIONS: Final = scripts_for("sqlite")
"""The migrations in order. ``user_version`` is the number of migrations applied."""


def migrate(path: Path) -> int:
    """Create or migrate a file that no server uses, and return the number of migrations applied. Raises CannotServe."""
    with translate_opening_errors(path):
        done = schema_version(path, len(MIGRATIONS))
        if done == len(MIGRATIONS):
            return 0
        with lock_database(path, "paiju"):
            return _run_migrations(path)


def check_known_version(path: Path) -> None:
    """Raise CannotServe unless the file is the database of a room, of this version or an earlier one."""
    if schema_version(path, len(MIGRATIONS)) == 0:
        raise CannotServe("database_foreign", path=path)


@contextmanager
def lock_and_migrate_file(path: Path, address: str) -> Iterator[bool]:
    """Context manager that locks a file for a server, migrates it, and checks that it is writable.

    ``address`` is the address of the server that locks the file. Yields whether the file is new. Raises
    CannotServe.
    """
    with ExitStack() as stack:
        with translate_opening_errors(path):
            new = schema_version(path, len(MIGRATIONS)) == 0
            stack.enter_context(lock_database(path, address))
            _run_migrations(path)
            _check_writable(path)
        yield new


def _run_migrations(path: Path) -> int:
    with closing(connect(path)) as db:
        (done,) = db.execute("PRAGMA user_version").fetchone()
        for number, script in enumerate(MIGRATIONS[done:], done + 1):
            db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
    return len(MIGRATIONS[done:])


def _check_writable(path: Path) -> None:
    """Run one query and one small write, so that an unusable file is found when the server starts."""
    with closing(connect(path)) as db:
        db.execute("SELECT count(*) FROM tables WHERE due IS NOT NULL").fetchone()
        sql = "INSERT INTO meta VALUES ('served', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1"
        db.execute(sql)
