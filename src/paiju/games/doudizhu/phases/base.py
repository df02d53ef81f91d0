"""Base classes of the phase rules. When a phase ends, the next stage of the ruleset's list begins (DDZ-7.9)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from msgspec import Struct

from paiju.core import phases
from paiju.core.phases import apply_events
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import GO_ON, Action, Choose
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.events import ChoiceSealed, Event, PhaseBegan
from paiju.games.doudizhu.state import Over, State
from paiju.games.doudizhu.yes_no_questions import YesNoQuestion

P = TypeVar("P", bound=Struct)

Seats = tuple[Seat, ...]
Actions = Sequence[Action]
Events = tuple[Event, ...]


class PhaseRules(phases.PhaseRules[CompiledRuleset, State, P, Action, Event]):
    """The rules of one kind of phase."""

    @abstractmethod
    def closing_events(self, compiled: CompiledRuleset, state: State, phase: P) -> Events | None:
        """Return the events that end the phase; None if the phase continues.

        The tuple is empty if the phase ends without events.
        """

    def follow_up_events(self, compiled: CompiledRuleset, state: State, phase: P) -> Events:
        closing = self.closing_events(compiled, state, phase)
        if closing is None:
            return ()
        state = apply_events(state, closing)
        return closing if isinstance(state.phase, Over) else (*closing, _next_stage_event(compiled, state))


class ChanceRules(PhaseRules[P], phases.ChanceRules[CompiledRuleset, State, P, Action, Event]):
    """The rules of a phase without choices of players; DEALER acts."""

    go_on = GO_ON


def _next_stage_event(compiled: CompiledRuleset, state: State) -> PhaseBegan:
    """Return the event that begins the next stage of the hand, leaving out the stages that this hand skips.

    There is always such a stage, because no hand skips the stage in which cards are played.
    """
    left = range(state.stage + 1, len(compiled.stages))
    begun = ((stage, compiled.stages[stage].begin(compiled, state)) for stage in left)
    return next(PhaseBegan(stage, phase) for stage, phase in begun if phase is not None)


class YesNo(PhaseRules[P]):
    """The rules of a phase that asks yes-or-no questions. If the time runs out, the answer is no."""

    asks: ClassVar[YesNoQuestion]

    def legal(self, compiled: CompiledRuleset, state: State, phase: P, seat: Seat) -> Actions:
        asked = self.questions(compiled, state, phase, seat)
        return (*(Choose(question.what, True) for question in asked), Choose(asked[0].what, False))

    def questions(self, compiled: CompiledRuleset, state: State, phase: P, seat: Seat) -> tuple[YesNoQuestion, ...]:
        """Return the questions that a seat is asked at the same time.

        The seat may say yes to one of them. It says no to all of them with one action: the answer no to the first
        question.
        """
        return (self.asks,)

    def fallback(self, compiled: CompiledRuleset, state: State, phase: P, seat: Seat) -> Action:
        return Choose(self.questions(compiled, state, phase, seat)[0].what, False)


def sealed_choice_events(seat: Seat, action: Action) -> Events:
    """Return the event that records a secret choice."""
    return (ChoiceSealed(seat, action),)


def seats_that_chose_yes(state: State) -> Seats:
    """Return the seats whose secret choice is yes."""
    return tuple(seat for seat, choice in enumerate(state.secret.sealed) if isinstance(choice, Choose) and choice.yes)


def yes_choices(state: State) -> tuple[Choose, ...]:
    """Return the secret choices that are yes, in the order of seats."""
    return tuple(choice for choice in state.secret.sealed if isinstance(choice, Choose) and choice.yes)
