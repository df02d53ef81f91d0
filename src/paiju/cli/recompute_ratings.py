"""``paiju rate``: recomputes the players' statistics and ratings from the stored records."""

from __future__ import annotations

import asyncio

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.database_argument import existing_database
from paiju.locale import translate
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.ranking.rating_updater import RatingUpdater


def run(given: ParsedArguments) -> int:
    """Recompute all results and ratings. The server may keep running. Raises UsageError, CannotServe."""
    hands = asyncio.run(_recompute(existing_database(given)))
    print(translate(given.lang, "serve.rated", hands=hands))
    return 0


async def _recompute(database: str) -> int:
    store = await open_store(database)
    try:
        return await RatingUpdater(store, StandardRegistry()).recompute_all()
    finally:
        await store.close()
