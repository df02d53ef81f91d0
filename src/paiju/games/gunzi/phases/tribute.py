"""Paying tribute, giving cards back, and showing the bottom before the banker takes it (GZ-5.1, 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.core.game import refuse_unless
from paiju.core.seats import Seat
from paiju.games.gunzi.actions import Action, GiveBack, Pay
from paiju.games.gunzi.card_choices import Choices, shapes_of_size
from paiju.games.gunzi.cards import NONE, Cards, check_card_count, check_held, contains, size, without
from paiju.games.gunzi.events import BottomShown, BottomTaken, CardsGivenBack, PhaseBegan, TributeChosen, TributePaid
from paiju.games.gunzi.highest_lowest_choices import highest_choices
from paiju.games.gunzi.phases.base import Events, PhaseRules
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import BOTTOM, Burying, GivingBack, Paying, State
from paiju.games.gunzi.timeout_action import cheapest_cards


class PayingRules(PhaseRules[Paying]):
    """The payers choose their tributes face down. When all have chosen, the tributes are opened (GZ-8.1)."""

    accepted_actions = (Pay,)

    def to_act(self, state: State, phase: Paying) -> tuple[Seat, ...]:
        return tuple(sorted(set(phase.payers) - set(phase.chosen)))

    def legal(self, rules: Rules, state: State, phase: Paying, seat: Seat) -> Choices[Pay]:
        return highest_choices(Pay, state.trumps, state.hand(seat), state.match.tribute[seat])

    def check(self, rules: Rules, state: State, phase: Paying, seat: Seat, action: Any) -> None:
        cards, hand = action.cards, state.hand(seat)
        check_held(hand, cards)
        may = self.legal(rules, state, phase, seat)
        needed = size(may[0].cards)
        check_card_count(cards, needed)
        refuse_unless(may.allows_cards(cards), "not_the_highest", cards=may[0].cards.text())

    def events_of_action(self, rules: Rules, state: State, phase: Paying, seat: Seat, action: Any) -> Events:
        return (TributeChosen(seat, action.cards),)

    def follow_up_events(self, rules: Rules, state: State, phase: Paying) -> Events:
        if len(phase.chosen) < len(phase.payers):
            return ()
        cards = tuple(paid or NONE for paid in state.secret.sealed)
        owed = tuple((payer, size(paid)) for payer, paid in zip(phase.payers, cards, strict=True) if paid)
        return TributePaid(phase.payers, cards), PhaseBegan(GivingBack(owed))


class GivingBackRules(PhaseRules[GivingBack]):
    """The rules of the phase in which the banker gives cards back to each payer in turn, and then takes the bottom.

    If a seat has declared trumps, the bottom is first shown to all seats (GZ-5.1, 8.6, 8.7).
    """

    accepted_actions = (GiveBack,)

    def to_act(self, state: State, phase: GivingBack) -> tuple[Seat, ...]:
        return (state.banker_seat,)

    def _returnable_cards(self, rules: Rules, state: State, seat: Seat) -> int:
        """Return the cards that the banker may give back (R3).

        They are the whole hand or, if ``Rules.give_back`` is ``own``, only the cards that were not received as tribute.
        """
        received = state.paid.cards if state.paid and rules.give_back == "own" else ()
        return without(state.hand(seat), sum(received))

    def legal(self, rules: Rules, state: State, phase: GivingBack, seat: Seat) -> Sequence[Action]:
        return Choices(GiveBack, self._returnable_cards(rules, state, seat), shapes_of_size(phase.owed[0][1]))

    def check(self, rules: Rules, state: State, phase: GivingBack, seat: Seat, action: Any) -> None:
        cards, hand, needed = action.cards, state.hand(seat), phase.owed[0][1]
        check_held(hand, cards)
        check_card_count(cards, needed)
        pool = self._returnable_cards(rules, state, seat)
        refuse_unless(contains(pool, cards), "not_your_own", cards=Cards(without(cards, pool)).text())

    def events_of_action(self, rules: Rules, state: State, phase: GivingBack, seat: Seat, action: Any) -> Events:
        return (CardsGivenBack(phase.owed[0][0], action.cards),)

    def follow_up_events(self, rules: Rules, state: State, phase: GivingBack) -> Events:
        bottom = Cards.of(state.secret.deck or ())
        if state.shown is not None and size(state.seen) < BOTTOM:
            return (BottomShown(bottom),)
        if phase.owed:
            return ()
        return BottomTaken(state.banker_seat, bottom, open=size(state.seen) == BOTTOM), PhaseBegan(Burying())

    def fallback(self, rules: Rules, state: State, phase: GivingBack, seat: Seat) -> Action:
        pool = self._returnable_cards(rules, state, seat)
        return GiveBack(cheapest_cards(state.trumps, pool, phase.owed[0][1]))
