"""Deadlines of a table. They are computed from the table alone, so a restart does not change them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.seats import DEALER, Seat
from paiju.server.domain.table import Ask, Table, TableHandState


class BotDelays(Struct, frozen=True):
    """Delays of bots and dealer, in milliseconds."""

    think_least: int = 700
    think_most: int = 2000
    deal: int = 40
    """Delay before each packet."""
    beat: int = 500
    """Length of one beat of a window (``Game.window_beats``), for a hidden one with ``WAIT`` seconds and an optional one with
    ``TURN``."""
    lies: int = 800
    """Minimum time for which a claimable card lies open, even if nobody claims it."""
    ready: int = 60_000
    """Maximum time for which a player may delay the next hand at a public table."""
    seek: int = 10_000
    """Time to search for other players before bots take the seats."""
    come: int = 10_000
    """Time for matched players to arrive and be ready."""
    reveal: int = 3_000
    """Maximum time to wait for revealed contributions."""


TURN: Final = 20
WAIT: Final = 3


THINKING: Final = {"none": 0, "brief": 30, "usual": 100, "long": 200}
"""Thinking time of bots, in percent of the usual delay."""


def delays_at(table: Table, tempo: BotDelays) -> BotDelays:
    """Return the delays at a table: the configured ones, scaled by its setting. Where only bots play, nobody pauses."""
    return _adapt_delays(tempo, table.setup.thinking, programs=table.is_bots_only)


@lru_cache(maxsize=16)
def _adapt_delays(tempo: BotDelays, thinking: str, *, programs: bool) -> BotDelays:
    if programs:
        return replace(tempo, think_least=0, think_most=0, deal=0, lies=0)
    least, most = (time * THINKING[thinking] // 100 for time in (tempo.think_least, tempo.think_most))
    return replace(tempo, think_least=least, think_most=most)


class Deadline(NamedTuple):
    """Something that will happen at ``at`` unless the table has changed by then.

    ``turn``: a player's time runs out. ``think``: a bot plays for a seat. ``deal``: the dealer deals the next packet, unless a
    bot acts first; ``decision`` counts the moves before it. ``close``: the window closes and its answers are revealed.
    ``ready``: players who are not ready lose their seats. ``reveal``: the hand is dealt without those who have not revealed
    their contributions.
    """

    at: int
    what: Literal["turn", "think", "deal", "close", "ready", "reveal"]
    seat: Seat
    decision: int


def deadlines(table: Table, tempo: BotDelays) -> tuple[Deadline, ...]:
    """Return all deadlines of a table, soonest first."""
    found = _hand_deadlines(table, table.running_hand, tempo) if table.running_hand else _idle_deadlines(table, tempo)
    return tuple(sorted(found))


def think_time(table: str, seat: Seat, decision: int, tempo: BotDelays) -> int:
    """Return how long a bot waits before its move.

    The delay is derived from the id of the decision and not from the cards. It therefore reveals nothing, and is the
    same after a restart.
    """
    name = f"{table}/{seat}/{decision}".encode()
    drawn = int.from_bytes(hashlib.blake2b(name, digest_size=4).digest(), "big")
    return tempo.think_least + drawn % (tempo.think_most - tempo.think_least + 1)


def turn_deadline(table: Table, hand: TableHandState, seat: Seat, asked: Ask) -> int | None:
    """Return when a player's turn and reserve are used up; None without a clock."""
    pace = table.setup.pace
    if pace.turn == 0 or not asked.must:
        return None
    return asked.since + pace.turn * 1000 + hand.reserves[seat]


class Window(NamedTuple):
    """The common time limit of all seats that are asked (``Game.window_beats``): its start and its end.

    A seat may hold the window open beyond its end. It has no duration of its own if nothing needs to be hidden or if
    timing is open. An optional window always has one.
    """

    begins: int
    ends: int


def current_window(table: Table, hand: TableHandState, tempo: BotDelays) -> Window | None:
    """Return the current window, if any."""
    beats = table.game.window_beats(hand.state)
    if not beats:
        return None
    begins = min(asked.since for asked in hand.asks if asked is not None and asked.must)
    if table.game.is_window_optional(hand.state):
        return Window(begins, begins + beats * tempo.beat * (table.setup.pace.turn or TURN) // TURN)
    return Window(begins, begins + (beats * tempo.beat * table.setup.wait // WAIT if _has_hidden_timing(table) else 0))


def waiting_for(table: Table, hand: TableHandState) -> tuple[Seat, ...]:
    """Return the seats that a window still waits for when its time is over.

    These are seats with a choice. Players at a table with a clock are excluded. Bots answer in time unless the
    machine is busy, and players among bots or without a clock are not hurried. With open timing, a window ends with
    the last answer. An optional window waits for no player.
    """
    hurried = table.game.is_window_optional(hand.state) or (table.setup.pace.turn > 0 and _has_hidden_timing(table))
    return tuple(
        seat
        for seat in range(len(hand.asks))
        if (asked := hand.pending_ask(seat))
        and asked.must
        and asked.choice
        and (table.chairs[seat].is_house_controlled or not hurried)
    )


def window_deadline(table: Table, hand: TableHandState, tempo: BotDelays) -> int | None:
    """Return when the window closes, or None if a seat holds it open. An optional window also closes when all have answered."""
    window = current_window(table, hand, tempo)
    if window is None or waiting_for(table, hand):
        return None
    if not table.game.is_window_optional(hand.state):
        return max(window.ends, window.begins + delays_at(table, tempo).lies)
    waits = any(asked is not None and asked.must and asked.answer is None for asked in hand.asks)
    return window.ends if waits else window.begins


def _has_hidden_timing(table: Table) -> bool:
    """Whether the duration of a window must not reveal who had a choice."""
    return not table.has_single_human and table.setup.claims == "quiet"


def _required_seats(hand: TableHandState) -> tuple[Seat, ...]:
    """Return the seats that must act, but not those that may: ``continue_deal`` asks bots before each packet."""
    return tuple(seat for seat, asked in enumerate(hand.asks) if asked is not None and asked.must)


def _hand_deadlines(table: Table, hand: TableHandState, tempo: BotDelays) -> Iterator[Deadline]:
    tempo = delays_at(table, tempo)
    if hand.dealing is not None:
        yield Deadline(hand.dealing + tempo.deal, "deal", DEALER, len(hand.moves))
    window = current_window(table, hand, tempo)
    waited_for = waiting_for(table, hand) if window else _required_seats(hand)
    if (closing := window_deadline(table, hand, tempo)) is not None:
        yield Deadline(closing, "close", -1, 0)
    for seat in waited_for:
        asked = hand.asks[seat]
        assert asked is not None
        if table.chairs[seat].is_house_controlled:
            # What is answered in a window is told when it closes: the house need not take its time.
            wait = 0 if window else think_time(table.id, seat, asked.decision, tempo)
            yield Deadline(asked.since + wait, "think", seat, asked.decision)
        elif (end := turn_deadline(table, hand, seat, asked)) is not None:
            yield Deadline(end, "turn", seat, asked.decision)


def _idle_deadlines(table: Table, tempo: BotDelays) -> Iterator[Deadline]:
    if table.phase == "revealing":
        yield Deadline(table.since + tempo.reveal, "reveal", -1, 0)
    if table.private or table.phase != "waiting":
        return
    ready = any(chair.ready for chair in table.chairs)
    if ready and not any(chair.is_empty for chair in table.chairs):
        yield Deadline(table.since + tempo.ready, "ready", -1, 0)
