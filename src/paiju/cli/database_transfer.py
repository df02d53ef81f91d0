"""``paiju move``, ``backup`` and ``restore``: copy a card room to another database, to a file, or from a file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.cli.database_argument import database_name, existing_database, require_existing
from paiju.locale import translate
from paiju.server.adapters import database_transfer
from paiju.server.adapters.databases import redact_password


def run(given: ParsedArguments) -> int:
    """Copy a room to another database. No server may be running on either of them. Raises UsageError, CannotServe."""
    moved = asyncio.run(database_transfer.transfer(require_existing(getattr(given, "from")), given.to))
    return _print_counts(given, "moved", moved, database=redact_password(given.to))


def backup(given: ParsedArguments) -> int:
    """Write a backup to a new file. The server may keep running. Raises UsageError, CannotServe."""
    copied = asyncio.run(database_transfer.backup(existing_database(given), Path(given.copy)))
    return _print_counts(given, "backed_up", copied, path=given.copy)


def restore(given: ParsedArguments) -> int:
    """Restore a backup to a database that no server uses. Raises UsageError, CannotServe."""
    database, copy = database_name(given), Path(given.copy)
    if not copy.is_file():
        raise UsageError("no_file", path=copy)
    restored = asyncio.run(database_transfer.restore(copy, database, replace=given.replace))
    return _print_counts(given, "restored", restored, database=redact_password(database))


def _print_counts(given: ParsedArguments, key: str, rows: dict[str, int], **details: Any) -> int:
    details |= {name: rows[name] for name in ("players", "tables", "entries", "hands")}
    print(translate(given.lang, f"serve.{key}", **details))
    return 0
