"""The game of Gunzi: implements the contract of ``paiju.core.game`` with the modules of the family."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from paiju.core.errors import NotationError
from paiju.core.fair_deal import Deal, DealPlan
from paiju.core.game import Zone
from paiju.core.messages import TranslatableText
from paiju.core.phases import PhaseGame, Phases
from paiju.core.score_breakdown import Outcome, ScoreLine, Settlement
from paiju.core.seats import Seat, Viewer
from paiju.games.gunzi import scoring, view, zones
from paiju.games.gunzi.actions import Action
from paiju.games.gunzi.cards import NAMES, NONE, PACK, Cards
from paiju.games.gunzi.determinize import determinize
from paiju.games.gunzi.events import Event
from paiju.games.gunzi.hand_hints import Hints, hints_of
from paiju.games.gunzi.match_progression import new_match
from paiju.games.gunzi.messages import GunziMessageBuilder, hand_terms
from paiju.games.gunzi.notation import format_action, parse_action
from paiju.games.gunzi.phases import PHASES
from paiju.games.gunzi.phases.cutting import list_cut_draws
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import SEATS, Cutting, Dealing, GunziMatch, Secret, State, team_of


class Gunzi(PhaseGame[Rules, GunziMatch, State, Action, Event]):
    """One ruleset of Gunzi (六人四副滚子)."""

    rules_type: ClassVar[type[Rules]] = Rules
    match_type: ClassVar[Any] = GunziMatch
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = Action
    event_type: ClassVar[Any] = Event
    phases: ClassVar[Phases] = PHASES
    voice: ClassVar[GunziMessageBuilder] = GunziMessageBuilder()
    hints_type: ClassVar[Any] = Hints

    @property
    def seats(self) -> int:
        return SEATS

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(map(team_of, range(SEATS)))

    def deal_plan(self, match: GunziMatch) -> DealPlan:
        """Return the cards to shuffle and, for the first hand of a match, the random cards for the cut (GZ-3.1)."""
        return DealPlan(PACK, list_cut_draws() if match.banker is None else ())

    def new_match(self, first: Seat = 0) -> GunziMatch:
        return new_match(self.rules)

    def start(self, match: GunziMatch, deal: Deal) -> State:
        """Return the state before the first event.

        The first hand of a match begins with the cut; in later hands the banker receives the first card (GZ-3.1).
        """
        return State(
            match=match,
            level=match.level,
            phase=Cutting(tuple(range(SEATS))) if match.banker is None else Dealing(),
            secret=Secret(hands=(NONE,) * SEATS, deck=deal.deck, cuts=deal.draws),
            first=match.banker,
            banker=match.banker,
        )

    # ---- who sees what

    def view(self, state: State, viewer: Viewer) -> State:
        return view.view(state, viewer)

    def determinize(self, state: State, viewer: Viewer, random: Random) -> State:
        return determinize(state, viewer, random)

    def hand_hints(self, state: State, seat: Seat) -> Hints:
        return hints_of(state, seat, self.legal(state, seat))

    def zones(self, view: State) -> tuple[Zone, ...]:
        return tuple(zones.zones(view))

    # ---- the end

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(self.rules, state)

    def hand_terms(self, view: State) -> tuple[TranslatableText, ...]:
        return hand_terms(self.rules, view)

    def score_lines(self, state: State) -> tuple[ScoreLine, ...]:
        return scoring.score_lines(self.rules, state)

    def settlements(self, state: State, seat: Seat) -> tuple[Settlement, ...]:
        return scoring.settlements(self.rules, state, seat)

    def next_hand(self, match: GunziMatch, state: State) -> GunziMatch:
        return scoring.next_match(self.rules, match, state)

    @property
    def leavers_gain(self) -> bool:
        return self.rules.leavers_gain

    # ---- text

    def format_action(self, action: Action) -> str:
        return format_action(action)

    def parse_action(self, text: str) -> Action:
        return parse_action(text)

    def format_card(self, card: int) -> str:
        return NAMES[card]

    def parse_card(self, text: str) -> int:
        kinds = list(Cards.parse(text).kinds())
        if len(kinds) != 1:
            raise NotationError("bad_card", text=text, at=0)
        return kinds[0]
