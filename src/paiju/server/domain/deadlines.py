"""Computes when the server must act at a table. Deadlines follow from the table's state alone, so a restart keeps them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.seats import DEALER, Seat
from paiju.server.domain.table_state import Ask, Table, TableHandState


class TableDelays(Struct, frozen=True):
    """Delays of the bots and the dealer, and other waiting times of a table, in milliseconds.

    A bot waits between ``think_least`` and ``think_most`` before a move (``bot_think_time``).
    """

    think_least: int = 700
    think_most: int = 2000
    deal: int = 40
    """Delay before the dealer deals each packet of cards, in milliseconds."""
    beat: int = 500
    """Length of a beat in milliseconds. A beat is the unit of ``Game.window_duration``.

    The planned length of a window at a table also depends on the table's settings:

    - In an optional window, a beat is multiplied by ``turn / TURN``, where ``turn`` is the table's time for a turn.
      If the table has no clock, a beat is not multiplied.
    - In any other window with hidden timing, a beat is multiplied by ``wait / WAIT``, where ``wait`` is a setting.
    - In any other window without hidden timing, a beat counts as 0.
    """
    lies: int = 800
    """Minimum time in milliseconds for which players see a claimable card before its window closes.

    It applies even if no seat can claim the card, but not to optional windows.
    """
    ready: int = 60_000
    """At a public table, the time for which players who are not ready may delay the next hand, in milliseconds."""
    seek: int = 10_000
    """Time in milliseconds for which a matchmaking ticket waits for other players before bots take the seats."""
    come: int = 10_000
    """Time in milliseconds within which matched players must arrive at the table and be ready."""
    reveal: int = 3_000
    """Maximum time in milliseconds to wait for the players to reveal their contributions to the deal."""


TURN: Final = 20
"""Time for a turn, in seconds, at which an optional window has its normal length (``TableDelays.beat``).

It is the default time for a turn.
"""
WAIT: Final = 4
"""Value of the table's setting ``wait`` at which a beat has its normal length (``TableDelays.beat``).

With hidden timing, a claim has 8 beats, and so takes as many seconds as the setting says.
"""


THINKING: Final = {"none": 0, "brief": 30, "usual": 100, "long": 200}
"""For each value of the table's setting ``thinking``, the percentage of the configured delay that bots wait."""


def delays_at(table: Table, tempo: TableDelays) -> TableDelays:
    """Return the delays that apply at a table.

    They are the configured delays, but the table's setting ``thinking`` scales the delay of bots before a move. If
    all players at the table are bot accounts, bots and dealer do not wait, and ``lies`` is 0.
    """
    return _adapt_delays(tempo, table.setup.thinking, programs=table.has_only_bot_accounts)


