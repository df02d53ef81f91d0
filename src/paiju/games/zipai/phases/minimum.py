"""The banker sets the minimum of points that a winning hand needs (ZP-2.2)."""

from __future__ import annotations

from paiju.core.errors import IllegalAction
from paiju.core.seats import Seat
from paiju.games.zipai.actions import Action, SetMinimum
from paiju.games.zipai.events import MinimumSet, PhaseBegan
from paiju.games.zipai.phases.base import Actions, Events, PhaseRules, Seats
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Dealing, Minimum, State


class MinimumRules(PhaseRules[Minimum]):
    """The banker chooses one of the possible minimums."""

    def to_act(self, state: State, phase: Minimum) -> Seats:
        return (state.match.banker,)

    def legal(self, rules: Rules, state: State, phase: Minimum, seat: Seat) -> Actions:
        return tuple(SetMinimum(points) for points in minimum_choices(rules))

    def illegal_action(self, rules: Rules, state: State, phase: Minimum, seat: Seat, action: Action) -> IllegalAction:
        if isinstance(action, SetMinimum):
            choices = ", ".join(map(str, minimum_choices(rules)))
            return IllegalAction("not_a_minimum", points=action.points, choices=choices)
        return IllegalAction("minimum_first")

    def events_of_action(self, rules: Rules, state: State, phase: Minimum, seat: Seat, action: Action) -> Events:
        assert isinstance(action, SetMinimum)
        return MinimumSet(seat, action.points), PhaseBegan(Dealing())


def minimum_choices(rules: Rules) -> range:
    """Return the minimums that the banker may choose, in ascending order."""
    return range(rules.minimum_from, rules.minimum_to + 1, rules.minimum_step)
