"""The steady bot compiled for the batch engine chooses the same actions as the one that reads views."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from paiju import batch
from paiju.bots.base import SeatedBot, ask_bot
from paiju.bots.gunzi import choose
from paiju.bots.gunzi.batch_steady import CompiledGunziSteady
from paiju.core.fair_deal import Deal
from paiju.core.hand_runner import SeatDecision
from paiju.core.ruleset import Ruleset
from paiju.games.gunzi.actions import Bury, Declare, TakeBack
from paiju.games.gunzi.actions import Deal as LetDealGoOn
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.state import (
    HAND,
    Burying,
    BuryingJokers,
    Closing,
    Dealing,
    GivingBack,
    Paying,
    Playing,
    State,
    TakingBack,
)
from tests.batch.conftest import compiled
from tests.batch.engine_comparison import deal_for
from tests.batch.test_gunzi import BOTH, SIX, later_match
from tests.rules.gunzi.table import later, table
from tests.rules.gunzi.test_5_bottom import LOW, burying
from tests.rules.gunzi.test_8_tribute import paying

__all__ = ["compiled"]
FAMILY = "gunzi"
PHASES = {Dealing, Closing, Paying, GivingBack, Burying, BuryingJokers, TakingBack, Playing}


def action_of_view(hands: batch.Hands, row: int) -> Any:
    """The action that the bot takes when it sees its view. While cards are dealt, it may let the deal go on."""
    state, seat = hands.to_state(row), int(hands.turns[row])
    view = hands.game.view(state, seat)
    asked = SeatDecision(seat, must=seat in hands.game.to_act(view))
    return ask_bot(hands.game, SeatedBot(choose, Random(0)), view, asked) or LetDealGoOn()


def compare(hands: batch.Hands, steps: int, share: float, random: np.random.Generator) -> Counter[Any]:
    """Let the bot play hands, with this share of random actions, and compare all choices.

    Return how many of its choices were made in each phase, and how many were of each kind of action.
    """
    bot, seen = CompiledGunziSteady(hands.ruleset), Counter[Any]()
    for _ in range(steps):
        chosen = bot(hands)
        for row in np.flatnonzero(hands.counts > 1).tolist():
            (action,) = hands.actions(row, chosen[row : row + 1])
            exact = action_of_view(hands, row)
            assert action == exact, describe_difference(hands, row, action, exact)
            seen[type(hands.to_state(row).phase)] += 1
            seen[type(action)] += 1
        hands.step(np.where(random.random(len(hands)) < share, hands.sample(), chosen))
    return seen


def describe_difference(hands: batch.Hands, row: int, *actions: Any) -> Any:
    """What to look at when two choices differ."""
    return [*map(hands.game.format_action, actions)], hands.game.view(hands.to_state(row), int(hands.turns[row]))


def deal_hands(ruleset: Ruleset, rows: int, seed: int) -> batch.Hands:
    """Hands of which every second one has many sets; two in three are not the first of their matches."""
    hands, random = batch.new_hands(ruleset, rows, seed=seed), Random(seed)
    for row in range(rows):
        deal = deal_for(hands.game, random, rich=row % 2 == 1)
        if row % 3:
            match = later_match(random)
            hands.from_state(row, hands.game.run_dealer(hands.game.start(match, Deal(deal.deck))).state)
    return hands


@BOTH
def test_the_compiled_bot_chooses_as_the_bot_that_reads_views(ruleset: Ruleset) -> None:
    seen = compare(deal_hands(ruleset, 6, 1), 300, 0.1, np.random.default_rng(1))
    assert seen[Declare] > 5
    assert seen.keys() >= PHASES - {TakingBack}


@pytest.mark.deep
@pytest.mark.parametrize("share", [0.02, 0.3])
@BOTH
def test_the_compiled_bot_chooses_as_the_bot_in_many_hands(ruleset: Ruleset, share: float) -> None:
    seen = compare(deal_hands(ruleset, 90, 2), 700, share, np.random.default_rng(2))
    assert seen.keys() >= {*PHASES, TakeBack, Bury, Declare}


def compare_in_state(state: State) -> Any:
    """The action that both bots choose in this state."""
    hands = batch.new_hands(SIX, 1, anew=False)
    hands.from_state(0, state)
    (action,) = hands.actions(0, CompiledGunziSteady(SIX)(hands))
    assert action == action_of_view(hands, 0)
    return action


LONG_SUITS = [f"{rank}{suit}" for suits in ("sh", "cd") for rank in "34589JQKA" for suit in suits]
"""Nine spades and nine hearts, none of which is a level card, and then as many clubs and diamonds."""


@pytest.mark.parametrize(
    ("declarable", "chosen"),
    [
        ("7s 7h 6s 6h", "show 7h"),
        ("7s 7s 7h 7h 6s 6h", "show 7h"),
        ("7s 7h 7h 6s 6h", "show 7h"),
        ("7s 7h 6s 6h 6s", "show 7s"),
        ("Bj Bj Bj 6s 6h", "show Bj Bj Bj h"),
        ("Bj Bj Bj Rj Rj Rj 6s 6h", "show Rj Rj Rj h"),
        ("7s 7h", "pass"),
    ],
)
def test_of_equally_long_suits_the_same_is_declared(declarable: str, chosen: str) -> None:
    """That is the one with the fewest cards, and of these the last in the order of the rules."""
    hand = [*declarable.split(), *LONG_SUITS][:HAND]
    action = compare_in_state(table([" ".join(hand)], match=later()).deal_out().state)
    assert Gunzi(SIX.rules).format_action(action) == chosen


@pytest.mark.parametrize("hands", [["Rj Rj Rj Rj"], ["Rj Bj"], ["Bj Bj Bj Bj Rj Rj"]])
def test_the_banker_buries_the_same_jokers(hands: list[str]) -> None:
    compare_in_state(burying(hands).state)


@pytest.mark.parametrize("jokers", ["Rj Rj Rj Rj", "Rj Bj", "Bj Bj Bj Bj Rj Rj Rj Rj"])
def test_another_seat_buries_the_same_jokers(jokers: str) -> None:
    compare_in_state(burying(["", jokers]).do(f"0 bury {LOW}").state)


def test_a_seat_takes_back_the_same_cards() -> None:
    table = burying(["", "Rj Rj Rj Rj 3d 3d 3d", "3h 3h 3h", "3c 3c 3c"])
    compare_in_state(table.do(f"0 bury {LOW}", "1 bury Rj").state)


def test_tribute_is_paid_with_the_same_cards() -> None:
    points = "5h 5c 5d Th Tc Td Kh Kc Kd " * 3
    compare_in_state(paying(["", "", "", "", "", "Rj 3s Ah Ah Ac Ad Ad 5h " + points], (0, 0, 0, 0, 0, 3)).state)


def test_the_bot_plays_on_until_another_seat_must_act() -> None:
    one, other = (batch.new_hands(SIX, 1, seed=5, anew=False) for _ in range(2))
    bot = CompiledGunziSteady(SIX)
    while other.turns[0] in range(5):
        other.step(bot(other))
    assert other.turns[0] == 5
    bot.play(one, range(5))
    assert one.to_state(0) == other.to_state(0)
    bot.play(one, range(6))
    assert one.turns[0] < 0
