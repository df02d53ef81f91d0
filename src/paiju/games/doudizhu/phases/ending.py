"""How a hand ends: everything that was hidden is shown."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.core.account import Outcome
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action
from paiju.games.doudizhu.cards import NO_CARDS
from paiju.games.doudizhu.compiled import Compiled
from paiju.games.doudizhu.events import HandEnded
from paiju.games.doudizhu.phases.base import Events, PhaseRules
from paiju.games.doudizhu.scoring import thrown_in
from paiju.games.doudizhu.state import Over, State


def end(state: State, outcome: Outcome) -> Events:
    """The last event of a hand."""
    hands = tuple(hand or NO_CARDS for hand in state.secret.hands)
    return (HandEnded(outcome, hands, state.secret.bottom, state.secret.threw),)


def throw_in(state: State) -> Events:
    """Nobody wants the hand: the cards are thrown in and dealt again 荒牌 (DDZ-3.3)."""
    return end(state, thrown_in(state.seats))


class OverRules(PhaseRules[Over]):
    """Nothing can be done any more."""

    def to_act(self, phase: Over) -> tuple[Seat, ...]:
        return ()

    def legal(self, g: Compiled, state: State, phase: Over, seat: Seat) -> Sequence[Action]:
        return ()

    def do(self, g: Compiled, state: State, phase: Over, seat: Seat, action: Action) -> Events:
        raise AssertionError("the hand is over")

    def finish(self, g: Compiled, state: State, phase: Over) -> Events | None:
        return None

    def fallback(self, g: Compiled, state: State, phase: Over, seat: Seat) -> Action:
        raise AssertionError("the hand is over")
