"""``paiju move``: takes a room from one database to another."""

from __future__ import annotations

import asyncio

from paiju.cli.arguments import Given, UsageError
from paiju.locale import text
from paiju.server.adapters.databases import is_there, shown
from paiju.server.adapters.moving import move


def run(given: Given) -> int:
    """Bring everything there; nobody may serve either meanwhile. Raises UsageError, CannotServe."""
    source, target = getattr(given, "from"), given.to
    if not is_there(source):
        raise UsageError("no_database", path=source)
    moved = asyncio.run(move(source, target))
    players, tables, entries, hands = (moved[name] for name in ("players", "tables", "entries", "hands"))
    print(
        text(
            given.lang,
            "serve.moved",
            database=shown(target),
            players=players,
            tables=tables,
            entries=entries,
            hands=hands,
        )
    )
    return 0
