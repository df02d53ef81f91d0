"""``paiju rate``: work out anew, from the records, what all hands were to their players, and how these stand."""

from __future__ import annotations

import asyncio

from paiju.cli.arguments import Given
from paiju.cli.database import find_database
from paiju.locale import text
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.library import Registry
from paiju.server.app.standing import Standings


def run(given: Given) -> int:
    """Do it, beside a room that is open or not. Raises UsageError, CannotServe."""
    hands = asyncio.run(_anew(find_database(given)))
    print(text(given.lang, "serve.rated", hands=hands))
    return 0


async def _anew(database: str) -> int:
    store = await open_store(database)
    try:
        return await Standings(store, Registry()).anew()
    finally:
        await store.close()
