"""What the lobby shows of a table."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.codec import from_json, from_plain, to_json
from paiju.core.coins import Stakes
from paiju.core.ruleset import Title
from paiju.server.app.formats import FORMAT, LOBBY, lifted
from paiju.server.app.store import Summary
from paiju.server.domain.clock import Tempo, dues
from paiju.server.domain.setup import Terms
from paiju.server.domain.table import Table


class LobbySeat(Struct, frozen=True):
    """A seat, as the lobby shows it."""

    kind: str
    name: str
    program: bool = False
    """A program plays as this player."""


class LobbyTable(Terms, frozen=True, kw_only=True):
    """A table, as the lobby shows it. Nothing of the hand in play."""

    id: str
    ruleset: str
    title: Title
    phase: str
    private: bool
    played: int
    seats: tuple[LobbySeat, ...]
    room: str = ""
    stakes: Stakes | None = None


class MyTable(LobbyTable, frozen=True, kw_only=True):
    """A table at which one sits."""

    asked: bool
    """Whether the hand waits for one."""


def summary_of(table: Table, tempo: Tempo, last: Summary | None = None) -> Summary:
    """What is written beside each entry of the log. ``last``: the one before, if only the hand in play has changed since."""
    waiting = dues(table, tempo)
    due = waiting[0].at if waiting else None
    if last is not None:
        return replace(last, due=due)
    return Summary(
        table=table.id,
        ruleset=table.setup.ruleset.id,
        phase=table.phase,
        private=table.private,
        open_seats=sum(chair.empty for chair in table.chairs),
        due=due,
        players=tuple(chair.player for chair in table.chairs if chair.player is not None),
        format=FORMAT,
        info=to_json(lobby_table(table)),
    )


def lobby_table(table: Table) -> LobbyTable:
    """A table, for the lobby."""
    return LobbyTable(
        **table.setup.terms(),
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
    )


def read_summary(summary: Summary) -> LobbyTable | None:
    """What was written; None where it cannot be read."""
    try:
        plain = lifted(from_json(summary.info, Any), summary.format, LOBBY)
        read: LobbyTable = from_plain(plain, LobbyTable)
    except Exception:  # noqa: BLE001 (it follows from the log, whatever is wrong with it)
        return None
    return read
