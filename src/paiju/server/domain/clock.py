"""When something happens at a table by itself. It all follows from the table: after a restart the deadlines are the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.seats import DEALER, Seat
from paiju.server.domain.table import Ask, Hand, Table


class Tempo(Struct, frozen=True):
    """The house's own pace, in milliseconds."""

    think_least: int = 700
    think_most: int = 2000
    deal: int = 40
    """Before each packet that is dealt."""
    beat: int = 500
    """The measure of a window (``Game.window``): of a quiet one where ``WAIT`` seconds are set, of one that lapses where a turn
    has ``TURN``."""
    lies: int = 800
    """What is claimed lies so long at least, for all to see, even if nobody may want it."""
    ready: int = 60_000
    """At a public table, how long a player may keep the others waiting between hands."""
    seek: int = 10_000
    """How long other players are looked for, for somebody who looks for a seat, before bots take the other seats."""
    come: int = 10_000
    """How long those who were brought together may take to come and be ready."""
    reveal: int = 3_000
    """How long the deal waits for those who open their parts of it."""


TURN: Final = 20
WAIT: Final = 3


THINKING: Final = {"none": 0, "brief": 30, "usual": 100, "long": 200}
"""How long bots think, in percent of the tempo."""


def pace_of(table: Table, tempo: Tempo) -> Tempo:
    """The house's pace at a table: where no person plays, nobody is given time to look; else bots think as it was set."""
    return _pace(tempo, table.setup.thinking, programs=table.programs)


@lru_cache(maxsize=16)
def _pace(tempo: Tempo, thinking: str, *, programs: bool) -> Tempo:
    if programs:
        return replace(tempo, think_least=0, think_most=0, deal=0, lies=0)
    least, most = (time * THINKING[thinking] // 100 for time in (tempo.think_least, tempo.think_most))
    return replace(tempo, think_least=least, think_most=most)


class Due(NamedTuple):
    """Something that will happen at ``at`` unless the table has changed by then.

    ``turn``: a player's time is up. ``think``: the house plays for a seat. ``deal``: the next packet, unless a bot speaks
    first; ``decision`` counts the moves before it. ``close``: the window's answers are opened. ``ready``: who is not ready
    gives up the seat. ``reveal``: the hand is dealt without those who have not opened their parts.
    """

    at: int
    what: Literal["turn", "think", "deal", "close", "ready", "reveal"]
    seat: Seat
    decision: int


def dues(table: Table, tempo: Tempo) -> tuple[Due, ...]:
    """All that is due at a table, soonest first."""
    found = _in_hand(table, table.running, tempo) if table.running else _between(table, tempo)
    return tuple(sorted(found))


def think_time(table: str, seat: Seat, decision: int, tempo: Tempo) -> int:
    """How long the house lets the others wait for a move.

    It is drawn from the name of the decision, not from the cards. So it tells nothing, and is the same after a restart.
    """
    name = f"{table}/{seat}/{decision}".encode()
    drawn = int.from_bytes(hashlib.blake2b(name, digest_size=4).digest(), "big")
    return tempo.think_least + drawn % (tempo.think_most - tempo.think_least + 1)


def turn_ends(table: Table, hand: Hand, seat: Seat, asked: Ask) -> int | None:
    """When a player's turn and reserve are both used up; None without a clock."""
    pace = table.setup.pace
    if pace.turn == 0 or not asked.must:
        return None
    return asked.since + pace.turn * 1000 + hand.reserves[seat]


class Window(NamedTuple):
    """The common time of all who are asked (``Game.window``): its beginning, and its end if nobody holds it open.

    Where there is nobody to hide from, or the table plays quickly, it has no time of its own; what lapses always has.
    """

    begins: int
    ends: int


def window_of(table: Table, hand: Hand, tempo: Tempo) -> Window | None:
    """The present window, if there is one."""
    beats = table.game.window(hand.state)
    if not beats:
        return None
    begins = min(asked.since for asked in hand.asks if asked is not None and asked.must)
    if table.game.lapses(hand.state):
        return Window(begins, begins + beats * tempo.beat * (table.setup.pace.turn or TURN) // TURN)
    return Window(begins, begins + (beats * tempo.beat * table.setup.wait // WAIT if _quiet(table) else 0))


def held_open(table: Table, hand: Hand) -> tuple[Seat, ...]:
    """The seats that a window waits for even when its time is over.

    Those with a choice, of which only players at a table with a clock are not waited for: bots answer in time but on a
    busy machine, and a player among bots, or without a clock, is not hurried. A quick window has no time but theirs, and what
    lapses waits for no player.
    """
    hurried = table.game.lapses(hand.state) or (table.setup.pace.turn > 0 and _quiet(table))
    return tuple(
        seat
        for seat in range(len(hand.asks))
        if (asked := hand.asked(seat)) and asked.must and asked.choice and (table.chairs[seat].housed or not hurried)
    )


def closes_at(table: Table, hand: Hand, tempo: Tempo) -> int | None:
    """When the window closes; None while it is held open, or there is none. What lapses is over when all have answered."""
    window = window_of(table, hand, tempo)
    if window is None or held_open(table, hand):
        return None
    if not table.game.lapses(hand.state):
        return max(window.ends, window.begins + pace_of(table, tempo).lies)
    waits = any(asked is not None and asked.must and asked.answer is None for asked in hand.asks)
    return window.ends if waits else window.begins


def _quiet(table: Table) -> bool:
    """Whether the length of a window must not tell who had a choice."""
    return not table.alone and table.setup.claims == "quiet"


def _waited_for(hand: Hand) -> tuple[Seat, ...]:
    """Who must act. Those who may act are not waited for: bots among them are asked before each packet (``play.deal_on``)."""
    return tuple(seat for seat, asked in enumerate(hand.asks) if asked is not None and asked.must)


def _in_hand(table: Table, hand: Hand, tempo: Tempo) -> Iterator[Due]:
    tempo = pace_of(table, tempo)
    if hand.dealing is not None:
        yield Due(hand.dealing + tempo.deal, "deal", DEALER, len(hand.moves))
    window = window_of(table, hand, tempo)
    waited_for = held_open(table, hand) if window else _waited_for(hand)
    if (closing := closes_at(table, hand, tempo)) is not None:
        yield Due(closing, "close", -1, 0)
    for seat in waited_for:
        asked = hand.asks[seat]
        assert asked is not None
        if table.chairs[seat].housed:
            # What is answered in a window is told when it closes: the house need not take its time.
            wait = 0 if window else think_time(table.id, seat, asked.decision, tempo)
            yield Due(asked.since + wait, "think", seat, asked.decision)
        elif (end := turn_ends(table, hand, seat, asked)) is not None:
            yield Due(end, "turn", seat, asked.decision)


def _between(table: Table, tempo: Tempo) -> Iterator[Due]:
    if table.phase == "revealing":
        yield Due(table.since + tempo.reveal, "reveal", -1, 0)
    if table.private or table.phase != "waiting":
        return
    ready = any(chair.ready for chair in table.chairs)
    if ready and not any(chair.empty for chair in table.chairs):
        yield Due(table.since + tempo.ready, "ready", -1, 0)
