"""``paiju rate``: work out anew, from the records, what all hands were to their players, and how these stand."""

from __future__ import annotations

import asyncio

from paiju.cli.arguments import ParsedArguments
from paiju.cli.database import existing_database
from paiju.locale import translate
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.ranking.rating_updater import RatingUpdater


def run(given: ParsedArguments) -> int:
    """Do it, beside a room that is open or not. Raises UsageError, CannotServe."""
    hands = asyncio.run(_recompute(existing_database(given)))
    print(translate(given.lang, "serve.rated", hands=hands))
    return 0


async def _recompute(database: str) -> int:
    store = await open_store(database)
    try:
        return await RatingUpdater(store, StandardRegistry()).recompute_all()
    finally:
        await store.close()
