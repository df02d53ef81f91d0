"""``paiju ban``, ``close``, ``notice`` …: actions of a room's admins, on the machine with the database.

The server may keep running. It applies a stored action within two seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import Final, TypeVar

from msgspec.structs import asdict

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import print_json, print_table
from paiju.cli.database_argument import existing_database, read_room_settings
from paiju.locale import translate
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.room_clock import now
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.economy.bank import Bank
from paiju.server.app.moderation import (
    ModerationRequest,
    Sanctions,
    action_name,
    find_player,
    load_sanctions,
    record_action,
)
from paiju.server.app.quarantine import is_readable
from paiju.server.app.store import ModerationAction, PlayerEntry, Store
from paiju.server.errors import Refusal

T = TypeVar("T")

_SUBJECTS: Final = ("player", "table", "user")
_DETAILS: Final = ("name", "text", "amount")
_ALL: Final = 10_000


def moderate(given: ParsedArguments) -> int:
    """Store an admin action: the name of the command, such as ``ban``, says which one.

    Raises UsageError, CannotServe, Refusal, UnknownName, InvalidField.
    """
    wish = ModerationRequest(
        act=given.command.name,
        subject=_first_option_value(given, _SUBJECTS),
        detail=_first_option_value(given, _DETAILS),
        why=given.why or "",
    )

    async def store_action(store: Store) -> ModerationAction:
        if wish.act == "coins":  # a player who never had coins gets a wallet first
            player = await find_player(store, wish.subject)
            await Bank(store, read_room_settings(given).coins).open_wallet(player.id, now())
        return await record_action(store, await load_sanctions(store), now(), "", wish)

    done = _run_with_store(given, store_action)
    print(translate(given.lang, f"admin.{wish.act}", subject=wish.subject, detail=done.detail))
    return 0


def drop_table(given: ParsedArguments) -> int:
    """Delete a card table that cannot be read, and release the coins at stake there.

    Raises UnknownName, UsageError, CannotServe, and Refusal if the table can be read.
    """

    async def drop_unreadable(store: Store) -> str:
        sanctions = await load_sanctions(store)
        name: str = given.table.rstrip("/").rpartition("/")[2]
        entries = await store.entries(name)
        if entries and is_readable(StandardRegistry(), entries):
            raise Refusal("table_readable")
        await record_action(
            store, sanctions, now(), "", ModerationRequest(act="drop", subject=name, why=given.why or "")
        )
        await store.drop_table(name)
        return name

    print(translate(given.lang, "admin.drop", subject=_run_with_store(given, drop_unreadable)))
    return 0


def list_players(given: ParsedArguments) -> int:
    """List players, the most recently seen first. ``--find`` selects them by id, name or user name."""

    async def find_with_sanctions(store: Store) -> tuple[list[PlayerEntry], Sanctions]:
        return await store.find_players(given.find or "", _ALL), await load_sanctions(store)

    found, sanctions = _run_with_store(given, find_with_sanctions)
    rows = [
        asdict(one.player) | {"user": one.user, "seen": one.seen, "marks": sanctions.active_for(one.player.id)}
        for one in found
    ]
    _print_rows(given, rows, ("id", "name", "user", "seen", "marks"))
    return 0


def list_actions(given: ParsedArguments) -> int:
    """List the actions of admins, the latest first."""
    done = _run_with_store(given, lambda store: store.actions_before(1 << 60, _ALL))
    rows = [asdict(act) | {"act": action_name(act)} for act in done]
    _print_rows(given, rows, ("at", "actor", "act", "subject", "detail", "why"))
    return 0


def _run_with_store(given: ParsedArguments, work: Callable[[Store], Awaitable[T]]) -> T:
    """Open the store of the command's database, await ``work`` with it, and return the result."""

    async def open_and_work() -> T:
        store = await open_store(existing_database(given))
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(open_and_work())


def _first_option_value(given: ParsedArguments, names: Iterable[str]) -> str:
    """Return the value of the first option in the command's list whose name is in ``names``.

    The result is "" if the command has no such option.
    """
    return next((getattr(given, one.name) for one in given.command.options if one.name in names), "")


def _print_rows(given: ParsedArguments, rows: Iterable[dict[str, object]], columns: Iterable[str]) -> None:
    if given.json:
        print_json(list(rows))
    else:
        print_table([_format_value(name, row[name]) for name in columns] for row in rows)


def _format_value(name: str, value: object) -> str:
    if name in ("at", "seen") and isinstance(value, int):
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    return " ".join(value) if isinstance(value, list) else str(value or "–")
