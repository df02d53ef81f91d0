"""Opening hands (明牌, DDZ-7.7): before the deal, after each packet, and by the landlord before the play."""

from __future__ import annotations

from typing import ClassVar

from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset, Stage
from paiju.games.doudizhu.events import HandsOpened
from paiju.games.doudizhu.phases.base import Events, Seats, YesNo, sealed_choice_events, seats_that_chose_yes
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Opening, Phase, State
from paiju.games.doudizhu.yes_no_questions import OPEN, YesNoQuestion


class OpeningRules(YesNo[Opening]):
    """Each seat that is asked chooses in secret whether to open its hand (明牌), within a short decision window."""

    asks: ClassVar[YesNoQuestion] = OPEN
    beats = 4
    is_window_optional = True

    def to_act(self, state: State, phase: Opening) -> Seats:
        return phase.waiting

    def events_of_action(
        self, compiled: CompiledRuleset, state: State, phase: Opening, seat: Seat, action: Action
    ) -> Events:
        return sealed_choice_events(seat, action)

    def closing_events(self, compiled: CompiledRuleset, state: State, phase: Opening) -> Events | None:
        if phase.waiting:
            return None
        seats = seats_that_chose_yes(state)
        hands = tuple(cards for seat in seats if (cards := state.secret.hands[seat]) is not None)
        return (HandsOpened(phase.factor, seats, hands),)


class OpeningStage(Stage):
    """A stage that asks all seats, or only the landlord, whether to open the hand.

    Seats whose hand is already open are not asked.
    """

    def __init__(self, factor: int, *, landlord_only: bool = False) -> None:
        self.factor = factor
        self.landlord_only = landlord_only

    def applies(self, rules: Rules) -> bool:
        return rules.open_hand

    def begin(self, compiled: CompiledRuleset, state: State) -> Phase | None:
        asked = (state.public.landlord,) if self.landlord_only else range(state.seats)
        waiting = tuple(seat for seat in asked if seat is not None and not state.public.opened[seat])
        return Opening(self.factor, waiting) if waiting else None
