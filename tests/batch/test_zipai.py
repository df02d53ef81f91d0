"""Da Zi Pai in arrays beside the exact rules: the same states, legal actions, views and outcomes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import paiju
from tests.batch.beside import Beside, deal_for

RULESETS = [name for name in paiju.rulesets() if name.startswith("zipai/")]
HANDS = 12


def plain(state: Any) -> Any:
    """A state without what goes from hand to hand; the kinds of which somebody declined 碰 in the order of the cards."""
    declined = tuple(tuple(sorted(kinds)) for kinds in state.secret.declined)
    match = replace(state.match, points=(), hand=0)
    return replace(state, match=match, secret=replace(state.secret, declined=declined))


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("name", RULESETS)
def test_a_hand_goes_as_by_the_exact_rules(name: str, rich: bool) -> None:
    random = Random(f"{name} {rich}")
    game = paiju.game(name)
    for _ in range(HANDS):
        hand = Beside(name, deal_for(game, random, rich=rich), plain)
        while hand.goes_on:
            hand.check_actions()
            if random.random() < 0.2:
                hand.check_state()
                hand.check_view(random)
            hand.act(random)
        hand.check_outcome()
