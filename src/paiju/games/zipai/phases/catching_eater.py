"""Catching a seat that ate a card and did not lay its other copies (下伙; ZP-4.3, R6).

This phase occurs only if ``Rules.false_eat`` is ``caught``.
"""

from __future__ import annotations

from paiju.core.seats import DEALER, Seat
from paiju.games.zipai.actions import CATCH, GO_ON, PASS, Action
from paiju.games.zipai.eating import leaves_copies_to_lay
from paiju.games.zipai.events import Answered, CatchesClosed, PhaseBegan
from paiju.games.zipai.phases.base import Actions, Events, PhaseRules, Seats
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Catching, Discarding, State, hand_of


class CatchingRules(PhaseRules[Catching]):
    """After a card is eaten, all other seats are asked whether they accuse the eater of keeping copies.

    They are asked every time, so that the question does not reveal whether it kept some. A wrong catch costs nothing.
    """

    beats = 8

    def to_act(self, state: State, phase: Catching) -> Seats:
        return phase.waiting or (DEALER,)

    def legal(self, rules: Rules, state: State, phase: Catching, seat: Seat) -> Actions:
        return (GO_ON,) if seat == DEALER else (CATCH, PASS)

    def events_of_action(self, rules: Rules, state: State, phase: Catching, seat: Seat, action: Action) -> Events:
        return _catching_closed_events(state, phase) if seat == DEALER else (Answered(seat, action),)

    def fallback(self, rules: Rules, state: State, phase: Catching, seat: Seat) -> Action:
        """Return a pass for a player, and the only legal action for DEALER."""
        return self.legal(rules, state, phase, seat)[-1]


def _catching_closed_events(state: State, phase: Catching) -> Events:
    """Return the events after all seats have answered.

    If the seat that ate is caught, it pays each other seat the points of the hand's minimum. Caught or not, it
    then discards (ZP-4.5).
    """
    is_caught = CATCH in state.secret.sealed and leaves_copies_to_lay(hand_of(state, phase.seat), phase.card)
    points = state.public.minimum or 0 if is_caught else 0
    return CatchesClosed(phase.seat, points), PhaseBegan(Discarding(phase.seat))
