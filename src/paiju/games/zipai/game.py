"""The game of Da Zi Pai: implements the contract of ``paiju.core.game`` with the modules of the family."""

from __future__ import annotations

from random import Random

from paiju.core.fair_deal import Deal, DealPlan
from paiju.core.game import Zone
from paiju.core.messages import TranslatableText
from paiju.core.phases import PhaseGame
from paiju.core.score_breakdown import Outcome, ScoreLine, Settlement
from paiju.core.seats import Seat, Viewer
from paiju.games.zipai import determinize, notation, scoring, view, zones
from paiju.games.zipai.actions import Action, HistoryAction
from paiju.games.zipai.cards import NAMES, PACK
from paiju.games.zipai.events import Event
from paiju.games.zipai.hand_hints import Hints, hints_of
from paiju.games.zipai.messages import ZiPaiMessageBuilder
from paiju.games.zipai.phases import PHASES
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import State, ZiPaiMatch, initial_state


class ZiPai(PhaseGame[Rules, ZiPaiMatch, State, Action, Event]):
    """One ruleset of Da Zi Pai."""

    rules_type = Rules
    match_type = ZiPaiMatch
    state_type = State
    action_type = Action
    voice = ZiPaiMessageBuilder()
    event_type = Event
    phases = PHASES
    hints_type = Hints

    @property
    def seats(self) -> int:
        return self.rules.players

    def deal_plan(self, match: ZiPaiMatch) -> DealPlan:
        return DealPlan(PACK)

    def new_match(self, first: Seat = 0) -> ZiPaiMatch:
        """Return a match before its first hand. The host is the banker of the first hand (ZP-2.1)."""
        return ZiPaiMatch(points=(0,) * self.seats, banker=first)

    def start(self, match: ZiPaiMatch, deal: Deal) -> State:
        return initial_state(match, deal.deck, self.seats)

    def view(self, state: State, viewer: Viewer) -> State:
        return view.view(state, viewer)

    def determinize(self, state: State, viewer: Viewer, random: Random) -> State:
        return determinize.determinize(self.rules, state, viewer, random)

    def hand_hints(self, state: State, seat: Seat) -> Hints | None:
        return hints_of(state, seat, self.legal(state, seat))

    def zones(self, view: State) -> tuple[Zone, ...]:
        return tuple(zones.zones(view))

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def hand_terms(self, view: State) -> tuple[TranslatableText, ...]:
        minimum = view.public.minimum
        return () if minimum is None else (TranslatableText("term.minimum", {"points": minimum}),)

    def score_lines(self, state: State) -> tuple[ScoreLine, ...]:
        return scoring.score_lines(state)

    def settlements(self, state: State, seat: Seat) -> tuple[Settlement, ...]:
        return scoring.settlements(state, seat)

    def next_hand(self, match: ZiPaiMatch, state: State) -> ZiPaiMatch:
        return scoring.next_match(self.rules, match, state)

    @property
    def leavers_gain(self) -> bool:
        return self.rules.leavers_gain

    def format_action(self, action: Action | HistoryAction) -> str:
        return notation.format_action(action)

    def parse_action(self, text: str) -> Action:
        return notation.parse_action(text)

    def format_card(self, card: int) -> str:
        return NAMES[card]

    def parse_card(self, text: str) -> int:
        return notation.parse_card(text)
