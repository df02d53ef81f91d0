"""``paiju migrate``: brings a room's database up to date before a newer paiju serves it."""

from __future__ import annotations

import asyncio

from paiju.cli.arguments import Given
from paiju.cli.database import find_database
from paiju.locale import text
from paiju.server.adapters.databases import migrate, shown


def run(given: Given) -> int:
    """Take the steps that are missing; servers of the version before need not stop. Raises UsageError, CannotServe."""
    database = find_database(given)
    steps = asyncio.run(migrate(database))
    print(text(given.lang, "serve.migrated", database=shown(database), steps=steps))
    return 0
