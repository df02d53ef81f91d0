"""Da Zi Pai as a game: the contract, put together from the modules of the family."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from paiju.core.account import Line, Outcome
from paiju.core.deal import Deal, DealPlan
from paiju.core.errors import IllegalAction
from paiju.core.game import Game, Step
from paiju.core.seats import DEALER, Seat, Viewer
from paiju.games.zipai import advice, events, fallback, imagine, notation, scoring, view
from paiju.games.zipai.actions import Action
from paiju.games.zipai.cards import NAMES, PACK
from paiju.games.zipai.events import Event
from paiju.games.zipai.phases import PHASE_RULES
from paiju.games.zipai.phases.base import Tape
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import State, ZiPaiMatch, first_state


class ZiPai(Game[Rules, ZiPaiMatch, State, Action, Event]):
    """One ruleset of Da Zi Pai."""

    rules_type = Rules
    match_type = ZiPaiMatch
    state_type = State
    action_type = Action
    event_type = Event
    hints_type = advice.Hints

    @property
    def seats(self) -> int:
        return self.rules.players

    def plan(self, match: ZiPaiMatch) -> DealPlan:
        return DealPlan(PACK)

    def new_match(self) -> ZiPaiMatch:
        return ZiPaiMatch(points=(0,) * self.seats)

    def start(self, match: ZiPaiMatch, deal: Deal) -> State:
        return first_state(match, deal.deck, self.seats)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return PHASE_RULES[type(state.phase)].to_act(state, state.phase)

    def window(self, state: State) -> int:
        rules = PHASE_RULES[type(state.phase)]
        return rules.beats if rules.to_act(state, state.phase) != (DEALER,) else 0

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        phase = state.phase
        rules = PHASE_RULES[type(phase)]
        return rules.legal(self.rules, state, phase, seat) if seat in rules.to_act(state, phase) else ()

    def check(self, state: State, seat: Seat, action: Action) -> None:
        if seat not in self.to_act(state):
            raise IllegalAction("not_your_turn", seat=seat)
        if action not in self.legal(state, seat):
            raise PHASE_RULES[type(state.phase)].refusal(self.rules, state, state.phase, seat, action)

    def step(self, state: State, seat: Seat, action: Action) -> Step[State, Event]:
        tape = Tape(state)
        PHASE_RULES[type(state.phase)].do(self.rules, tape, state.phase, seat, action)
        return Step(tape.state, tuple(tape.events))

    def evolve(self, state: State, event: Event) -> State:
        return events.evolve(state, event)

    def view(self, state: State, viewer: Viewer) -> State:
        return view.view(state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        return view.redact(event, viewer)

    def imagine(self, state: State, viewer: Viewer, random: Random) -> State:
        return imagine.imagine(self.rules, state, viewer, random)

    def hints(self, state: State, seat: Seat) -> advice.Hints | None:
        return advice.hints(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def account(self, state: State) -> tuple[Line, ...]:
        return scoring.account(state)

    def fallback(self, state: State, seat: Seat) -> Action:
        return fallback.fallback(state, seat, self.legal(state, seat))

    def next_hand(self, match: ZiPaiMatch, state: State) -> ZiPaiMatch:
        return scoring.next_match(self.rules, match, state)

    def format_action(self, action: Action) -> str:
        return notation.format_action(action)

    def parse_action(self, text: str) -> Action:
        return notation.parse_action(text)

    def format_card(self, card: int) -> str:
        return NAMES[card]

    def parse_card(self, text: str) -> int:
        return notation.parse_card(text)
