"""Calling and robbing the landlord (叫地主, 抢地主; DDZ-3.7, 3.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from msgspec.structs import replace

from paiju.core.fair_deal import Deal
from paiju.core.seats import Seat, seats_from
from paiju.games.doudizhu.actions import Action, Choose
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset, Stage
from paiju.games.doudizhu.events import LandlordCalled, LandlordRobbed, LandlordSettled
from paiju.games.doudizhu.phases.base import Events, Seats, YesNo
from paiju.games.doudizhu.phases.hand_end import void_hand_events
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import DouMatch, Phase, Robbing, State, initial_state
from paiju.games.doudizhu.yes_no_questions import CALL, CALLED_BASE, ROB, YesNoQuestion


class RobbingRules(YesNo[Robbing]):
    """The seats are first asked whether they call, and then whether they rob.

    The events (``events.LandlordCalled``, ``events.LandlordRobbed``) determine which seat is asked next.
    """

    asks: ClassVar[YesNoQuestion] = CALL

    def to_act(self, state: State, phase: Robbing) -> Seats:
        return phase.left[:1]

    def questions(
        self, compiled: CompiledRuleset, state: State, phase: Robbing, seat: Seat
    ) -> tuple[YesNoQuestion, ...]:
        return (CALL if phase.caller is None else ROB,)

    def events_of_action(
        self, compiled: CompiledRuleset, state: State, phase: Robbing, seat: Seat, action: Action
    ) -> Events:
        assert isinstance(action, Choose)
        if phase.caller is not None:
            return (LandlordRobbed(seat, action.yes),)
        return (LandlordCalled(seat, action.yes, in_turn=action.yes and compiled.rules.rob_order == "playing"),)

    def closing_events(self, compiled: CompiledRuleset, state: State, phase: Robbing) -> Events | None:
        if phase.left:
            return None
        if phase.last is not None:
            return (LandlordSettled(phase.last, CALLED_BASE, phase.robs),)
        if compiled.rules.auction != "rob_duel" or compiled.rules.nobody_calls == "redeal":
            return void_hand_events(state)
        assert state.public.first is not None  # it becomes landlord, or the other seat does (DDZ-3.8, R7)
        is_first = compiled.rules.nobody_calls == "first"
        return (LandlordSettled(state.public.first if is_first else 1 - state.public.first, CALLED_BASE),)


class RobbingStage(Stage):
    """The robbing stage. The first bidder is asked first, the others in playing order."""

    def applies(self, rules: Rules) -> bool:
        return rules.auction in ("rob", "rob_duel")

    def begin(self, compiled: CompiledRuleset, state: State) -> Phase | None:
        assert state.public.first is not None
        left = seats_from(state.public.first, state.seats)
        return Robbing(left, said=("",) * state.seats)


@cache
def possible_robbery_counts(players: int) -> tuple[int, ...]:
    """Return how many robberies an auction with this many players can have, in ascending order (DDZ-3.7, 3.8)."""
    begun = replace(initial_state(DouMatch(), Deal(()), players), phase=Robbing((0,), said=("",) * players))
    return tuple(sorted(set(_iter_robbery_counts(LandlordCalled(0, True).apply(begun)))))


def _iter_robbery_counts(state: State) -> Iterator[int]:
    phase = state.phase
    assert isinstance(phase, Robbing)
    if not phase.left:
        yield phase.robs
    for seat in phase.left[:1]:
        for yes in (False, True):
            yield from _iter_robbery_counts(LandlordRobbed(seat, yes).apply(state))
