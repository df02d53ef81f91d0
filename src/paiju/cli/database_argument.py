"""Finds the database of a command: the option ``--database`` or, if it is missing, the setting of the room."""

from __future__ import annotations

import os

from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.server.adapters.databases import database_exists
from paiju.server.settings import Settings, read_settings


def read_room_settings(given: ParsedArguments) -> Settings:
    """Return the settings of the room; a database on the command line overrides the configured one. Raises CannotServe."""
    return read_settings(os.environ, {"config": given.config, "database": given.database})


def database_name(given: ParsedArguments) -> str:
    """Return the path or address of the database. Raises CannotServe.

    A database that is named on the command line has priority over the one in the settings.
    """
    return read_room_settings(given).database


def existing_database(given: ParsedArguments) -> str:
    """Return the path or address of the database, after checking that its file exists (``database_name``).

    Raises CannotServe, and UsageError if the file does not exist.
    """
    return require_existing(database_name(given))


def require_existing(database: str) -> str:
    """Return ``database`` unchanged. Raises UsageError if it is a file that does not exist."""
    if not database_exists(database):
        raise UsageError("no_database", path=database)
    return database
