"""Verdicts by winning cards: a discard that waits for fewer is marked, one that waits for most never is."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from paiju.core.game import AnyGame
from paiju.games.zipai.state import Discarding
from paiju.review.judgement import Decision, JudgedAction, Judgement, make_judgement
from paiju.review.winning_card_judge import judge_by_winning_cards
from tests.review.reviewed_hands import review_context
from tests.rules.zipai.table import Table, playing
from tests.solve.test_zipai import endings

NAME = "zipai/guilin-3"
LAID = ("碰二二二 碰四四四 碰五五五 碰六六六 碰七七七 碰壹壹壹",)
CHANCE = 0.6
GAME: AnyGame = review_context(NAME).game


def judge(state: Any, seat: int, played: Any) -> Judgement | None:
    """Judge a discard where the net finds all discards equal."""
    view = GAME.view(state, seat)
    legal = GAME.legal(view, seat)
    prior = make_judgement([JudgedAction(one, CHANCE, 0.05, CHANCE) for one in legal], played, "net", 0.05)
    return judge_by_winning_cards(review_context(NAME), Decision(0, seat, state, view, legal, played), prior)


def ready() -> Table:
    """捌 leaves eight winning cards of 59, 伍 leaves four, and 陆 none."""
    return playing(("伍陆捌",), LAID, minimum=1)


@pytest.mark.clause("ZP-7.1")
def test_a_discard_that_halves_the_waits_is_marked() -> None:
    judged = judge(ready().state, 0, GAME.parse_action("discard 伍"))
    assert judged is not None
    assert (judged.judge, judged.deals, judged.mark) == ("counted", 59, "mistake")
    assert [GAME.format_action(one.action) for one in judged.actions] == ["discard 捌", "discard 伍"]
    assert judged.best.chance == CHANCE
    assert judged.played_action.chance == pytest.approx(0.3 / 0.7)  # half the odds of 0.6 : 0.4
    assert 0 < judged.loss_doubt < 0.02


@pytest.mark.parametrize("played", ["捌", "陆"])
def test_the_best_discard_and_one_that_leaves_no_wait_are_not_judged(played: str) -> None:
    assert judge(ready().state, 0, GAME.parse_action(f"discard {played}")) is None


@pytest.mark.sim
def test_discards_that_wait_for_most_cards_are_never_marked() -> None:
    found = 0
    for state in islice(endings(NAME, Random(2), 8, (Discarding,)), 40):
        seat = GAME.to_act(state)[0]
        view = GAME.view(state, seat)
        legal = GAME.legal(view, seat)
        counts = {one: review_context(NAME).hooks.count_winning_cards(view, seat, one) for one in legal}
        winning = {one: count.winning for one, count in counts.items() if count is not None}
        for played in legal:
            judged = judge(state, seat, played)
            if judged is not None:
                found += 1
                assert 0 < winning[played] < max(winning.values()) == winning[judged.best.action]
                assert judged.loss > 0
    assert found
