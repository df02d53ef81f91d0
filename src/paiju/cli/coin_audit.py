"""``paiju audit``: recomputes all coins of a card room from its hands, and reports where the stored amounts differ."""

from __future__ import annotations

import asyncio
from typing import Final

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import print_json
from paiju.cli.database_argument import existing_database
from paiju.locale import translate
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.economy.coin_audit import AuditReport, audit_coins

WRONG: Final = 1
"""Exit code if there are differences."""


def run(given: ParsedArguments) -> int:
    """Audit all coins. The server may keep running. Raises UsageError, CannotServe."""
    done = asyncio.run(_run_audit(existing_database(given)))
    if given.json:
        print_json(done._asdict() | {"differences": [one._asdict() for one in done.differences]})
    else:
        _print_report(given.lang, done)
    return WRONG if done.differences else 0


async def _run_audit(database: str) -> AuditReport:
    store = await open_store(database)
    try:
        return await audit_coins(store, StandardRegistry())
    finally:
        await store.close()


def _print_report(lang: str, done: AuditReport) -> None:
    print(translate(lang, "audit.looked", hands=done.hands, bookings=done.bookings))
    for account, coins in done.balances.items():
        print(f"  {translate(lang, f'audit.account.{account}')}  {coins}")
    for one in done.differences:
        print(translate(lang, f"audit.wrong.{one.code}", **one._asdict()))
    if not done.differences:
        print(translate(lang, "audit.right"))
