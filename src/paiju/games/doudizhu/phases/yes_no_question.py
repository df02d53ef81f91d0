"""The phase that asks one question of ``yes_no_questions.PHASE_QUESTIONS``: its rules and its stage."""

from __future__ import annotations

from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action, Choose
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset, Stage
from paiju.games.doudizhu.doubling_eligibility import may_double
from paiju.games.doudizhu.events import QuestionAnswered
from paiju.games.doudizhu.phases.base import Actions, Events, PhaseRules, Seats
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Asking, Phase, State
from paiju.games.doudizhu.yes_no_questions import YesNoQuestion, seats_asked


class AskingRules(PhaseRules[Asking]):
    """The rules of the phase: the seats answer one after another, in public. If the time runs out, the answer is no."""

    def to_act(self, state: State, phase: Asking) -> Seats:
        return phase.left[:1]

    def legal(self, compiled: CompiledRuleset, state: State, phase: Asking, seat: Seat) -> Actions:
        return (Choose(phase.what, True), Choose(phase.what, False))

    def fallback(self, compiled: CompiledRuleset, state: State, phase: Asking, seat: Seat) -> Action:
        return Choose(phase.what, False)

    def events_of_action(
        self, compiled: CompiledRuleset, state: State, phase: Asking, seat: Seat, action: Action
    ) -> Events:
        assert isinstance(action, Choose)
        return (QuestionAnswered(seat, phase.what, action.yes),)

    def closing_events(self, compiled: CompiledRuleset, state: State, phase: Asking) -> Events | None:
        return None if phase.left else ()


class AskingStage(Stage):
    """The stage that asks one question.

    A seat with too few coins to double is not asked (DDZ-9.4). The stage is skipped if no seat is asked.
    """

    def __init__(self, question: YesNoQuestion) -> None:
        self.question = question

    def applies(self, rules: Rules) -> bool:
        return self.question.applies(rules)

    def begin(self, compiled: CompiledRuleset, state: State) -> Phase | None:
        landlord, match = state.public.landlord, state.match
        assert landlord is not None
        left = tuple(
            seat
            for seat in seats_asked(state.public, self.question)
            if may_double(seat, landlord, match.purses, match.double_above)
        )
        return Asking(self.question.what, left, (None,) * state.seats) if left else None
