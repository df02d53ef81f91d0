"""Burying cards, burying jokers, and taking back the lowest cards of the bottom (GZ-5.2 to 5.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.core.game import refuse_unless
from paiju.core.seats import Seat
from paiju.games.gunzi.actions import Action, Bury, Pass, TakeBack
from paiju.games.gunzi.card_choices import Choices, shapes_of_size
from paiju.games.gunzi.cards import JOKERS, NONE, Cards, check_card_count, check_held, size
from paiju.games.gunzi.events import CardsBuried, CardsTakenBack, JokersBuried, JokersPassed, PhaseBegan
from paiju.games.gunzi.highest_lowest_choices import lowest_choices, takeable_from_bottom
from paiju.games.gunzi.phases.base import Events, PhaseRules, next_joker_burial_event
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import BOTTOM, Burying, BuryingJokers, State, TakingBack
from paiju.games.gunzi.timeout_action import cheapest_cards


class BuryingRules(PhaseRules[Burying]):
    """The banker buries any six cards (GZ-5.2)."""

    accepted_actions = (Bury,)

    def to_act(self, state: State, phase: Burying) -> tuple[Seat, ...]:
        return (state.banker_seat,)

    def legal(self, rules: Rules, state: State, phase: Burying, seat: Seat) -> Sequence[Action]:
        return Choices(Bury, state.hand(seat), shapes_of_size(BOTTOM))

    def check(self, rules: Rules, state: State, phase: Burying, seat: Seat, action: Any) -> None:
        cards, hand = action.cards, state.hand(seat)
        check_held(hand, cards)
        check_card_count(cards, BOTTOM)

    def events_of_action(self, rules: Rules, state: State, phase: Burying, seat: Seat, action: Any) -> Events:
        cards = action.cards
        left = size(takeable_from_bottom(cards))
        return CardsBuried(seat, cards, left, open=cards & JOKERS != 0), next_joker_burial_event(state, seat, left)

    def fallback(self, rules: Rules, state: State, phase: Burying, seat: Seat) -> Action:
        return Bury(cheapest_cards(state.trumps, state.hand(seat), BOTTOM))


class BuryingJokersRules(PhaseRules[BuryingJokers]):
    """Each other player in turn may bury jokers (GZ-5.4).

    A player may bury at most as many jokers as there are cards in the bottom that may still be taken back.
    """

    accepted_actions = (Bury, Pass)

    def to_act(self, state: State, phase: BuryingJokers) -> tuple[Seat, ...]:
        return (phase.seat,)

    def legal(self, rules: Rules, state: State, phase: BuryingJokers, seat: Seat) -> Sequence[Action]:
        jokers = state.hand(seat) & JOKERS
        most = min(size(jokers), state.takeable)
        shapes = tuple(shape for number in range(1, most + 1) for shape in shapes_of_size(number))
        return (Pass(), *Choices(Bury, jokers, shapes))

    def check(self, rules: Rules, state: State, phase: BuryingJokers, seat: Seat, action: Any) -> None:
        if isinstance(action, Pass):
            return
        cards, hand = action.cards, state.hand(seat)
        check_held(hand, cards)
        refuse_unless(cards != NONE and cards & ~JOKERS == 0, "only_jokers", cards=Cards(cards & ~JOKERS).text())
        refuse_unless(size(cards) <= state.takeable, "too_many_jokers", most=state.takeable, played=size(cards))

    def events_of_action(self, rules: Rules, state: State, phase: BuryingJokers, seat: Seat, action: Any) -> Events:
        if isinstance(action, Pass):
            return JokersPassed(seat), next_joker_burial_event(state, seat, state.takeable)
        bottom = Cards((state.secret.bottom or NONE) + action.cards)
        return JokersBuried(seat, action.cards, bottom), PhaseBegan(TakingBack(seat, size(action.cards)))


class TakingBackRules(PhaseRules[TakingBack]):
    """A seat that buried jokers takes equally many cards from the bottom, the lowest ones (GZ-5.4).

    Point cards and jokers cannot be taken. The seat has a choice only among cards of equal rank.
    """

    accepted_actions = (TakeBack,)

    def to_act(self, state: State, phase: TakingBack) -> tuple[Seat, ...]:
        return (phase.seat,)

    def legal(self, rules: Rules, state: State, phase: TakingBack, seat: Seat) -> Choices[TakeBack]:
        return lowest_choices(TakeBack, state.trumps, state.secret.bottom or NONE, phase.cards)

    def check(self, rules: Rules, state: State, phase: TakingBack, seat: Seat, action: Any) -> None:
        may = self.legal(rules, state, phase, seat)
        refuse_unless(may.allows_cards(action.cards), "not_the_lowest", cards=may[0].cards.text())

    def events_of_action(self, rules: Rules, state: State, phase: TakingBack, seat: Seat, action: Any) -> Events:
        left = state.takeable - phase.cards
        return CardsTakenBack(seat, action.cards, left), next_joker_burial_event(state, seat, left)

    def follow_up_events(self, rules: Rules, state: State, phase: TakingBack) -> Events:
        may = self.legal(rules, state, phase, phase.seat)
        return self.events_of_action(rules, state, phase, phase.seat, may[0]) if len(may) == 1 else ()
