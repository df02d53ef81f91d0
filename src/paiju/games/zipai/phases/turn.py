"""Discarding, drawing and looking at the card (ZP-3)."""

from __future__ import annotations

from typing import Final

from paiju.core.errors import IllegalAction
from paiju.core.seats import Seat
from paiju.games.zipai.actions import PASS, WIN, Action, Discard, Win
from paiju.games.zipai.cards import KINDS, NAMES
from paiju.games.zipai.events import CardDrawn, HandWon, StockEmpty
from paiju.games.zipai.laying import division_with, must_lay, winning
from paiju.games.zipai.phases.base import Actions, Automatic, PhaseRules, Seats, Tape
from paiju.games.zipai.phases.claims import put_out, shown, too_few
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Discarding, Drawing, Looking, Over, State, drawn_card, hand_of

_DISCARDS: Final = tuple(Discard(kind) for kind in range(KINDS))


class DiscardingRules(PhaseRules[Discarding]):
    """Any card of the hand (ZP-3.1, 4.5, 5.6)."""

    def to_act(self, state: State, phase: Discarding) -> Seats:
        return (phase.seat,)

    def legal(self, rules: Rules, state: State, phase: Discarding, seat: Seat) -> Actions:
        return tuple(_DISCARDS[kind] for kind, copies in enumerate(hand_of(state, seat)) if copies)

    def refusal(self, rules: Rules, state: State, phase: Discarding, seat: Seat, action: Action) -> IllegalAction:
        if isinstance(action, Discard) and 0 <= action.card < KINDS:
            return IllegalAction("not_in_hand", card=NAMES[action.card])
        return IllegalAction("discard_now")

    def do(self, rules: Rules, tape: Tape, phase: Discarding, seat: Seat, action: Action) -> None:
        assert isinstance(action, Discard)
        put_out(rules, tape, seat, action.card, drawn=False)


class DrawingRules(Automatic[Drawing]):
    """The top card of the stock goes to the seat, or the hand is over (ZP-3.2, 3.5)."""

    def do(self, rules: Rules, tape: Tape, phase: Drawing, seat: Seat, action: Action) -> None:
        stock = tape.state.secret.stock
        tape.add(CardDrawn(phase.seat, stock[0]) if stock else StockEmpty())


class LookingRules(PhaseRules[Looking]):
    """The drawer is always asked, so that the others do not learn that it could have won; then what must be, is (ZP-3.3)."""

    beats = 4

    def to_act(self, state: State, phase: Looking) -> Seats:
        return (phase.seat,)

    def legal(self, rules: Rules, state: State, phase: Looking, seat: Seat) -> Actions:
        return (WIN, PASS) if winning(state, seat, drawn_card(state), "own") else (PASS,)

    def refusal(self, rules: Rules, state: State, phase: Looking, seat: Seat, action: Action) -> IllegalAction:
        if isinstance(action, Win):
            return too_few(state, division_with(state, seat, drawn_card(state), "own"))
        return IllegalAction("look_first")

    def do(self, rules: Rules, tape: Tape, phase: Looking, seat: Seat, action: Action) -> None:
        state, card = tape.state, drawn_card(tape.state)
        if action == WIN:
            tape.add(HandWon("self_drawn", shown(state, seat, winning(state, seat, card, "own")), card))
        elif laid := must_lay(state, seat, card):
            tape.add(laid)
        else:
            put_out(rules, tape, seat, card, drawn=True)


class OverRules(PhaseRules[Over]):
    """Nothing more happens."""

    def to_act(self, state: State, phase: Over) -> Seats:
        return ()

    def legal(self, rules: Rules, state: State, phase: Over, seat: Seat) -> Actions:
        return ()

    def do(self, rules: Rules, tape: Tape, phase: Over, seat: Seat, action: Action) -> None:
        raise AssertionError("nobody acts when the hand is over")
