"""The steady bot compiled for the batch engine chooses the same actions as the one that reads views."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from paiju import batch
from paiju.bots.doudizhu import play_steady
from paiju.bots.doudizhu.batch_steady import DouDizhuSteady
from paiju.core.ruleset import Ruleset, with_options
from paiju.games.registry import ruleset, rulesets
from tests.batch.conftest import compiled
from tests.readings import READINGS

__all__ = ["compiled"]
FAMILY = "doudizhu"
RULESETS = {
    **{name: ruleset(name) for name in rulesets() if name.startswith("doudizhu/")},
    **{name: found for name, found in READINGS.items() if found.family == "doudizhu"},
    "doudizhu/wild discard": with_options(ruleset("doudizhu/wild"), discard=True),
}


def choice_of_view(hands: batch.Hands, row: int) -> int:
    """The number of the action that the bot takes when it sees its view."""
    game, state, seat = hands.game, hands.to_state(row), int(hands.turns[row])
    view = game.view(state, seat)
    return hands.number_of(row, play_steady(game, view, seat, game.legal(view, seat), Random(0)))


def compare(found: Ruleset, rows: int, steps: int, seed: int = 1) -> None:
    """Let the bot play hands, with a random action here and there, and compare all choices."""
    hands, bot, random = batch.new_hands(found, rows, seed=seed), DouDizhuSteady(found), np.random.default_rng(seed)
    for _ in range(steps):
        chosen = bot(hands)
        exact = np.array([choice_of_view(hands, row) for row in range(rows)])
        for row in np.flatnonzero(chosen != exact):
            raise AssertionError(describe_difference(hands, int(row), int(chosen[row]), int(exact[row])))
        hands.step(np.where(random.random(rows) < 0.15, hands.sample(), exact))


def describe_difference(hands: batch.Hands, row: int, chosen: int, exact: int) -> Any:
    """What to look at when two choices differ."""
    state = hands.to_state(row)
    actions = hands.actions(row, np.array([chosen, exact]))
    return [*map(hands.game.format_action, actions)], hands.game.view(state, int(hands.turns[row]))


@pytest.mark.parametrize("name", [name for name in RULESETS if name not in READINGS or "redouble" in name])
def test_the_compiled_bot_chooses_as_the_bot_that_reads_views(name: str) -> None:
    compare(RULESETS[name], 4, 45)


@pytest.mark.deep
@pytest.mark.parametrize("name", RULESETS)
def test_the_compiled_bot_chooses_as_the_bot_in_many_hands(name: str) -> None:
    compare(RULESETS[name], 100, 400, seed=2)
