"""``paiju ban``, ``close``, ``notice`` …: what hosts of a room may do, from the machine that has its database.

The room need not stop: its servers see within a second or two what was done here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import Final, TypeVar

from msgspec.structs import asdict

from paiju.cli.arguments import Given
from paiju.cli.console import print_json, print_table
from paiju.cli.database import find_database, settings_of
from paiju.locale import text
from paiju.server.adapters.clock import now
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.library import Registry
from paiju.server.app.aside import is_readable
from paiju.server.app.bank import Bank
from paiju.server.app.hosting import Marks, WishedAct, find_player, marks_of, write_act
from paiju.server.app.store import Act, Known, Store
from paiju.server.errors import Refusal

T = TypeVar("T")

_SUBJECTS: Final = ("player", "table", "user")
_DETAILS: Final = ("name", "text", "amount")
_ALL: Final = 10_000


def act(given: Given) -> int:
    """Do what the command is called. Raises UsageError, Refusal, UnknownName, Unfit."""
    wish = WishedAct(
        act=given.command.name, subject=_typed(given, _SUBJECTS), detail=_typed(given, _DETAILS), why=given.why or ""
    )

    async def work(store: Store) -> Act:
        if wish.act == "coins":  # who never had any has at least what everybody begins with
            player = await find_player(store, wish.subject)
            await Bank(store, settings_of(given).coins).open_purse(player.id, now())
        return await write_act(store, await marks_of(store), now(), "", wish)

    done = _with(given, work)
    print(text(given.lang, f"host.{done.act}", subject=wish.subject, detail=done.detail))
    return 0


def drop(given: Given) -> int:
    """Delete a table that cannot be read. What is at stake there is its players' own again. Raises Refusal, UnknownName."""

    async def work(store: Store) -> str:
        marks = await marks_of(store)
        name: str = given.table.rstrip("/").rpartition("/")[2]
        entries = await store.entries(name)
        if entries and is_readable(Registry(), entries):
            raise Refusal("table_readable")
        await write_act(store, marks, now(), "", WishedAct(act="drop", subject=name, why=given.why or ""))
        await store.drop_table(name)
        return name

    print(text(given.lang, "host.drop", subject=_with(given, work)))
    return 0


def players(given: Given) -> int:
    """List players, the last seen first."""

    async def work(store: Store) -> tuple[list[Known], Marks]:
        return await store.find_players(given.find or "", _ALL), await marks_of(store)

    found, marks = _with(given, work)
    rows = [
        asdict(one.player) | {"user": one.user, "seen": one.seen, "marks": marks.marks(one.player.id)} for one in found
    ]
    _list(given, rows, ("id", "name", "user", "seen", "marks"))
    return 0


def acts(given: Given) -> int:
    """List what hosts have done, the last first."""
    done = _with(given, lambda store: store.last_acts(1 << 60, _ALL))
    _list(given, map(asdict, done), ("at", "actor", "act", "subject", "detail", "why"))
    return 0


def _with(given: Given, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the database that is named."""

    async def main() -> T:
        store = await open_store(find_database(given))
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(main())


def _typed(given: Given, names: Iterable[str]) -> str:
    """What was typed for one of these, whichever the command has."""
    return next((getattr(given, one.name) for one in given.command.options if one.name in names), "")


def _list(given: Given, rows: Iterable[dict[str, object]], columns: Iterable[str]) -> None:
    if given.json:
        print_json(list(rows))
    else:
        print_table([_told(name, row[name]) for name in columns] for row in rows)


def _told(name: str, value: object) -> str:
    if name in ("at", "seen") and isinstance(value, int):
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    return " ".join(value) if isinstance(value, list) else str(value or "–")
