"""``paiju move``, ``backup`` and ``restore``: take a room from one database to another, to a file, and back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from paiju.cli.arguments import Given, UsageError
from paiju.cli.database import existing, find_database, named_database
from paiju.locale import text
from paiju.server.adapters import moving
from paiju.server.adapters.databases import shown


def run(given: Given) -> int:
    """Bring everything there; nobody may serve either meanwhile. Raises UsageError, CannotServe."""
    moved = asyncio.run(moving.move(existing(getattr(given, "from")), given.to))
    return _told(given, "moved", moved, database=shown(given.to))


def backup(given: Given) -> int:
    """Write all of it to a new file, while people play. Raises UsageError, CannotServe."""
    copied = asyncio.run(moving.backup(find_database(given), Path(given.copy)))
    return _told(given, "backed_up", copied, path=given.copy)


def restore(given: Given) -> int:
    """Bring a backup to a database that nobody serves. Raises UsageError, CannotServe."""
    database, copy = named_database(given), Path(given.copy)
    if not copy.is_file():
        raise UsageError("no_file", path=copy)
    restored = asyncio.run(moving.restore(copy, database, replace=given.replace))
    return _told(given, "restored", restored, database=shown(database))


def _told(given: Given, key: str, rows: dict[str, int], **details: Any) -> int:
    details |= {name: rows[name] for name in ("players", "tables", "entries", "hands")}
    print(text(given.lang, f"serve.{key}", **details))
    return 0
