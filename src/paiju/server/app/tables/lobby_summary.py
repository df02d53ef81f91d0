"""Summaries of tables for the lobby."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.codec import from_json, from_plain, to_json
from paiju.core.coins import Stakes
from paiju.core.ruleset import Title
from paiju.server.app.store import TableSummary
from paiju.server.app.upcasting import FORMAT, LOBBY_UPCASTERS, upcast
from paiju.server.domain.deadlines import TableDelays, deadlines
from paiju.server.domain.ranking_eligibility import Uncounted
from paiju.server.domain.table_setup import TableSettings
from paiju.server.domain.table_state import Table


class LobbySeat(Struct, frozen=True):
    """A seat of a table in the lobby. ``kind`` is ``player``, ``bot`` or ``empty``."""

    kind: str
    name: str
    program: bool = False
    """Whether the player is a bot account."""


class LobbyTable(TableSettings, frozen=True, kw_only=True):
    """A table in the lobby, without anything about its running hand."""

    id: str
    ruleset: str
    title: Title
    phase: str
    private: bool
    played: int
    seats: tuple[LobbySeat, ...]
    room: str = ""
    stakes: Stakes | None = None
    uncounted: Uncounted = ""
    """Why the table's hands do not count for titles, ratings and rankings; "" if they count."""
    demo: bool = False
    """Whether only bots play here, for visitors to watch. Between hands a player may take a bot's seat."""


class MyTable(LobbyTable, frozen=True, kw_only=True):
    """A table at which the caller sits."""

    asked: bool
    """Whether the running hand waits for the caller."""


def summarize(table: Table, tempo: TableDelays, last: TableSummary | None = None) -> TableSummary:
    """Return the summary of a table that is stored with each entry of the table's log.

    If only the running hand has changed since the last entry, the caller passes the stored summary as ``last``.
    The result then differs from ``last`` only in the due time.
    """
    waiting = deadlines(table, tempo)
    due = waiting[0].at if waiting else None
    if last is not None:
        return replace(last, due=due)
    return TableSummary(
        table=table.id,
        ruleset=table.setup.ruleset.id,
        phase=table.phase,
        private=table.private,
        open_seats=sum(chair.is_vacant for chair in table.chairs),
        due=due,
        players=tuple(chair.player for chair in table.chairs if chair.player is not None),
        format=FORMAT,
        info=to_json(to_lobby_table(table)),
    )


def to_lobby_table(table: Table) -> LobbyTable:
    """Return a table as the lobby shows it."""
    return LobbyTable(
        **table.setup.settings_by_name(),
        id=table.id,
        ruleset=table.setup.ruleset.id,
        title=table.setup.ruleset.title,
        phase=table.phase,
        private=table.private,
        played=table.played,
        seats=tuple(
            LobbySeat("bot" if chair.bot else "player" if chair.player else "empty", chair.name, chair.program)
            for chair in table.chairs
        ),
        room=table.setup.room,
        stakes=table.setup.stakes,
        uncounted=table.uncounted_reason,
        demo=table.is_demo,
    )


def read_summary(summary: TableSummary) -> LobbyTable | None:
    """Return what the lobby shows of a table, from a stored summary; None if the summary cannot be read."""
    try:
        plain = upcast(from_json(summary.info, Any), summary.format, LOBBY_UPCASTERS)
        read: LobbyTable = from_plain(plain, LobbyTable)
    except Exception:  # noqa: BLE001 (whatever is wrong, the summary can be computed from the log)
        return None
    return read