@lru_cache(maxsize=16)
def _adapt_delays(tempo: TableDelays, thinking: str, *, programs: bool) -> TableDelays:
    if programs:
        return replace(tempo, think_least=0, think_most=0, deal=0, lies=0)
    least, most = (time * THINKING[thinking] // 100 for time in (tempo.think_least, tempo.think_most))
    return replace(tempo, think_least=least, think_most=most)


class Deadline(NamedTuple):
    """What the server must do at the time ``at`` (Unix milliseconds), unless the table has changed by then.

    ``what`` is one of these:

    - ``turn``: a player's time runs out, and the server plays the game's fallback action.
    - ``think``: the server plays for a bot or an absent player.
    - ``deal``: the dealer deals the next packet, unless a bot acts first.
    - ``close``: the window closes and its answers are applied.
    - ``ready``: players who are not ready lose their seats.
    - ``reveal``: the hand is dealt even if some players have not revealed their contributions.

    ``seat`` is -1 except for ``turn`` and ``think``. For these two, ``decision`` is the number of the seat's
    decision. For ``deal``, it is the number of moves so far. Otherwise it is 0.
    """

    at: int
    what: Literal["turn", "think", "deal", "close", "ready", "reveal"]
    seat: Seat
    decision: int


def deadlines(table: Table, tempo: TableDelays) -> tuple[Deadline, ...]:
    """Return all deadlines of a table, soonest first."""
    found = _hand_deadlines(table, table.running_hand, tempo) if table.running_hand else _idle_deadlines(table, tempo)
    return tuple(sorted(found))


def bot_think_time(table: str, seat: Seat, decision: int, tempo: TableDelays) -> int:
    """Return how long a bot waits before its move, in milliseconds.

    The delay is derived from the table, the seat and the number of the decision, not from the cards. It therefore reveals
    nothing about the cards, and is the same after a restart.
    """
    name = f"{table}/{seat}/{decision}".encode()
    drawn = int.from_bytes(hashlib.blake2b(name, digest_size=4).digest(), "big")
    return tempo.think_least + drawn % (tempo.think_most - tempo.think_least + 1)


def turn_deadline(table: Table, hand: TableHandState, seat: Seat, asked: Ask) -> int | None:
    """Return the time, in Unix milliseconds, at which a player has used up both the turn and the reserve.

    Returns None if the table has no clock, or if the game does not wait for the decision.
    """
    pace = table.setup.pace
    if pace.turn == 0 or not asked.must:
        return None
    return asked.since + pace.turn * 1000 + hand.reserves[seat]


class Window(NamedTuple):
    """The planned start and end of a window (``Game.window_duration``), in Unix milliseconds.

    All seats that are asked answer within the same window. The window stays open beyond ``ends`` while a seat of
    ``seats_waited_for`` has not answered.

    The start and the end are equal if the window need not hide how long a seat took: with the setting ``quick``,
    or with a single player at the table. In an optional window they always differ.
    """

    begins: int
    ends: int


def current_window(table: Table, hand: TableHandState, tempo: TableDelays) -> Window | None:
    """Return the window that is open in a hand; None if no window is open. Outside windows, the seats act one by one."""
    beats = table.game.window_duration(hand.state)
    if not beats:
        return None
    begins = min(asked.since for asked in hand.asks if asked is not None and asked.must)
    if table.game.is_window_optional(hand.state):
        return Window(begins, begins + beats * tempo.beat * (table.setup.pace.turn or TURN) // TURN)
    return Window(begins, begins + (beats * tempo.beat * table.setup.wait // WAIT if _has_hidden_timing(table) else 0))


def seats_waited_for(table: Table, hand: TableHandState) -> tuple[Seat, ...]:
    """Return the seats that keep a window open after its planned end, because their answer is missing.

    Such a seat has a choice and has not answered. Who plays the seat decides whether the window waits for it:

    - The window always waits for a seat that the server plays (a bot, or an absent player). Such a seat is late
      only if the machine is busy.
    - The window waits for a seat that a player plays only if two conditions hold. First, the window is not
      optional. Second, the table has no clock, has the setting ``quick``, or has a single player.

    At a table with a clock, ``turn_deadline`` ends the waiting for a player.
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


def window_deadline(table: Table, hand: TableHandState, tempo: TableDelays) -> int | None:
    """Return the time at which the window closes, in Unix milliseconds.

    Return None if no window is open, or while the window waits for a seat (``seats_waited_for``). An optional
    window closes early when all seats have answered.
    """
    window = current_window(table, hand, tempo)
    if window is None or seats_waited_for(table, hand):
        return None
    if not table.game.is_window_optional(hand.state):
        return max(window.ends, window.begins + delays_at(table, tempo).lies)
    waits = any(asked is not None and asked.must and asked.answer is None for asked in hand.asks)
    return window.ends if waits else window.begins


def _has_hidden_timing(table: Table) -> bool:
    """Whether all windows of a table with the same number of beats have the same length, whatever card was played.

    Then the length does not reveal which seats had a choice. This is so with the setting ``quiet``, if at least two
    players sit at the table.
    """
    return not table.has_at_most_one_player and table.setup.claims == "quiet"


def _required_seats(hand: TableHandState) -> tuple[Seat, ...]:
    """Return the seats that must act. Seats that may act, but need not, are left out.

    The server asks bots for such optional actions in the dealer's pauses.
    """
    return tuple(seat for seat, asked in enumerate(hand.asks) if asked is not None and asked.must)


def _hand_deadlines(table: Table, hand: TableHandState, tempo: TableDelays) -> Iterator[Deadline]:
    tempo = delays_at(table, tempo)
    if hand.dealing is not None:
        yield Deadline(hand.dealing + tempo.deal, "deal", DEALER, len(hand.moves))
    window = current_window(table, hand, tempo)
    waited_for = seats_waited_for(table, hand) if window else _required_seats(hand)
    if (closing := window_deadline(table, hand, tempo)) is not None:
        yield Deadline(closing, "close", -1, 0)
    for seat in waited_for:
        asked = hand.asks[seat]
        assert asked is not None
        if table.chairs[seat].is_house_controlled:
            # Answers in a window are published only when it closes, so a bot need not wait before its answer.
            wait = 0 if window else bot_think_time(table.id, seat, asked.decision, tempo)
            yield Deadline(asked.since + wait, "think", seat, asked.decision)
        elif (end := turn_deadline(table, hand, seat, asked)) is not None:
            yield Deadline(end, "turn", seat, asked.decision)


def _idle_deadlines(table: Table, tempo: TableDelays) -> Iterator[Deadline]:
    if table.phase == "revealing":
        yield Deadline(table.since + tempo.reveal, "reveal", -1, 0)
    if table.private or table.phase != "waiting":
        return
    ready = any(chair.ready for chair in table.chairs)
    if ready and not any(chair.is_vacant for chair in table.chairs):
        yield Deadline(table.since + tempo.ready, "ready", -1, 0)
