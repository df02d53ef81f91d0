"""What can be done in a hand, by players and by the clock."""

from __future__ import annotations

from typing import Any

from paiju.core.account import Outcome
from paiju.core.deal import keeps, stand_in
from paiju.core.errors import Conflict
from paiju.core.seats import DEALER, Seat
from paiju.server.domain import coins, early, facts
from paiju.server.domain.clock import Tempo, closes_at
from paiju.server.domain.draft import Draft
from paiju.server.domain.table import Answer, Ask, Table, deal_context
from paiju.server.errors import Refusal

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
    closing = closes_at(table, hand, tempo)
    if closing is None or draft.now < closing:
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
    """If everybody is there and ready, have the parts of the deal opened; where nobody pledged one, deal at once.

    Raises Refusal: the house's bots have lost all that they may.
    """
    if draft.table.phase != "waiting" or not all(chair.set for chair in draft.table.chairs):
        return
    lacking = coins.lacking(draft.table, draft.till)
    for seat in lacking:
        draft.add(facts.ReadySet(seat, on=False))
    if not lacking:
        draft.add(facts.RevealBegun(coins.staked(draft.table, draft.till)))
        _deal_if_open(draft)


def reveal(draft: Draft, player: str, contribution: str) -> None:
    """A player opens its part of the deal. Raises Refusal."""
    seat = draft.table.must_sit(player)
    chair = draft.table.chairs[seat]
    if draft.table.phase != "revealing" or chair.opened:
        raise Refusal("nothing_to_reveal")
    if not keeps(chair.pledge, bytes.fromhex(contribution)):
        raise Refusal("not_pledged")
    draft.add(facts.Revealed(seat, contribution))
    _deal_if_open(draft)


def _deal_if_open(draft: Draft) -> None:
    if all(chair.opened for chair in draft.table.chairs):
        deal(draft)


def deal(draft: Draft) -> None:
    """Deal the next hand. The house stands in for whoever has not opened its part. Raises Conflict if it is dealt."""
    table = draft.table
    if table.phase != "revealing":
        raise Conflict("not_asked")
    secret, context = bytes.fromhex(table.seal.secret), deal_context(table.id, table.seal)
    contributions = tuple(
        chair.contribution if chair.opened else stand_in(secret, context, table.seal.number, seat).hex()
        for seat, chair in enumerate(table.chairs)
    )
    pledges = tuple(chair.pledge for chair in table.chairs)
    first = 0 if table.match.hand else table.seat_of(table.host) or 0
    draft.add(facts.HandBegun(table.seal.number, contributions, first, pledges))
    early.answer(draft, [chair.early for chair in table.chairs])


def finish(draft: Draft) -> None:
    """End the hand if it has come to its end."""
    outcome = draft.game.outcome(draft.table.must_run().state)
    if outcome is not None:
        _end(draft, outcome)


def escape(draft: Draft, seat: Seat, agreed: int) -> None:
    """A player leaves in mid-hand: where the rules tell of it, the hand is void.

    Raises Refusal if it may cost more than the player agreed to. That it may, and not that it does: or else who asks would
    learn what others hold.
    """
    state = draft.table.must_run().state
    price, outcome = draft.game.price(state, seat), draft.game.escape(state, seat)
    if price is None or outcome is None:
        return
    if price.most > agreed:
        raise Refusal("leaving_costs", least=price.least, most=price.most)
    _end(draft, outcome)


def _end(draft: Draft, outcome: Outcome) -> None:
    draft.add(facts.HandEnded(outcome, coins.settlement(draft.table, draft.table.must_run(), outcome)))
    _clear(draft)
    draft.seal()


def _clear(draft: Draft) -> None:
    for seat, chair in enumerate(draft.table.chairs):
        if chair.leaving:
            draft.add(facts.Left(seat))
