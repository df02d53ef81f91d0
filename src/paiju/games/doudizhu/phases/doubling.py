"""Doubling (加倍, DDZ-7.8)."""

from __future__ import annotations

from typing import ClassVar

from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset, Stage
from paiju.games.doudizhu.doubling_eligibility import may_double
from paiju.games.doudizhu.events import StakesDoubled
from paiju.games.doudizhu.phases.base import (
    Events,
    Seats,
    YesNo,
    sealed_choice_events,
    seats_that_chose_yes,
    yes_choices,
)
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Doubling, Phase, State
from paiju.games.doudizhu.yes_no_questions import DOUBLE, QUESTIONS, YesNoQuestion, double_questions


class DoublingRules(YesNo[Doubling]):
    """The rules of the doubling phase: each seat in ``Doubling.waiting`` chooses in secret whether to double."""

    asks: ClassVar[YesNoQuestion] = DOUBLE

    def questions(
        self, compiled: CompiledRuleset, state: State, phase: Doubling, seat: Seat
    ) -> tuple[YesNoQuestion, ...]:
        return double_questions(compiled.rules)

    def to_act(self, state: State, phase: Doubling) -> Seats:
        return phase.waiting

    def events_of_action(
        self, compiled: CompiledRuleset, state: State, phase: Doubling, seat: Seat, action: Action
    ) -> Events:
        return sealed_choice_events(seat, action)

    def closing_events(self, compiled: CompiledRuleset, state: State, phase: Doubling) -> Events | None:
        if phase.waiting:
            return None
        seats = seats_that_chose_yes(state)
        factors = tuple(QUESTIONS[choice.what].factor for choice in yes_choices(state))
        return (StakesDoubled(seats, factors if max(factors, default=0) > DOUBLE.factor else ()),)


class DoublingStage(Stage):
    """The doubling stage. It asks the seats that have enough coins (DDZ-9.4)."""

    def applies(self, rules: Rules) -> bool:
        return rules.double

    def begin(self, compiled: CompiledRuleset, state: State) -> Phase:
        landlord, match = state.public.landlord, state.match
        assert landlord is not None
        may = [may_double(seat, landlord, match.purses, match.double_above) for seat in range(state.seats)]
        barred = tuple(seat for seat, open_to in enumerate(may) if not open_to)
        waiting = tuple(seat for seat in range(state.seats) if seat not in barred)
        return Doubling(waiting, barred, match.double_above if barred else 0)
