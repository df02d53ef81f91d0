"""``paiju migrate``: brings a room's database up to date before a newer paiju serves it."""

from __future__ import annotations

import asyncio

from paiju.cli.arguments import ParsedArguments
from paiju.cli.database import existing_database
from paiju.locale import translate
from paiju.server.adapters.databases import migrate_database, redact_password


def run(given: ParsedArguments) -> int:
    """Take the steps that are missing; servers of the version before need not stop. Raises UsageError, CannotServe."""
    database = existing_database(given)
    steps = asyncio.run(migrate_database(database))
    print(translate(given.lang, "serve.migrated", database=redact_password(database), steps=steps))
    return 0
