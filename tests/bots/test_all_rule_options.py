"""Bots play under readings of the rules that no packaged ruleset uses."""

from __future__ import annotations

from random import Random

import pytest

from paiju.bots.base import STEADY, SeatedBot, make_bot_asker
from paiju.bots.levels import STRONG
from paiju.bots.registry import make_bot
from paiju.core.fair_deal import draw_deal, hand_seed
from paiju.core.hand_runner import run_hand
from paiju.games.registry import game_of
from tests.readings import READINGS


@pytest.mark.clause("DDZ-R5", "DDZ-R6", "DDZ-R7", "DDZ-R9", "DDZ-R11", "DDZ-R15", "ZP-R2", "ZP-R6")
@pytest.mark.parametrize("level", [STEADY, STRONG])
@pytest.mark.parametrize("name", READINGS)
def test_bots_play_under_every_reading_of_the_rules(name: str, level: str) -> None:
    of = game_of(READINGS[name])
    bots = {seat: SeatedBot(make_bot(level, READINGS[name].family), Random(seat)) for seat in range(of.seats)}
    for number in range(2):
        match = of.new_match()
        start = of.start(match, draw_deal(of.deal_plan(match), hand_seed(b"readings", name, number, (b"",))))
        *_, last = run_hand(of, start, make_bot_asker(of, bots))
        assert last.step is not None
        assert of.outcome(last.step.state) is not None
