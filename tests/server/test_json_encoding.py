"""Cached encodings equal those of the codec, for every ruleset, through whole hands."""

from __future__ import annotations

from random import Random

import pytest

from paiju.core.codec import to_json
from paiju.core.fair_deal import draw_deal
from paiju.games import registry
from paiju.server.json_encoding import encode


@pytest.mark.parametrize("ruleset", registry.rulesets())
def test_cached_encoding_equals_the_codecs_json(ruleset: str) -> None:
    game = registry.game(ruleset)
    match = game.new_match()
    state = game.start(match, draw_deal(game.deal_plan(match), ruleset.encode()))
    random = Random(ruleset)
    for _ in range(150):
        for value in (state, game.view(state, 0), game.view(state, None)):
            assert encode(value) == to_json(value)
        seats = game.to_act(state)
        if not seats:
            break
        legal = game.legal(state, seats[0])
        action = legal[random.randrange(len(legal))]
        state, events = game.step(state, seats[0], action)
        assert encode([action, events]) == to_json([action, events])
