"""Dou Dizhu in the batch engine against the exact rules: the same states, legal actions, views and outcomes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import paiju
from paiju.core.fair_deal import Deal
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset
from paiju.games.doudizhu.state import Playing
from paiju.games.registry import game_of
from tests.batch.engine_comparison import EngineComparison, deal_for, differences, lacking
from tests.readings import READINGS

FAMILY = "doudizhu"
RULESETS = [name for name in paiju.rulesets() if name.startswith("doudizhu/")]
HANDS = [6, pytest.param(60, marks=pytest.mark.deep)]
"""Hands of each ruleset."""


def plain(state: Any) -> Any:
    """A state without what goes from hand to hand."""
    return replace(state, match=replace(state.match, points=(), hand=0, first=None))


def told(state: Any) -> Any:
    """A state without its deal too."""
    return plain(replace(state, secret=replace(state.secret, deal=None)))


def compare_engines(name: str | Ruleset, deal: Deal) -> EngineComparison:
    """One hand in both engines."""
    return EngineComparison(name, deal, plain, told)


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("name", RULESETS)
def test_batch_hand_matches_the_exact_rules(name: str, rich: bool, hands: int) -> None:
    check_hands(name, paiju.game(name), Random(f"{name} {rich}"), hands, rich=rich)


@pytest.mark.clause("DDZ-R5", "DDZ-R6", "DDZ-R7", "DDZ-R9", "DDZ-R11", "DDZ-R15")
@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("name", [name for name in READINGS if name.startswith("doudizhu/")])
def test_batch_hand_matches_the_exact_rules_under_other_readings(name: str, hands: int) -> None:
    check_hands(READINGS[name], game_of(READINGS[name]), Random(name), hands, rich=True)


def test_comparison_names_states_and_actions_missing_in_the_arrays() -> None:
    game = paiju.game("doudizhu/happy")
    state = game.start(game.new_match(), deal_for(game, Random(1), rich=False))
    other = replace(state, public=replace(state.public, wild=3), match=replace(state.match, hand=1))
    assert list(differences(state, other)) == [
        "match.hand: 0 in the arrays, 1 by the exact rules",
        "public.wild: None in the arrays, 3 by the exact rules",
    ]
    assert lacking(["double", "no-double"], ["double", "super-double", "no-double"]) == ["super-double"]


def check_hands(name: str | Ruleset, game: AnyGame, random: Random, hands: int, *, rich: bool) -> None:
    for _ in range(hands):
        hand = compare_engines(name, deal_for(game, random, rich=rich))
        while hand.goes_on:
            hand.check_actions(random)
            if random.random() < 0.2 or not isinstance(hand.state.phase, Playing):
                hand.check_state()
                hand.check_view(random)
            hand.act(random)
        hand.check_outcome()
