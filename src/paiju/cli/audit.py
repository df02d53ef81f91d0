"""``paiju audit``: works all coins of a room out anew, and names any difference."""

from __future__ import annotations

import asyncio
from typing import Final

from paiju.cli.arguments import Given
from paiju.cli.console import print_json
from paiju.cli.database import find_database
from paiju.locale import text
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.library import Registry
from paiju.server.app.audit import Audited, audit

WRONG: Final = 1
"""The exit code where something is not as it must be."""


def run(given: Given) -> int:
    """Look at all of it; the room need not stop. Raises UsageError, CannotServe."""
    done = asyncio.run(_audited(find_database(given)))
    if given.json:
        print_json(done._asdict() | {"differences": [one._asdict() for one in done.differences]})
    else:
        _tell(given.lang, done)
    return WRONG if done.differences else 0


async def _audited(database: str) -> Audited:
    store = await open_store(database)
    try:
        return await audit(store, Registry())
    finally:
        await store.close()


def _tell(lang: str, done: Audited) -> None:
    print(text(lang, "audit.looked", hands=done.hands, bookings=done.bookings))
    for account, coins in done.balances.items():
        print(f"  {text(lang, f'audit.account.{account}')}  {coins}")
    for one in done.differences:
        print(text(lang, f"audit.wrong.{one.code}", **one._asdict()))
    if not done.differences:
        print(text(lang, "audit.right"))
