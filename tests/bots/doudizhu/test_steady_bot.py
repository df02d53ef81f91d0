"""The steady bot in whole hands of every ruleset."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from paiju import arena
from paiju.bots.base import SeatedBot, make_bot_asker
from paiju.bots.doudizhu import play_steady
from paiju.bots.registry import make_bot
from paiju.core.fair_deal import draw_deal
from paiju.core.hand_runner import run_hand
from paiju.core.seats import Seat
from paiju.games.doudizhu.state import State
from paiju.games.registry import rulesets
from tests.bots.doudizhu.positions import doudizhu

RULESETS = [name for name in rulesets() if name.startswith("doudizhu/")]
RANDOM_TO_STEADY = 4
"""Every fourth decision is drawn at random, so that the bot sees positions that it would not bring about."""


def decisions(name: str, seed: int) -> list[tuple[State, int, Any]]:
    """The decisions of a hand: the view, the seat, and what the bot does there; it is checked against the rules."""
    game, random, made = doudizhu(name), Random(seed), []

    def mostly_steady(game: Any, view: State, seat: Seat, legal: Sequence[Any], chance: Random) -> Any:
        action = play_steady(game, view, seat, legal, Random(1))
        assert action in legal
        made.append((view, seat, action))
        return random.choice(legal) if random.randrange(RANDOM_TO_STEADY) == 0 else action

    start = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), random.randbytes(8)))
    bots = dict.fromkeys(range(game.seats), SeatedBot(mostly_steady, random))
    for move in run_hand(game, start, make_bot_asker(game, bots)):
        game.check(move.before, move.seat, move.action)
    return made


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_decision_is_legal_and_repeatable(ruleset: str) -> None:
    name = ruleset.partition("/")[2]
    for seed in range(6):
        made = decisions(name, seed)
        assert made == decisions(name, seed)


def test_doudizhu_family_registers_this_steady_bot() -> None:
    assert make_bot("steady", "doudizhu/qq") is play_steady


@pytest.mark.parametrize("ruleset", RULESETS)
def test_steady_bot_beats_the_random_bot_in_both_roles(ruleset: str) -> None:
    report = arena.run_match(("steady", "random"), ruleset, 12, 3, play_only=True)
    assert set(report.roles) == {"landlord", "farmer"}
    assert all(score.wins.mean >= 0.7 for score in report.roles.values())
    assert report.overall.wins.mean >= 0.8
    assert report.overall.points.mean > 0


def test_steady_bot_beats_the_random_bot_over_whole_hands() -> None:
    report = arena.run_match(("steady", "random"), "doudizhu/happy", 6, 1)
    assert report.overall.wins.mean > 0.6
    assert report.overall.points.mean > 0
