"""The strong player bids by value: it declines a bid only when the next deal is worth more (``ActionValues.best``)."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from paiju.bots.base import SeatedBot, make_bot_asker
from paiju.bots.registry import make_bot
from paiju.core.fair_deal import draw_deal, hand_seed
from paiju.core.family import load_object
from paiju.core.hand_runner import run_hand
from paiju.core.ruleset import with_options
from paiju.features.family_encoder import FamilyEncoder
from paiju.games.doudizhu.state import Bidding, Robbing
from paiju.games.registry import family_of, game, game_of, ruleset
from paiju.nets.policy import BID_TOLERANCE, NEW_DEAL_WORTH, ActionValues
from tests.bots.doudizhu.positions import state_before_play

DEALS = 60


def thrown_in(ruleset: str, name: str) -> int:
    """Of some deals how many are dealt again, where bots of this name sit in all seats."""
    of, role_info, found = game(ruleset), family_of(ruleset).role_info, 0
    for number in range(DEALS):
        match = of.new_match()
        state = of.start(match, draw_deal(of.deal_plan(match), hand_seed(b"bidding", ruleset, number)))
        seated = {seat: SeatedBot(make_bot(name, ruleset), Random(f"{number}:{seat}")) for seat in range(of.seats)}
        played = run_hand(of, state, make_bot_asker(of, seated))
        found += not any(role_info.in_play(move.before) and of.outcome(move.before) is None for move in played)
    return found


@pytest.mark.parametrize("ruleset", ["doudizhu/wild", "doudizhu/qq"])
def test_at_most_one_deal_in_three_is_thrown_in(ruleset: str) -> None:
    """Half of the deals of ``wild`` were, for nets have learned that it costs nothing."""
    assert thrown_in(ruleset, "strong") <= DEALS // 3


@pytest.mark.parametrize(
    ("worth", "best"),
    [(NEW_DEAL_WORTH - BID_TOLERANCE - 0.01, 0), (NEW_DEAL_WORTH - BID_TOLERANCE + 0.01, 1), (NEW_DEAL_WORTH + 0.5, 1)],
)
def test_a_bid_is_declined_that_is_worth_less_than_the_next_deal(worth: float, best: int) -> None:
    values, nothing = np.zeros((2, 2), np.float32), np.zeros(2, bool)
    worths, scores = np.array([0.1, worth], np.float32), np.array([1.0, 0.0], np.float32)
    assert ActionValues("ab", values, worths, scores, nothing, np.array([True, False])).best == best
    assert ActionValues("ab", values, worths, scores, nothing, nothing).best == 0
    assert ActionValues("ab", values, worths, scores, nothing, ~nothing).best == 0


def declined(name: str, phase: Bidding | Robbing, **options: Any) -> list[str]:
    of = game_of(with_options(ruleset(f"doudizhu/{name}"), **options))
    state = state_before_play(name, ["56789TJQKA2"] * of.seats, phase)
    bits: FamilyEncoder = load_object(family_of("doudizhu").feature_encoder)(of)
    view = of.view(state, 1)
    legal = of.legal(view, 1)
    found = bits.declines(view, 1, legal)
    return [of.format_action(action) for action, declines in zip(legal, found, strict=True) if declines]


@pytest.mark.clause("DDZ-3.3")
def test_passing_after_another_bid_is_not_declining_the_deal() -> None:
    assert declined("qq", Bidding(1, once=True)) == ["bid 0"]
    assert declined("qq", Bidding(1, once=True, high=1, bidder=0, spoken=1)) == []
    assert len(declined("happy", Robbing((1, 2)))) == 1
    assert declined("happy", Robbing((1, 2), caller=0, last=0)) == []


@pytest.mark.clause("DDZ-3.8", "DDZ-R7")
def test_where_one_of_two_is_landlord_when_neither_calls_nobody_declines_for_a_new_deal() -> None:
    assert declined("duel", Robbing((1,))) == []
    assert declined("duel", Robbing((1,)), nobody_calls="second") == []
    assert declined("duel", Robbing((1,)), nobody_calls="redeal") == ["no-call"]
