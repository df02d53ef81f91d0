"""Deals consistent with a view, and how solving them changes the strong bot's choice."""

from __future__ import annotations

import asyncio
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from paiju.bots.doudizhu import solved_endings
from paiju.bots.doudizhu.consistent_deals import all_consistent_deals, consistent_deals, count_consistent_deals
from paiju.bots.doudizhu.seat_knowledge import infer_from_view
from paiju.bots.doudizhu.solved_endings import MOST_DEALS, has_compiled_search, improve_choice, solve_actions
from paiju.bots.registry import make_bot
from paiju.bots.strong_bot import is_sure_win, play_strong
from paiju.games.doudizhu.cards import card_count
from paiju.games.registry import ruleset
from paiju.nets.net import WIN
from paiju.nets.policy import evaluate_actions
from paiju.server import wire_requests
from paiju.server.adapters.threaded_bot_runner import ThreadedBotRunner
from paiju.server.app.tables import request_handlers
from paiju.solve.doudizhu.position import Position
from paiju.solve.doudizhu.reference_search import ExactSearch
from tests.solve.conftest import compiled
from tests.solve.random_endings import game_named, views

__all__ = ["compiled"]
NAMES = ["doudizhu/qq", "doudizhu/duel", "doudizhu/wild", "doudizhu/four"]


def without_plays(position: Position) -> Any:
    return (position.hands, position.turn, position.by, position.landlord, position.wild, position.handicap)


@pytest.mark.parametrize("name", NAMES)
def test_consistent_deals_contain_the_true_deal_and_every_sampled_one(name: str) -> None:
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


@pytest.mark.parametrize("name", ["doudizhu/qq", "doudizhu/discard", "doudizhu/four"])
def test_consistent_deals_are_counted_without_listing_them(name: str) -> None:
    game, random = game_named(name), Random(name)
    counted = set()
    for view, seat, _ in islice(views(game, random, 14), 20):
        known = infer_from_view(game.compiled, view, seat)
        every = all_consistent_deals(game, view, seat, 5000)
        count = count_consistent_deals(known.others, known.unseen)
        assert count > 5000 if every is None else count == len(set(map(without_plays, every.positions)))
        counted.add(count)
    assert max(counted) > 1


@pytest.mark.parametrize("name", NAMES)
def test_sampled_deals_depend_on_the_view_alone(name: str) -> None:
    game, random = game_named(name), Random(name)
    for view, seat, _ in islice(views(game, random, 22), 10):
        deals = consistent_deals(game, view, seat, 3)
        assert deals == consistent_deals(game, view, seat, 3)
        assert len(deals.positions) <= 3
        for position in deals.positions:
            position.check(game.compiled)
            assert tuple(map(card_count, position.hands)) == view.public.counts


def test_a_sure_win_wins_in_every_consistent_deal_by_the_exact_rules() -> None:
    game, random = game_named("doudizhu/qq"), Random(1)
    sure = 0
    for view, seat, _ in islice(views(game, random, 9), 60):
        legal = game.legal(view, seat)
        deals = consistent_deals(game, view, seat, 24)
        search = ExactSearch(game.compiled)
        for action, solved in zip(legal, solve_actions(game, deals, legal), strict=True):
            wins = [action in search.winning_actions(position) for position in deals.positions]
            assert solved.won <= sum(wins)
            assert solved.lost <= len(wins) - sum(wins)
            assert not solved.is_sure or (deals.is_complete and all(wins))
            sure += solved.is_sure
    assert sure > 10


@pytest.mark.parametrize("candidates", [6, 2])
def test_a_sure_win_is_preferred_to_the_choice_of_the_net(candidates: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The net's estimates are replaced by ones that like a losing action best, and the sure wins least.

    With two candidates the sure wins are not among the actions that are compared at first.
    """
    monkeypatch.setattr(solved_endings, "CANDIDATES", candidates)
    assert has_compiled_search()
    game, random = game_named("doudizhu/qq"), Random(2)
    corrected = 0
    for view, seat, _ in islice(views(game, random, 9), 80):
        weighed = evaluate_actions("", game, view, seat, game.legal(view, seat))
        solved = solve_actions(game, consistent_deals(game, view, seat, MOST_DEALS), weighed.actions)
        if not any(one.is_sure for one in solved) or not any(one.lost for one in solved):
            continue
        worst = next(place for place, one in enumerate(solved) if one.lost)
        scores = np.array([0.1 if one.is_sure else 0.5 for one in solved])
        scores[worst] = 0.99
        values = weighed.values.copy()
        values[:, WIN] = scores
        forced = np.zeros(len(solved), bool)
        wrong = weighed._replace(scores=scores, values=values, expected_worth=scores, forced_wins=forced)
        chosen = improve_choice(game, view, seat, wrong)
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


# ---- hints


@pytest.mark.parametrize("compared", [False, True])
def test_advice_says_that_a_play_surely_wins_unless_results_are_compared(
    compared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_named("doudizhu/qq")
    decisions = ((view, seat) for view, seat, _ in views(game, Random(4), 6) if len(game.legal(view, seat)) > 1)
    runner = ThreadedBotRunner(("steady",), make_bot)
    live: Any = SimpleNamespace(
        table=SimpleNamespace(setup=SimpleNamespace(ruleset=ruleset("doudizhu/qq")), is_duplicate=compared)
    )
    room: Any = SimpleNamespace(context=SimpleNamespace(bot_runner=runner))
    player: Any = None
    said = set()
    for view, seat in islice(decisions, 25):
        monkeypatch.setattr(
            request_handlers, "_require_pending_decision", lambda *_, view=view, seat=seat: (game, view, seat)
        )
        answer = asyncio.run(request_handlers._handle_advise(room, live, player, wire_requests.Advise(id="a")))
        best = game.parse_action(answer.readings[0].text)
        assert answer.sure == (not compared and is_sure_win(game, view, seat, best))
        said.add(answer.sure)
    assert said == ({False} if compared else {False, True})
    runner.close()


def test_sure_wins_require_a_complete_list_of_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("doudizhu/qq")
    sure = 0
    for view, seat, _ in islice(views(game, Random(5), 9), 40):
        deals = consistent_deals(game, view, seat, 200)
        search = ExactSearch(game.compiled)
        for action in game.legal(view, seat):
            wins = deals.is_complete and all(action in search.winning_actions(one) for one in deals.positions)
            assert is_sure_win(game, view, seat, action) == wins
            sure += wins
    assert sure > 10
    monkeypatch.setattr(solved_endings, "HINT_DEALS", 0)
    assert not any(is_sure_win(game, view, seat, action) for action in game.legal(view, seat))
