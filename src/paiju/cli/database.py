"""Which room a command is about."""

from __future__ import annotations

import os

from paiju.cli.arguments import ParsedArguments, UsageError
from paiju.server.adapters.databases import database_exists
from paiju.server.settings import Settings, read_settings


def settings_of(given: ParsedArguments) -> Settings:
    """The room's settings, as its server reads them, with the database that was typed. Raises CannotServe."""
    return read_settings(os.environ, {"config": given.config, "database": given.database})


def database_name(given: ParsedArguments) -> str:
    """The database that was typed, else that of the settings. Raises CannotServe."""
    return settings_of(given).database


def existing_database(given: ParsedArguments) -> str:
    """The same. Raises UsageError: there is no such file."""
    return existing(database_name(given))


def existing(database: str) -> str:
    """The database. Raises UsageError: there is no such file."""
    if not database_exists(database):
        raise UsageError("no_database", path=database)
    return database
