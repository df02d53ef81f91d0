"""Solving actions in sampled deals."""

from __future__ import annotations

from random import Random

import pytest

from paiju.core.fair_deal import draw_deal
from paiju.solve import BadQuestion, Budget
from paiju.solve.doudizhu import Position
from paiju.solve.doudizhu.compiled_solver import CompiledSolver
from paiju.solve.doudizhu.reference_search import ExactSearch
from paiju.solve.doudizhu.sampled_wins import SampleSize, sample_wins
from tests.solve.random_endings import game_named, random_ending, views


@pytest.mark.parametrize("name", ["doudizhu/qq", "doudizhu/wild", "doudizhu/duel"])
def test_results_of_actions_match_exhaustive_search(name: str) -> None:
    game, random = game_named(name), Random(name)
    solver = CompiledSolver(game)
    for _ in range(60):
        position = random_ending(game, random, 9)
        actions = position.legal(game.compiled)
        winning = ExactSearch(game.compiled).winning_actions(position)
        found = solver.results_of_actions(position, actions, Budget())
        assert found == [action in winning for action in actions]


def test_sampled_deals_repeat_and_count_every_deal_once() -> None:
    game = game_named("doudizhu/qq")
    solver, decisions = CompiledSolver(game), views(game, Random(5), 20)
    for _ in range(20):
        view, seat, _ = next(decisions)
        legal = game.legal(view, seat)
        first, again = (sample_wins(solver, view, seat, legal, Random(1)) for _ in range(2))
        assert first == again
        assert [one.action for one in first] == list(legal)
        assert all(one.wins + one.losses <= 8 and 0 <= one.win_rate <= 1 for one in first)


def test_sure_wins_win_in_every_deal() -> None:
    """Going out wins, however the cards lie."""
    game = game_named("doudizhu/qq")
    solver, decisions = CompiledSolver(game), views(game, Random(6), 12)
    seen = 0
    while seen < 10:
        view, seat, state = next(decisions)
        position = Position.of_state(game.compiled, state)
        for one in sample_wins(solver, view, seat, game.legal(view, seat), Random(2), SampleSize(nodes=80_000)):
            if position.after(one.action).winner == seat:
                seen += 1
                assert (one.wins, one.losses) == (8, 0)


def test_no_deals_are_sampled_before_play() -> None:
    game = game_named("doudizhu/qq")
    state = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), bytes(32)))
    with pytest.raises(BadQuestion):
        sample_wins(CompiledSolver(game), game.view(state, 0), 0, (), Random(1))
