"""A million decisions of every batched ruleset, compared with the exact rules."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

import paiju
from paiju.batch.engine import families_with_engine
from tests.batch.engine_comparison import deal_for

RULESETS = [name for name in paiju.rulesets() if name.split("/")[0] in families_with_engine()]
DECISIONS = 1_000_000


@pytest.mark.deep
@pytest.mark.parametrize("name", RULESETS)
def test_batch_hands_match_the_exact_rules(name: str) -> None:
    family = import_module(f"tests.batch.test_{name.split('/', maxsplit=1)[0]}")
    random, game, done = Random(f"deep {name}"), paiju.game(name), 0
    while done < DECISIONS // len(RULESETS):
        hand = family.compare_engines(name, deal_for(game, random, rich=random.random() < 0.3))
        while hand.goes_on:
            if random.random() < 0.1:
                hand.check_actions(random)
            if random.random() < 0.01:
                hand.check_state()
                hand.check_view(random)
            hand.act(random)
            done += 1
        hand.check_outcome()
