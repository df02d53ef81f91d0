"""ZP-9: the settlement of a hand that a player left."""

from random import Random

import pytest

from paiju.core.ruleset import make_rules, with_options
from paiju.core.score_breakdown import Outcome
from paiju.games.registry import game, game_of, ruleset
from paiju.games.zipai.rules import Rules
from paiju.testing import random_deal

SELF_DRAWN = Outcome("self_drawn", (1,), (-21, 42, -21))
ON_A_CARD = Outcome("won", (2,), (0, -30, 30))
TWO_WINNERS = Outcome("dealt", (0, 1), (18, 18, -36))


@pytest.mark.clause("ZP-9.1", "ZP-R10")
def test_there_is_no_escape_rule() -> None:
    played = game("zipai/guilin-3")
    match = played.new_match()
    state = played.start(match, random_deal(played, match, Random(1)))
    assert played.leave_outcome(state, 0) is None
    assert played.leave_cost_bounds(state, 0) is None


@pytest.mark.clause("ZP-9.1", "ZP-R10")
@pytest.mark.parametrize(
    ("ended", "left", "points"),
    [
        (SELF_DRAWN, (1,), (0, 0, 0)),
        (SELF_DRAWN, (0,), (-21, 42, -21)),
        (SELF_DRAWN, (0, 1), (0, 0, 0)),
        (ON_A_CARD, (2,), (0, 0, 0)),
        (ON_A_CARD, (0, 1), (0, -30, 30)),
        (TWO_WINNERS, (0,), (0, 18, -18)),
        (TWO_WINNERS, (), (18, 18, -36)),
    ],
)
def test_a_leaver_gains_nothing_and_the_losers_pay_less(
    ended: Outcome, left: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert game("zipai/guilin-3").outcome_with_leavers(ended, left).points == points


@pytest.mark.clause("ZP-9.1", "ZP-R10")
def test_by_the_old_reading_a_leaver_keeps_the_gain() -> None:
    assert make_rules(Rules, {}).leavers_gain
    old = game_of(with_options(ruleset("zipai/guilin-3"), leavers_gain=True))
    assert old.outcome_with_leavers(SELF_DRAWN, (1,)) == SELF_DRAWN
