"""Dealing card by card, while every seat may declare trumps (GZ-3.1, 3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.core.seats import DEALER, Seat
from paiju.games.gunzi.actions import Action, Deal, Declare
from paiju.games.gunzi.cards import Cards, single
from paiju.games.gunzi.events import CardDealt, PhaseBegan
from paiju.games.gunzi.phases.base import ChanceRules, Events
from paiju.games.gunzi.phases.declaring import (
    check_declaration,
    declaration_event,
    possible_declarations,
    seats_that_may_declare,
)
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import HAND, SEATS, Closing, Dealing, State


class DealingRules(ChanceRules[Dealing]):
    """DEALER deals the next card. Between two cards, a seat may declare if this overrules the last declaration."""

    accepted_actions = (Declare,)
    any_seat_may_act = True

    def may_act(self, rules: Rules, state: State, phase: Dealing) -> tuple[Seat, ...]:
        return seats_that_may_declare(rules, state)

    def legal(self, rules: Rules, state: State, phase: Dealing, seat: Seat) -> Sequence[Action]:
        return (Deal(),) if seat == DEALER else possible_declarations(rules, state, seat)

    def check(self, rules: Rules, state: State, phase: Dealing, seat: Seat, action: Any) -> None:
        if seat == DEALER:
            super().check(rules, state, phase, seat, action)
        else:
            check_declaration(rules, state, seat, action)

    def events_of_action(self, rules: Rules, state: State, phase: Dealing, seat: Seat, action: Any) -> Events:
        if seat != DEALER:
            return (declaration_event(state, seat, action),)
        to = ((state.first or 0) + phase.dealt) % SEATS
        (card, *_) = state.secret.deck or ()
        dealt = CardDealt(to, Cards(single(card)), open=to == state.awaited)
        return (dealt,) if phase.dealt + 1 < SEATS * HAND else (dealt, PhaseBegan(Closing()))
