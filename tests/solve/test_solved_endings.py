"""Deals that fit a view, and what solving them changes in the strong bot's choice."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from paiju.bots.doudizhu import solved_endings
from paiju.bots.doudizhu.consistent_deals import consistent_deals
from paiju.bots.doudizhu.solved_endings import correct_choice, has_compiled_search, solve_actions
from paiju.bots.strong import play_strong
from paiju.games.doudizhu.cards import card_count
from paiju.nets.net import WIN
from paiju.nets.policy import evaluate_actions
from paiju.solve.doudizhu.exact_search import ExactSearch
from paiju.solve.doudizhu.position import Position
from tests.solve.endings import game_named, views

NAMES = ["doudizhu/qq", "doudizhu/duel", "doudizhu/wild", "doudizhu/four"]


def without_plays(position: Position) -> Any:
    return (position.hands, position.turn, position.by, position.landlord, position.wild, position.handicap)


@pytest.mark.parametrize("name", NAMES)
def test_the_true_deal_and_every_sampled_one_are_among_all_that_fit(name: str) -> None:
    game, random = game_named(name), Random(name)
    for view, seat, state in islice(views(game, random, 10), 20):
        deals = consistent_deals(game, view, seat, 2000)
        assert deals.is_complete
        fitting = {without_plays(position) for position in deals.positions}
        assert len(fitting) == len(deals.positions)
        assert without_plays(Position.of_state(game.compiled, state)) in fitting
        for _ in range(5):
            sampled = game.determinize(view, seat, random)
            assert without_plays(Position.of_state(game.compiled, sampled)) in fitting


@pytest.mark.parametrize("name", NAMES)
def test_of_many_deals_some_are_drawn_which_depend_on_the_view_alone(name: str) -> None:
    game, random = game_named(name), Random(name)
    for view, seat, _ in islice(views(game, random, 22), 10):
        deals = consistent_deals(game, view, seat, 3)
        assert deals == consistent_deals(game, view, seat, 3)
        assert len(deals.positions) <= 3
        for position in deals.positions:
            position.check(game.compiled)
            assert tuple(map(card_count, position.hands)) == view.public.counts


def test_a_sure_win_wins_in_every_deal_that_fits_by_the_exact_rules() -> None:
    game, random = game_named("doudizhu/qq"), Random(1)
    sure = 0
    for view, seat, _ in islice(views(game, random, 9), 60):
        legal = game.legal(view, seat)
        deals = consistent_deals(game, view, seat, 24)
        search = ExactSearch(game.compiled)
        for action, solved in zip(legal, solve_actions(game, view, seat, legal), strict=True):
            wins = [action in search.winning_actions(position) for position in deals.positions]
            assert solved.won <= sum(wins)
            assert solved.lost <= len(wins) - sum(wins)
            assert not solved.is_sure or (deals.is_complete and all(wins))
            sure += solved.is_sure
    assert sure > 10


def test_a_sure_win_is_preferred_to_what_the_net_likes_better() -> None:
    """The net's estimates are replaced by ones that like the worst action best."""
    assert has_compiled_search()
    game, random = game_named("doudizhu/qq"), Random(2)
    corrected = 0
    for view, seat, _ in islice(views(game, random, 9), 80):
        weighed = evaluate_actions("", game, view, seat, game.legal(view, seat))
        solved = solve_actions(game, view, seat, weighed.actions)
        if (
            len(solved) not in range(2, 7)
            or not any(one.is_sure for one in solved)
            or not any(one.lost for one in solved)
        ):
            continue
        worst = next(place for place, one in enumerate(solved) if one.lost)
        scores = np.where(np.arange(len(solved)) == worst, 0.99, 0.5)
        values = weighed.values.copy()
        values[:, WIN] = scores
        forced = np.zeros(len(solved), bool)
        wrong = weighed._replace(scores=scores, values=values, expected_worth=scores, forced_wins=forced)
        chosen = correct_choice(game, view, seat, wrong)
        assert solved[list(weighed.actions).index(chosen)].is_sure
        corrected += 1
    assert corrected > 3


def test_a_decision_repeats_and_without_a_compiled_search_the_net_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    game, random = game_named("doudizhu/qq"), Random(3)
    for view, seat, _ in islice(views(game, random, 20), 15):
        legal = game.legal(view, seat)
        assert play_strong(game, view, seat, legal, random) == play_strong(game, view, seat, legal, random)
    monkeypatch.setattr(solved_endings, "has_compiled_search", lambda: False)
    monkeypatch.setattr(solved_endings, "solve_actions", None)
    for view, seat, _ in islice(views(game, random, 20), 5):
        legal = game.legal(view, seat)
        if len(legal) > 1:
            weighed = evaluate_actions("", game, view, seat, legal)
            assert play_strong(game, view, seat, legal, random) == weighed.actions[weighed.best]
