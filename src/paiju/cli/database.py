"""Which room a command is about."""

from __future__ import annotations

import os

from paiju.cli.arguments import UsageError
from paiju.server.adapters.databases import is_there
from paiju.server.settings import read_settings


def named_database(given: str | None) -> str:
    """The database that was named, else that of the settings. Raises CannotServe."""
    return read_settings(os.environ, {"database": given}).database


def find_database(given: str | None) -> str:
    """The same. Raises UsageError: there is no such file."""
    database = named_database(given)
    if not is_there(database):
        raise UsageError("no_database", path=database)
    return database
