"""The game of Dou Dizhu: implements the contract of ``paiju.core.game`` with the modules of the family."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from paiju.core.coins import Stakes
from paiju.core.errors import IllegalAction, NotationError
from paiju.core.fair_deal import Deal, DealPlan
from paiju.core.game import Zone
from paiju.core.messages import TranslatableText
from paiju.core.phases import PhaseGame
from paiju.core.score_breakdown import LeaveCostBounds, Outcome, ScoreLine, Settlement, outcome_of_leaving
from paiju.core.seats import Seat, Viewer, next_seat
from paiju.games.doudizhu import determinize, leave_penalty, notation, scoring, view, zones
from paiju.games.doudizhu.actions import Action, Play
from paiju.games.doudizhu.cards import Cards, card_number, card_text, count_ranks
from paiju.games.doudizhu.combinations import breaks_bomb
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.events import Event
from paiju.games.doudizhu.illegal_play_diagnosis import diagnose_move
from paiju.games.doudizhu.messages import DouDizhuMessageBuilder, hand_terms
from paiju.games.doudizhu.phases import PHASES, STAGES
from paiju.games.doudizhu.phases.dealing import list_random_draws
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import DouMatch, Over, Playing, State, initial_state


class DouDizhu(PhaseGame[Rules, DouMatch, State, Action, Event]):
    """The game of one Dou Dizhu ruleset."""

    rules_type = Rules
    match_type = DouMatch
    state_type = State
    action_type = Action
    event_type = Event
    phases = PHASES
    voice = DouDizhuMessageBuilder()

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.context = self.compiled = CompiledRuleset(rules, STAGES)

    @property
    def seats(self) -> int:
        return self.rules.players

    def deal_plan(self, match: DouMatch) -> DealPlan:
        return DealPlan(self.compiled.pack, list_random_draws(self.rules))

    def new_match(self, first: Seat = 0) -> DouMatch:
        return DouMatch(points=(0,) * self.seats)

    def with_wallets(self, match: DouMatch, purses: tuple[int, ...], stakes: Stakes) -> DouMatch:
        """Return the match with the wallets of the seats, which determine who may double (DDZ-9.4)."""
        return replace(match, purses=purses, double_above=stakes.double_above)

    def start(self, match: DouMatch, deal: Deal) -> State:
        return self.advance(initial_state(match, deal, self.seats)).state

    def preview(self, state: State, seat: Seat, text: str) -> tuple[Action, ...]:
        """Return the legal plays that selected cards (``3s3h3d4c``) can form, those with the highest body first.

        The body is the play without its attached cards. If ``text`` is not a list of cards, it is parsed as an
        action.
        """
        try:
            cards = Cards.parse(text)
        except NotationError:
            return super().preview(state, seat, text)
        readings = self.compiled.readings(count_ranks(cards), state.public.wilds)
        if not readings:
            raise self._diagnose_cards(state, cards)
        plays = [Play(what, cards) for what in sorted(readings, key=lambda what: -what.body)]
        refusals = [self._find_refusal(state, seat, play) for play in plays]
        first = refusals[0]
        if first is not None and None not in refusals:
            raise self._diagnose_cards(state, cards) if first.code == "does_not_beat" else first
        return tuple(play for play, refusal in zip(plays, refusals, strict=True) if refusal is None)

    def _diagnose_cards(self, state: State, cards: Cards) -> IllegalAction:
        standing = state.phase.standing if isinstance(state.phase, Playing) else None
        return diagnose_move(self.compiled, count_ranks(cards), state.public.wilds, standing)

    def _find_refusal(self, state: State, seat: Seat, action: Action) -> IllegalAction | None:
        try:
            self.check(state, seat, action)
        except IllegalAction as refusal:
            return refusal
        return None

    def view(self, state: State, viewer: Viewer) -> State:
        return view.view(state, viewer)

    def determinize(self, state: State, viewer: Viewer, random: Random) -> State:
        return determinize.determinize(self.compiled, state, viewer, random)

    def zones(self, view: State) -> tuple[Zone, ...]:
        return tuple(zones.zones(self.rules, view))

    def outcome(self, state: State) -> Outcome | None:
        return state.phase.outcome if isinstance(state.phase, Over) else None

    def hand_terms(self, view: State) -> tuple[TranslatableText, ...]:
        return hand_terms(self.rules, view.public)

    def score_lines(self, state: State) -> tuple[ScoreLine, ...]:
        if isinstance(state.phase, Over):
            return state.phase.outcome.account
        return scoring.score_lines(self.rules, state)

    def settlements(self, state: State, seat: Seat) -> tuple[Settlement, ...]:
        return (
            scoring.settlements(self.rules, state.public, seat)
            if isinstance(state.phase, Over) and state.phase.outcome.winners
            else ()
        )

    def next_hand(self, match: DouMatch, state: State) -> DouMatch:
        """Return the match after a hand.

        The points are added. If the ruleset rotates the first bidder, the next seat bids first (DDZ-2.7). After a
        redeal, which counts as the same hand, the first bidder stays.
        """
        outcome = self.outcome(state)
        assert outcome is not None
        points = tuple(had + won for had, won in zip(match.points, outcome.points, strict=True))
        first = self._next_first_bidder(state, is_redealt=not outcome.winners)
        return replace(match, hand=match.hand + 1, points=points, first=first)

    def _next_first_bidder(self, state: State, *, is_redealt: bool) -> Seat | None:
        first = state.public.first
        assert first is not None
        if self.rules.first_bidder != "rotate":
            return None
        return first if is_redealt else next_seat(first, self.seats)

    def match_after(self, match: DouMatch, state: State, outcome: Outcome) -> DouMatch:
        """Return the match after a hand with this outcome.

        If the ruleset rotates the first bidder, the next seat bids first after a hand that counts, even if a player
        left that hand (DDZ-2.7, 9.5). The first bidder stays the same in three cases:

        - The hand is redealt.
        - A player left, and the hand does not count.
        - A player left before the first bidder of the hand was determined.
        """
        after = super().match_after(match, state, outcome)
        if outcome.left is None or not self.is_counted(state, outcome) or state.public.first is None:
            return after
        return replace(after, first=self._next_first_bidder(state, is_redealt=False))

    def is_redeal(self, state: State) -> bool:
        """Whether the hand ended without winners. The next deal then belongs to the same hand of the match (DDZ-2.7)."""
        outcome = self.outcome(state)
        assert outcome is not None
        return not outcome.winners

    @property
    def _is_leaver_replaced(self) -> bool:
        """Whether a bot plays the seat of a player who leaves, to the end of the hand (DDZ-9.5)."""
        return self.rules.escape == "played_out"

    @property
    def leavers_gain(self) -> bool:
        return not self._is_leaver_replaced

    def leave_outcome(self, state: State, seat: Seat) -> Outcome | None:
        """Return the outcome if a seat leaves now, at the cost that the ruleset sets (DDZ-9.2, 9.3, 9.5).

        None if the hand does not end, because the ruleset lets a bot play the seat to the end.
        """
        if self._is_leaver_replaced:
            return None
        lines = leave_penalty.penalty_lines(self.rules, state, seat)
        return outcome_of_leaving(seat, self.seats, lines, to_others=self.rules.escape_to == "others")

    def leave_cost_bounds(self, state: State, seat: Seat) -> LeaveCostBounds | None:
        return None if self._is_leaver_replaced else leave_penalty.penalty_bounds(self.rules, state, seat)

    def loss_now(self, state: State, seat: Seat) -> int:
        is_promised = leave_penalty.has_escape_rule(self.rules) and self.rules.escape_factors == "loss"
        return scoring.loss_if_beaten(self.rules, state, seat) if is_promised else 0

    def loss_if_beaten_after(self, view: State, seat: Seat, action: Action) -> int | None:
        return scoring.loss_if_beaten_after(self.rules, view, seat, action)

    def breaks_bomb(self, view: State, seat: Seat, action: Action) -> bool:
        hand = view.secret.hands[seat]
        return (
            isinstance(action, Play)
            and hand is not None
            and breaks_bomb(self.rules.decks, count_ranks(hand), action.what)
        )

    def format_action(self, action: Action) -> str:
        return notation.format_action(action)

    def parse_action(self, text: str) -> Action:
        return notation.parse_action(text)

    def format_card(self, card: int) -> str:
        return card_text(card)

    def parse_card(self, text: str) -> int:
        return card_number(text)
