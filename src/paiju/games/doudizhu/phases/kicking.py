"""Kick (踢) and kick back (反踢; DDZ-3.6)."""

from __future__ import annotations

from typing import ClassVar

from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action, Choose
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset, Stage
from paiju.games.doudizhu.events import StakeKicked
from paiju.games.doudizhu.phases.base import Events, Seats, YesNo
from paiju.games.doudizhu.phases.bidding import HIGHEST_BID
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Kicking, Phase, State
from paiju.games.doudizhu.yes_no_questions import BACK, KICK, YesNoQuestion


class KickingRules(YesNo[Kicking]):
    """The silent farmers decide in playing order whether to kick.

    If one of them kicks, the landlord may kick back. A farmer is silent if it had neither bid nor passed when the
    auction ended.
    """

    asks: ClassVar[YesNoQuestion] = KICK

    def to_act(self, state: State, phase: Kicking) -> Seats:
        return phase.left[:1]

    def questions(
        self, compiled: CompiledRuleset, state: State, phase: Kicking, seat: Seat
    ) -> tuple[YesNoQuestion, ...]:
        return (BACK if seat == state.public.landlord else KICK,)

    def events_of_action(
        self, compiled: CompiledRuleset, state: State, phase: Kicking, seat: Seat, action: Action
    ) -> Events:
        assert isinstance(action, Choose)
        return (StakeKicked(seat, action.yes, back=seat == state.public.landlord),)

    def closing_events(self, compiled: CompiledRuleset, state: State, phase: Kicking) -> Events | None:
        return None if phase.left else ()


class KickingStage(Stage):
    """The kicking stage. It takes place only if a bid of 3 ended the auction before every seat had bid or passed."""

    def applies(self, rules: Rules) -> bool:
        return rules.kick

    def begin(self, compiled: CompiledRuleset, state: State) -> Phase | None:
        if state.public.base < HIGHEST_BID or not state.public.silent:
            return None
        return Kicking(state.public.silent)
