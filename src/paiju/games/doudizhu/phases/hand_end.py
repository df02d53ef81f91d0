"""The end of a hand, which reveals all hidden cards."""

from __future__ import annotations

from paiju.core.score_breakdown import Outcome
from paiju.games.doudizhu.cards import NO_CARDS
from paiju.games.doudizhu.events import HandsRevealed, PhaseBegan
from paiju.games.doudizhu.phases.base import Events
from paiju.games.doudizhu.scoring import void_outcome
from paiju.games.doudizhu.state import Over, State


def hand_end_events(state: State, outcome: Outcome) -> Events:
    """Return the events that show all hidden cards and end the hand with this outcome."""
    hands = tuple(hand or NO_CARDS for hand in state.secret.hands)
    return HandsRevealed(hands, state.secret.bottom, state.secret.threw), PhaseBegan(state.stage, Over(outcome))


def void_hand_events(state: State) -> Events:
    """Return the last events of a hand without a bid (荒牌): all cards are shown, and a redeal follows (DDZ-3.3)."""
    return hand_end_events(state, void_outcome(state.seats))
