"""Which room a command is about."""

from __future__ import annotations

import os

from paiju.cli.arguments import Given, UsageError
from paiju.server.adapters.databases import is_there
from paiju.server.settings import Settings, read_settings


def settings_of(given: Given) -> Settings:
    """The room's settings, as its server reads them, with the database that was typed. Raises CannotServe."""
    return read_settings(os.environ, {"config": given.config, "database": given.database})


def named_database(given: Given) -> str:
    """The database that was typed, else that of the settings. Raises CannotServe."""
    return settings_of(given).database


def find_database(given: Given) -> str:
    """The same. Raises UsageError: there is no such file."""
    return existing(named_database(given))


def existing(database: str) -> str:
    """The database. Raises UsageError: there is no such file."""
    if not is_there(database):
        raise UsageError("no_database", path=database)
    return database
