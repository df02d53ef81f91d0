"""The steady bot compiled for the batch engine chooses the same actions as the one that reads views."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from paiju import batch
from paiju.bots.base import UNDECIDED
from paiju.bots.zipai import play_steady
from paiju.bots.zipai.batch_steady import ZiPaiSteady
from paiju.core.ruleset import Ruleset
from paiju.games.registry import ruleset, rulesets
from paiju.games.zipai.cards import parse_cards
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.state import Claiming, State
from tests.batch.conftest import compiled
from tests.readings import READINGS
from tests.rules.zipai.table import TWO, last_card, offered

__all__ = ["compiled"]
FAMILY = "zipai"
RULESETS = {
    **{name: ruleset(name) for name in rulesets() if name.startswith("zipai/")},
    **{name: found for name, found in READINGS.items() if found.family == "zipai"},
}


def choice_of_view(hands: batch.Hands, row: int) -> int:
    """The number of the action that the bot takes when it sees its view."""
    game, state, seat = hands.game, hands.to_state(row), int(hands.turns[row])
    assert isinstance(game, ZiPai)
    view = game.view(state, seat)
    return hands.number_of(row, play_steady(game, view, seat, game.legal(view, seat), Random(0)))


def compare(found: Ruleset, rows: int, steps: int, seed: int = 1, share: float = 0.15) -> None:
    """Let the bot play hands, with this share of random actions, and compare all choices."""
    hands, bot, random = batch.new_hands(found, rows, seed=seed), ZiPaiSteady(found), np.random.default_rng(seed)
    for _ in range(steps):
        chosen = bot(hands)
        exact = np.array([choice_of_view(hands, row) if hands.counts[row] > 1 else 0 for row in range(rows)])
        for row in np.flatnonzero(chosen != exact):
            is_left_open = chosen[row] == UNDECIDED and is_last_card_offered(hands.to_state(int(row)))
            assert is_left_open, describe_difference(hands, int(row), int(chosen[row]), int(exact[row]))
        hands.step(np.where(random.random(rows) < share, hands.sample(), exact))


def is_last_card_offered(state: State) -> bool:
    """Whether the card that may be claimed was drawn and is the last of the stock. Only then a pass may certainly lose."""
    return isinstance(state.phase, Claiming) and state.phase.drawn and state.public.stock == 0


def describe_difference(hands: batch.Hands, row: int, chosen: int, exact: int) -> Any:
    """What to look at when two choices differ."""
    state = hands.to_state(row)
    numbers = np.array([number for number in (chosen, exact) if number != UNDECIDED])
    return [chosen, *map(hands.game.format_action, hands.actions(row, numbers))], hands.game.view(
        state, int(hands.turns[row])
    )


@pytest.mark.parametrize("name", RULESETS)
def test_the_compiled_bot_chooses_as_the_bot_that_reads_views(name: str) -> None:
    compare(RULESETS[name], 4, 45)


@pytest.mark.deep
@pytest.mark.parametrize("share", [0.05, 0.5])
@pytest.mark.parametrize("name", RULESETS)
def test_the_compiled_bot_chooses_as_the_bot_in_many_hands(name: str, share: float) -> None:
    compare(RULESETS[name], 100, 400, seed=2, share=share)


@pytest.mark.parametrize(
    ("opponent", "compiled_choice", "choice"),
    [("四五", UNDECIDED, "eat 一二三"), ("四六", 1, "pass")],
    ids=["the opponent wins with the card", "the opponent does not"],
)
def test_the_compiled_bot_leaves_a_pass_that_may_lose_open(opponent: str, compiled_choice: int, choice: str) -> None:
    """Eating 一二三 would break up 二七十, so the bot passes if the opponent does not win with the last card."""
    laid = ["碰贰贰贰 碰柒柒柒 碰拾拾拾 吃四五六 吃七八九", "碰玖玖玖 碰壹壹壹 碰捌捌捌 碰伍伍伍 碰肆肆肆 碰叁叁叁"]
    table = offered("三", ["一二七十", opponent], laid, by=0, drawn=True, rules=TWO)
    hands = batch.new_hands("zipai/guilin-2", 1, anew=False)
    hands.from_state(0, last_card(table))
    assert ZiPaiSteady(hands.ruleset)(hands)[0] == compiled_choice
    assert [*map(hands.game.format_action, hands.actions(0))][choice_of_view(hands, 0)] == choice


def test_of_equally_good_ways_to_eat_the_compiled_bot_takes_the_first_in_the_order_of_the_rules() -> None:
    """The batch engine numbers them in another order."""
    laid = ["吃八九十 吃八捌捌", "吃一一壹", "开招拾拾拾拾"]
    state = offered("三", ["九", "二二三四五八九贰叁叁肆伍伍陆陆柒捌"], laid, minimum=25).state
    seen = replace(state.public, discards=(parse_cards("五"), (), parse_cards("叁")))
    hands = batch.new_hands("zipai/guilin-3", 1, anew=False)
    hands.from_state(0, replace(state, public=seen))
    number = int(ZiPaiSteady(hands.ruleset)(hands)[0])
    assert number == choice_of_view(hands, 0)
    assert [*map(hands.game.format_action, hands.actions(0))] == [
        "eat 二三四 三叁叁",
        "eat 三四五 三叁叁",
        "eat 三三叁",
        "pass",
    ]
    assert number == 2
