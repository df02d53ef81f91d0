"""What can be done in a hand, by players and by the clock."""

from __future__ import annotations

from typing import Any

from paiju.core.errors import Conflict
from paiju.core.seats import DEALER, Seat
from paiju.server.domain import facts
from paiju.server.domain.clock import Tempo, held_open, window_of
from paiju.server.domain.draft import Draft
from paiju.server.domain.table import Answer, Ask, Table

MISSED = 2
"""When a player has run out of time so often in a row, the house plays on."""


def asked(table: Table, seat: Seat, decision: int) -> Ask:
    """The decision that a move answers. Raises Conflict if the seat is asked another one by now, or none."""
    ask = table.running.asked(seat) if table.running else None
    if ask is None:
        raise Conflict("not_asked")
    if ask.decision != decision:
        raise Conflict("stale_decision", decision=decision, asked=ask.decision)
    return ask


def act(draft: Draft, seat: Seat, decision: int, action: Any, by: facts.By) -> None:
    """A seat answers its decision. Raises Refusal, Conflict, IllegalAction."""
    asked(draft.table, seat, decision)
    if by == "player":
        draft.table.must_be_welcome(draft.table.chairs[seat].player)
    draft.game.check(draft.table.must_run().state, seat, action)
    _answer(draft, seat, by, action)
    if by == "player" and draft.table.chairs[seat].auto:
        draft.add(facts.AutoSet(seat, on=False))
    finish(draft)


def time_up(draft: Draft, seat: Seat, decision: int) -> None:
    """A player's time is up, and the fallback is played. Raises Conflict if the player was faster."""
    asked(draft.table, seat, decision)
    _answer(draft, seat, "timeout", draft.game.fallback(draft.table.must_run().state, seat))
    finish(draft)


def _answer(draft: Draft, seat: Seat, by: facts.By, action: Any) -> None:
    if draft.game.window(draft.table.must_run().state):
        draft.add(facts.Answered(seat, by, action))
    else:
        _move(draft, seat, by, action)


def _move(draft: Draft, seat: Seat, by: facts.By, action: Any) -> None:
    draft.move(seat, by, action)
    if by == "timeout" and draft.table.chairs[seat].missed >= MISSED:
        draft.add(facts.AutoSet(seat, on=True))


def close(draft: Draft, tempo: Tempo) -> None:
    """The window is over, and the answers happen, seat by seat. Raises Conflict if it is not over."""
    table, hand = draft.table, draft.table.must_run()
    window = window_of(table, hand, tempo)
    if window is None or draft.now < window.ends or held_open(table, hand):
        raise Conflict("not_asked")
    for seat, ask in enumerate(hand.asks):
        if ask is not None and ask.must:
            answer = ask.answer or Answer("window", draft.game.fallback(draft.table.must_run().state, seat))
            _move(draft, seat, answer.by, answer.action)
    finish(draft)


def deal_on(draft: Draft, word: tuple[Seat, Any] | None = None) -> None:
    """The dealer's pause is over: the next packet, or what a bot does unasked before it. Raises Conflict when it is not dealing.

    It pauses each time and always as long. If it paused only where somebody may act between packets, the pauses would
    tell who holds the cards for it.
    """
    hand = draft.table.must_run()
    if hand.dealing is None:
        raise Conflict("not_asked")
    if word is not None:
        draft.move(word[0], "bot", word[1])
    else:
        draft.move(DEALER, "dealer", draft.game.legal(hand.state, DEALER)[0])
    finish(draft)


def talkers(table: Table) -> dict[Seat, str]:
    """The bots at the table. They may act unasked; for a player who is away the house does only what must be done."""
    return {seat: chair.bot for seat, chair in enumerate(table.chairs) if chair.bot is not None}


def set_auto(draft: Draft, seat: Seat, *, on: bool) -> None:
    """托管 on or off. Raises Refusal."""
    draft.table.must_run()
    draft.table.must_be_welcome(draft.table.chairs[seat].player)
    if draft.table.chairs[seat].auto != on:
        draft.add(facts.AutoSet(seat, on))


def begin(draft: Draft) -> None:
    """Begin the next hand if everybody is there and ready."""
    table = draft.table
    if table.phase != "waiting" or not all(chair.set for chair in table.chairs):
        return
    contributions = tuple(chair.contribution for chair in table.chairs)
    first = 0 if table.match.hand else table.seat_of(table.host) or 0
    draft.add(facts.HandBegun(table.seal.number, contributions, first))


def finish(draft: Draft) -> None:
    """End the hand if it has come to its end."""
    outcome = draft.game.outcome(draft.table.must_run().state)
    if outcome is not None:
        draft.add(facts.HandEnded(outcome))
        _clear(draft)
        draft.seal()


def _clear(draft: Draft) -> None:
    for seat, chair in enumerate(draft.table.chairs):
        if chair.leaving:
            draft.add(facts.Left(seat))
