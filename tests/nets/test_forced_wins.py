"""Sure wins: the detector finds plays that no opponent can stop, and the strong player takes them."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from paiju.core.fair_deal import draw_deal, hand_seed
from paiju.core.family import load_object
from paiju.core.seats import DEALER
from paiju.features.family_encoder import FamilyEncoder
from paiju.games.registry import family_of, game, rulesets
from paiju.nets.net import WIN
from paiju.nets.policy import AS_GOOD_AS_WON, ActionValues, evaluate_actions, play_strong
from tests.bots.doudizhu.positions import doudizhu, position

DOUDIZHU = [name for name in rulesets() if name.startswith("doudizhu/")]
HANDS = 40


def bits_of(name: str) -> FamilyEncoder:
    found: FamilyEncoder = load_object(family_of(name).feature_encoder)(game(name))
    return found


def sure_of(name: str, state: Any, seat: int) -> list[str]:
    """The actions of a seat that surely win, as text."""
    of = game(name)
    view = of.view(state, seat)
    legal = of.legal(view, seat)
    found = bits_of(name).forced_wins(view, seat, legal)
    return [of.format_action(action) for action, wins in zip(legal, found, strict=True) if wins]


def test_a_beatable_play_is_safe_only_as_the_last_play() -> None:
    state = position("qq", ["22K", "AJT9", "AQ876"], 0)
    assert sure_of("doudizhu/qq", state, 0) == ["play 2", "play 22"]


def test_an_answer_that_is_unbeatable_starts_a_sure_win() -> None:
    state = position("qq", ["BR3", "J", "JQ8"], 0, beat="T", by=1)
    assert sure_of("doudizhu/qq", state, 0) == ["play B", "play R", "play BR"]


def test_a_bomb_that_nobody_is_seen_not_to_hold_stops_a_win() -> None:
    state = position("qq", ["22K", "4444", "AQ876"], 0)
    assert sure_of("doudizhu/qq", state, 0) == []


@pytest.mark.clause("DDZ-6.4")
def test_the_handicap_shortens_a_sure_win() -> None:
    hands = ["AAKQ", "J875"]
    assert sure_of("doudizhu/duel", position("duel", hands, 1, robs=2), 1) == []
    assert "play 5" in sure_of("doudizhu/duel", position("duel", hands, 1, robs=3), 1)


@pytest.mark.parametrize("hands", [["22K", "AJT9", "AQ876"], ["2K", "AJT9", "AQ8776"], ["BR3", "A", "AQ8"]])
def test_the_strong_player_takes_a_sure_win_or_thinks_that_it_wins_anyway(hands: list[str]) -> None:
    of = doudizhu("qq")
    view = of.view(position("qq", hands, 0), 0)
    legal = of.legal(view, 0)
    weighed = evaluate_actions("", of, view, 0, legal)
    assert weighed.forced_wins.any()
    assert (weighed.values[weighed.forced_wins, WIN] == 1).all()
    assert weighed.forced_wins[weighed.best] or weighed.values[weighed.best, WIN] >= AS_GOOD_AS_WON
    assert play_strong(of, view, 0, legal, Random(1)) == weighed.actions[weighed.best]


def test_a_sure_win_is_taken_rather_than_what_might_lose_and_not_rather_than_what_is_won_too() -> None:
    def best(chance: float) -> int:
        values = np.array([[chance, 2.0], [1.0, 0.1], [1.0, 0.5]], np.float32)
        scores = np.array([3.0, 1.0, 2.0], np.float32)
        return ActionValues("abc", values, scores, scores, np.array([False, True, True]), np.zeros(3, bool)).best

    assert best(AS_GOOD_AS_WON - 0.01) == 2
    assert best(AS_GOOD_AS_WON + 0.01) == 0


@pytest.mark.sim
@pytest.mark.parametrize("name", DOUDIZHU)
def test_a_sure_win_is_one_against_everybody(name: str) -> None:
    """Whoever has one in a hand that is played at random takes it, and wins, whatever the others do."""
    of, bits, found = game(name), bits_of(name), 0
    for number in range(HANDS):
        random = Random(f"{name}:{number}")
        state = of.start(of.new_match(), draw_deal(of.deal_plan(of.new_match()), hand_seed(b"sure", name, number)))
        winner: int | None = None
        while (outcome := of.outcome(state)) is None:
            seat = next(iter(of.to_act(state)), DEALER)
            view = state if seat == DEALER else of.view(state, seat)
            legal = of.legal(view, seat)
            sure = np.zeros(0) if seat == DEALER else bits.forced_wins(view, seat, legal)
            assert winner != seat or sure.any()
            among = [action for action, wins in zip(legal, sure, strict=True) if wins] if sure.any() else legal
            winner = seat if sure.any() else winner
            state = of.act(state, seat, random.choice(among)).state
        found += winner is not None
        assert winner is None or outcome.points[winner] > 0
    assert found >= HANDS // 8
