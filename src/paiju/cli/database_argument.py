"""Resolves the database of a command."""

from __future__ import annotations

import os

from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.server.adapters.databases import database_exists
from paiju.server.settings import Settings, read_settings


def settings_of(given: ParsedArguments) -> Settings:
    """Return the settings of the room, with the database given on the command line. Raises CannotServe."""
    return read_settings(os.environ, {"config": given.config, "database": given.database})


def database_name(given: ParsedArguments) -> str:
    """Return the database from the command line, or else from the settings. Raises CannotServe."""
    return settings_of(given).database


def existing_database(given: ParsedArguments) -> str:
    """Return the same as ``database_name``. Raises UsageError if its file does not exist."""
    return existing(database_name(given))


def existing(database: str) -> str:
    """Return the database. Raises UsageError if its file does not exist."""
    if not database_exists(database):
        raise UsageError("no_database", path=database)
    return database
