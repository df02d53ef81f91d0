"""Dou Dizhu as a game: the contract, put together from the phases."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from paiju.core.account import Line, Outcome
from paiju.core.deal import Deal, DealPlan
from paiju.core.errors import IllegalAction, NotationError
from paiju.core.game import Game, Step
from paiju.core.seats import Seat, Viewer, after
from paiju.games.doudizhu import scoring, view
from paiju.games.doudizhu.actions import Action, Play, format_action, parse_action
from paiju.games.doudizhu.cards import Cards, card_number, card_text, ranks_of
from paiju.games.doudizhu.compiled import Compiled
from paiju.games.doudizhu.events import Event, evolve
from paiju.games.doudizhu.phases import PHASE_RULES, stages_of
from paiju.games.doudizhu.phases.dealing import draws
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import DouMatch, Over, Playing, State, first_state
from paiju.games.doudizhu.why import why_not


class DouDizhu(Game[Rules, DouMatch, State, Action, Event]):
    """One Dou Dizhu ruleset put to work."""

    rules_type: ClassVar[type[Rules]] = Rules
    match_type: ClassVar[Any] = DouMatch
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = Action
    event_type: ClassVar[Any] = Event

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.compiled = Compiled(rules)
        self.stages = stages_of(rules)

    @property
    def seats(self) -> int:
        return self.rules.players

    def plan(self, match: DouMatch) -> DealPlan:
        return DealPlan(self.compiled.pack, draws(self.rules))

    def new_match(self, first: Seat = 0) -> DouMatch:
        return DouMatch(points=(0,) * self.seats)

    def start(self, match: DouMatch, deal: Deal) -> State:
        return self._go_on(first_state(match, deal, self.seats), []).state

    def to_act(self, state: State) -> tuple[Seat, ...]:
        phase = state.phase
        return PHASE_RULES[type(phase)].to_act(phase)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        phase = state.phase
        rules = PHASE_RULES[type(phase)]
        return rules.legal(self.compiled, state, phase, seat) if seat in rules.to_act(phase) else ()

    def check(self, state: State, seat: Seat, action: Action) -> None:
        phase = state.phase
        if isinstance(phase, Over):
            raise IllegalAction("hand_is_over")
        rules = PHASE_RULES[type(phase)]
        if seat not in rules.to_act(phase):
            raise IllegalAction("not_your_turn")
        rules.check(self.compiled, state, phase, seat, action)

    def preview(self, state: State, seat: Seat, text: str) -> tuple[Action, ...]:
        """What the selected cards (``3s3h3d4c``) may be played as, highest body first; else what was typed."""
        try:
            cards = Cards.parse(text)
        except NotationError:
            return super().preview(state, seat, text)
        readings = self.compiled.readings(ranks_of(cards), state.public.wild)
        if not readings:
            raise self._why_not(state, cards)
        plays = [Play(what, cards) for what in sorted(readings, key=lambda what: -what.body)]
        refusals = [self._refusal(state, seat, play) for play in plays]
        first = refusals[0]
        if first is not None and None not in refusals:
            raise self._why_not(state, cards) if first.code == "does_not_beat" else first
        return tuple(play for play, refusal in zip(plays, refusals, strict=True) if refusal is None)

    def _why_not(self, state: State, cards: Cards) -> IllegalAction:
        standing = state.phase.standing if isinstance(state.phase, Playing) else None
        return why_not(self.compiled, ranks_of(cards), state.public.wild, standing)

    def _refusal(self, state: State, seat: Seat, action: Action) -> IllegalAction | None:
        try:
            self.check(state, seat, action)
        except IllegalAction as refusal:
            return refusal
        return None

    def step(self, state: State, seat: Seat, action: Action) -> Step[State, Event]:
        phase = state.phase
        events = list(PHASE_RULES[type(phase)].do(self.compiled, state, phase, seat, action))
        for event in events:
            state = evolve(state, event)
        return self._go_on(state, events)

    def _go_on(self, state: State, events: list[Event]) -> Step[State, Event]:
        """End phases that are over and begin the next, until somebody must act or the hand has ended."""
        g = self.compiled
        while (more := PHASE_RULES[type(state.phase)].finish(g, state, state.phase)) is not None:
            state = _happen(state, more, events)
            before = stage = state.stage
            while state.stage == before and not isinstance(state.phase, Over):
                stage += 1
                state = _happen(state, self.stages[stage].enter(g, state, stage), events)
        return Step(state, tuple(events))

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def view(self, state: State, viewer: Viewer) -> State:
        return view.view(state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        return view.redact(event, viewer)

    def imagine(self, state: State, viewer: Viewer, random: Random) -> State:
        return view.imagine(self.compiled, state, viewer, random)

    def outcome(self, state: State) -> Outcome | None:
        return state.phase.outcome if isinstance(state.phase, Over) else None

    def account(self, state: State) -> tuple[Line, ...]:
        if isinstance(state.phase, Over):
            return state.phase.outcome.account
        return scoring.account(self.rules, state)

    def fallback(self, state: State, seat: Seat) -> Action:
        phase = state.phase
        return PHASE_RULES[type(phase)].fallback(self.compiled, state, phase, seat)

    def next_hand(self, match: DouMatch, state: State) -> DouMatch:
        """Points add up; who speaks first goes round where the rules rotate it, a redeal counting as the same hand (DDZ-2.7)."""
        outcome, first = self.outcome(state), state.public.first
        assert outcome is not None
        assert first is not None
        carried = None
        if self.rules.first_bidder == "rotate":
            carried = after(first, self.seats) if outcome.winners else first
        points = tuple(had + won for had, won in zip(match.points, outcome.points, strict=True))
        return replace(match, hand=match.hand + 1, points=points, first=carried)

    def counts(self, state: State) -> bool:
        """A redeal is the same hand (DDZ-2.7)."""
        outcome = self.outcome(state)
        assert outcome is not None
        return bool(outcome.winners)

    def format_action(self, action: Action) -> str:
        return format_action(action)

    def parse_action(self, text: str) -> Action:
        return parse_action(text)

    def format_card(self, card: int) -> str:
        return card_text(card)

    def parse_card(self, text: str) -> int:
        return card_number(text)


def _happen(state: State, more: tuple[Event, ...], events: list[Event]) -> State:
    for event in more:
        state = evolve(state, event)
    events += more
    return state
