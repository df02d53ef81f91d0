"""``paiju migrate``: brings a room's database up to date before a newer paiju serves it."""

from __future__ import annotations

import asyncio
import os

from paiju.cli.arguments import Given, UsageError
from paiju.locale import text
from paiju.server.adapters.databases import is_there, migrate, shown
from paiju.server.listen import place


def run(given: Given) -> int:
    """Take the steps that are missing; servers of the version before need not stop. Raises UsageError, CannotServe."""
    database = place(os.environ, None, None, given.database).database
    if not is_there(database):
        raise UsageError("no_database", path=database)
    steps = asyncio.run(migrate(database))
    print(text(given.lang, "serve.migrated", database=shown(database), steps=steps))
    return 0
