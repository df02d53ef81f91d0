"""``paiju migrate``: upgrades the database of a card room, before a newer server uses it."""

from __future__ import annotations

import asyncio

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.database_argument import existing_database
from paiju.locale import translate
from paiju.server.adapters.databases import migrate_database, redact_password


def run(given: ParsedArguments) -> int:
    """Apply the missing migrations. Servers of the previous version may keep running. Raises UsageError, CannotServe."""
    database = existing_database(given)
    steps = asyncio.run(migrate_database(database))
    print(translate(given.lang, "serve.migrated", database=redact_password(database), steps=steps))
    return 0
