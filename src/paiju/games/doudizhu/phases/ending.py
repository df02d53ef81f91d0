"""How a hand ends: everything that was hidden is shown."""

from __future__ import annotations

from paiju.core.account import Outcome
from paiju.games.doudizhu.cards import NO_CARDS
from paiju.games.doudizhu.events import HandEnded, PhaseBegan
from paiju.games.doudizhu.phases.base import Events
from paiju.games.doudizhu.scoring import thrown_in
from paiju.games.doudizhu.state import Over, State


def end(state: State, outcome: Outcome) -> Events:
    """The last events of a hand."""
    hands = tuple(hand or NO_CARDS for hand in state.secret.hands)
    return HandEnded(hands, state.secret.bottom, state.secret.threw), PhaseBegan(state.stage, Over(outcome))


def throw_in(state: State) -> Events:
    """Nobody wants the hand: the cards are thrown in and dealt again 荒牌 (DDZ-3.3)."""
    return end(state, thrown_in(state.seats))
