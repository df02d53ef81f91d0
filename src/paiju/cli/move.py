"""``paiju move``: takes a room from one database to another."""

from __future__ import annotations

import asyncio
from typing import Any

from paiju.cli.arguments import Given
from paiju.cli.database import find_database
from paiju.locale import text
from paiju.server.adapters.databases import shown
from paiju.server.adapters.moving import move


def run(given: Given) -> int:
    """Bring everything there; nobody may serve either meanwhile. Raises UsageError, CannotServe."""
    moved = asyncio.run(move(find_database(getattr(given, "from")), given.to))
    details: dict[str, Any] = {name: moved[name] for name in ("players", "tables", "entries", "hands")}
    print(text(given.lang, "serve.moved", database=shown(given.to), **details))
    return 0
