"""The play of the cards, trick by trick (GZ-5.6, 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.core.seats import Seat
from paiju.games.gunzi.actions import Action, Play
from paiju.games.gunzi.card_choices import Choices
from paiju.games.gunzi.cards import NONE, points_in
from paiju.games.gunzi.events import BottomOpened, CardsPlayed, PhaseBegan, TrickTaken
from paiju.games.gunzi.phases.base import Events, PhaseRules
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import SEATS, Over, Playing, State
from paiju.games.gunzi.timeout_action import cheapest_cards, cheapest_follow
from paiju.games.gunzi.trick_rules import LEADS, check_following, check_lead, ways_to_follow


class PlayingRules(PhaseRules[Playing]):
    """The seat whose turn it is leads or follows (GZ-6.2)."""

    accepted_actions = (Play,)

    def to_act(self, state: State, phase: Playing) -> tuple[Seat, ...]:
        return ((phase.leader + len(phase.plays)) % SEATS,)

    def legal(self, rules: Rules, state: State, phase: Playing, seat: Seat) -> Sequence[Action]:
        hand = state.hand(seat)
        if not phase.plays:
            return Choices(Play, hand, LEADS)
        may = ways_to_follow(rules, state.trumps, hand, phase.plays[0])
        return Choices(Play, may.cards, may.shapes, may.fixed)

    def check(self, rules: Rules, state: State, phase: Playing, seat: Seat, action: Any) -> None:
        if phase.plays:
            check_following(rules, state.trumps, state.hand(seat), phase.plays[0], action.cards)
        else:
            check_lead(state.hand(seat), action.cards)

    def events_of_action(self, rules: Rules, state: State, phase: Playing, seat: Seat, action: Any) -> Events:
        return (CardsPlayed(seat, action.cards),)

    def follow_up_events(self, rules: Rules, state: State, phase: Playing) -> Events:
        if len(phase.plays) == SEATS:
            return (TrickTaken((phase.leader + phase.best) % SEATS, sum(map(points_in, phase.plays))),)
        if not phase.plays and not state.counts[phase.leader]:
            return BottomOpened(phase.leader, state.secret.bottom or NONE), PhaseBegan(Over(phase.leader))
        return ()

    def fallback(self, rules: Rules, state: State, phase: Playing, seat: Seat) -> Action:
        hand = state.hand(seat)
        if not phase.plays:
            return Play(cheapest_cards(state.trumps, hand, 1))
        return Play(cheapest_follow(rules, state.trumps, hand, phase.plays[0]))
