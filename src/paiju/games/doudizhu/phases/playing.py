"""The play (出牌; DDZ-5, 6)."""

from __future__ import annotations

from paiju.core.errors import IllegalAction
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import PASS, Pass, Play
from paiju.games.doudizhu.cards import (
    Cards,
    contains_cards,
    contains_counts,
    count_cards_of_ranks,
    count_ranks,
    pick_cards,
    ranks_text,
)
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset, Stage
from paiju.games.doudizhu.events import CombinationPlayed, TurnPassed
from paiju.games.doudizhu.phases.base import Actions, Events, PhaseRules, Seats
from paiju.games.doudizhu.phases.hand_end import hand_end_events
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.scoring import cards_winner_may_keep, compute_outcome
from paiju.games.doudizhu.state import Phase, Playing, State


class PlayingRules(PhaseRules[Playing]):
    """The rules of the play: a seat leads any combination; the others beat the standing play or pass.

    The fallback action is a pass. For the seat that leads, it is the lowest single card.
    """

    accepted_actions = (Play, Pass)

    def to_act(self, state: State, phase: Playing) -> Seats:
        return (phase.turn,)

    def legal(self, compiled: CompiledRuleset, state: State, phase: Playing, seat: Seat) -> Actions:
        counts = count_ranks(state.secret.hands[seat] or 0)
        if phase.standing is None:
            return compiled.find_leading_plays(counts, state.public.wilds)
        return (PASS, *compiled.find_beating_plays(counts, phase.standing, state.public.wilds))

    def check(self, compiled: CompiledRuleset, state: State, phase: Playing, seat: Seat, action: Play | Pass) -> None:
        if isinstance(action, Pass):
            if phase.standing is None:
                raise IllegalAction("leader_must_play")
        else:
            self._check_play(compiled, state, phase, seat, action)

    def _check_play(self, compiled: CompiledRuleset, state: State, phase: Playing, seat: Seat, play: Play) -> None:
        hand = state.secret.hands[seat] or 0
        if not contains_counts(count_ranks(hand), play.what.used):
            raise IllegalAction("not_held", cards=ranks_text(play.what.used))
        what = compiled.find_matching_reading(play.what, state.public.wilds)
        if what is None:
            raise IllegalAction("no_combination", cards=ranks_text(play.what.used), play=play.what.text())
        if phase.standing is not None and not what.beats(phase.standing, state.public.wilds):
            raise IllegalAction("does_not_beat", play=what.text(), standing=phase.standing.text())
        if play.cards is not None:
            self._check_cards(hand, play.cards, play.what)

    def _check_cards(self, hand: int, cards: Cards, what: Combination) -> None:
        if count_ranks(cards) != what.used:
            raise IllegalAction("cards_do_not_fit", cards=cards.text(), play=what.text())
        if not contains_cards(hand, cards):
            raise IllegalAction("not_held", cards=cards.text())

    def events_of_action(
        self, compiled: CompiledRuleset, state: State, phase: Playing, seat: Seat, action: Play | Pass
    ) -> Events:
        if isinstance(action, Pass):
            return (TurnPassed(seat),)
        what = action.what
        if count_cards_of_ranks(what.used, state.public.wilds):
            what = compiled.find_matching_reading(what, state.public.wilds) or what
        cards = action.cards
        if cards is None:
            cards = Cards(pick_cards(state.secret.hands[seat] or 0, what.used))
        return (CombinationPlayed(seat, what, cards),)

    def closing_events(self, compiled: CompiledRuleset, state: State, phase: Playing) -> Events | None:
        winner = phase.by
        if winner is None:
            return None
        left = state.public.counts[winner]
        if left > cards_winner_may_keep(compiled.rules, state.public, winner):
            return None
        return hand_end_events(state, compute_outcome(compiled.rules, state.public, winner, empty=left == 0))


class PlayingStage(Stage):
    """The play stage, which the landlord begins (DDZ-6.1)."""

    def applies(self, rules: Rules) -> bool:
        return True

    def begin(self, compiled: CompiledRuleset, state: State) -> Phase | None:
        assert state.public.landlord is not None
        return Playing(state.public.landlord, None, None, 0, (None,) * state.seats)
