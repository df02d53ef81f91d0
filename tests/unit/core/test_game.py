"""Defaults of ``Game``: no optional actions, no windows, and every hand counts."""

from __future__ import annotations

from typing import Any, cast

from paiju.core.events import VisibleToAll
from paiju.core.fair_deal import Deal
from paiju.core.game import Game, subsample_evenly
from paiju.core.score_breakdown import LeaveCostBounds
from tests.server.toy import Rules, Toy, ToyMatch


class Plain(Toy):
    """The toy, without what it says beyond need."""

    may_act = Game.may_act
    window_duration = Game.window_duration
    has_windows = Game.has_windows
    is_window_optional = Game.is_window_optional
    is_redeal = Game.is_redeal
    leave_outcome = Game.leave_outcome
    leave_cost_bounds = Game.leave_cost_bounds


def test_a_minimal_game_has_no_windows_and_no_redeals() -> None:
    game, state = Plain(Rules()), cast("Any", None)
    assert (game.may_act(state), game.window_duration(state), game.has_windows, game.is_window_optional(state)) == (
        (),
        0,
        False,
        False,
    )
    assert not game.is_redeal(state)
    assert (game.leave_outcome(state, 0), game.leave_cost_bounds(state, 0)) == (None, None)


class Open(Toy):
    """The toy, where everybody can know what leaving costs."""

    leave_cost_bounds = Game.leave_cost_bounds


def test_without_hidden_cards_the_cost_of_leaving_is_exact() -> None:
    game = Open(Rules(leaving=4))
    match = game.new_match()
    state = game.start(match, Deal(tuple(range(1, 10))))
    assert game.leave_cost_bounds(state, 1) == LeaveCostBounds(4, 4)


def test_an_abandoned_hand_without_a_cost_does_not_change_the_match() -> None:
    game = Toy(Rules(leaving=4))
    match = ToyMatch(hand=3, points=(5, -2, -3), first=1)
    state = game.start(match, Deal(tuple(range(1, 10))))
    outcome = game.leave_outcome(state, 1)
    assert outcome is not None
    assert game.match_after(match, state, outcome) == ToyMatch(hand=4, points=(5, -2, -3), first=1)
    assert not game.is_counted(state, outcome)


def test_visible_values_are_not_redacted() -> None:
    assert [VisibleToAll().redact_value(5, None, viewer) for viewer in (0, None)] == [5, 5]


def test_few_actions_are_returned_in_full() -> None:
    assert [*subsample_evenly(range(5), 5)] == [0, 1, 2, 3, 4]


def test_many_actions_are_subsampled_evenly() -> None:
    assert [*subsample_evenly(range(100), 4)] == [0, 25, 50, 75]
    assert [*subsample_evenly(range(7), 3)] == [0, 2, 4]
