"""When something must happen at a table by itself. All of it follows from the table, so a deadline can always be found again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import Struct

from paiju.core.seats import Seat
from paiju.server.domain.table import Ask, Hand, Table


class Tempo(Struct, frozen=True):
    """The house's own pace, in milliseconds."""

    think_least: int = 700
    think_most: int = 2000
    deal: int = 40
    """Before each packet that is dealt."""
    ready: int = 60_000
    """At a public table, how long a player may keep the others waiting between hands."""


class Due(NamedTuple):
    """Something that will happen at ``at`` unless the table has changed by then.

    ``turn``: a player's time is up. ``think``: the house plays for a seat. ``deal``: the next packet.
    ``ready``: who is not ready gives up the seat.
    """

    at: int
    what: Literal["turn", "think", "deal", "ready"]
    seat: Seat
    decision: int


def dues(table: Table, tempo: Tempo) -> tuple[Due, ...]:
    """All that is due at a table, soonest first."""
    found = _in_hand(table, table.running, tempo) if table.running else _between(table, tempo)
    return tuple(sorted(found))


def think_time(table: str, seat: Seat, decision: int, tempo: Tempo) -> int:
    """How long the house lets the others wait for a move.

    It is drawn from the name of the decision, not from the cards: it tells nothing, and stays what it was after a restart.
    """
    name = f"{table}/{seat}/{decision}".encode()
    drawn = int.from_bytes(hashlib.blake2b(name, digest_size=4).digest(), "big")
    return tempo.think_least + drawn % (tempo.think_most - tempo.think_least + 1)


def turn_ends(table: Table, hand: Hand, seat: Seat, asked: Ask) -> int | None:
    """When a player's turn and reserve are both gone; None without a clock."""
    pace = table.setup.pace
    if pace.turn == 0 or not asked.must:
        return None
    return asked.since + pace.turn * 1000 + hand.reserves[seat]


def _in_hand(table: Table, hand: Hand, tempo: Tempo) -> Iterator[Due]:
    if hand.dealing is not None:
        yield Due(hand.dealing + tempo.deal, "deal", -1, 0)
    for seat, asked in enumerate(hand.asks):
        if asked is None or not asked.must:
            continue  # the house does nothing unasked, and who may act is not waited for
        if table.chairs[seat].housed:
            wait = think_time(table.id, seat, asked.decision, tempo)
            yield Due(asked.since + wait, "think", seat, asked.decision)
        elif (end := turn_ends(table, hand, seat, asked)) is not None:
            yield Due(end, "turn", seat, asked.decision)


def _between(table: Table, tempo: Tempo) -> Iterator[Due]:
    if table.private or table.phase != "waiting":
        return
    ready = any(chair.ready for chair in table.chairs)
    if ready and not any(chair.empty for chair in table.chairs):
        yield Due(table.since + tempo.ready, "ready", -1, 0)
