"""No hand of any ruleset is worth more than the payoff bounds of its rules."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

import paiju
from paiju import batch
from paiju.games.doudizhu.payoff_bounds import payoff_bounds as doudizhu_bounds
from paiju.games.doudizhu.rules import Rules as DouDizhuRules
from paiju.games.registry import family_of, game
from paiju.games.zipai.payoff_bounds import payoff_bounds as zipai_bounds
from paiju.games.zipai.rules import Rules as ZiPaiRules


@pytest.mark.parametrize("ruleset", paiju.rulesets())
def test_payoff_bounds_are_finite(ruleset: str) -> None:
    bounds = family_of(ruleset).payoff_bounds
    assert bounds is not None
    least, most = bounds(game(ruleset).rules)
    assert -(10**11) < least < 0 < most < 10**11


@pytest.mark.sim
@pytest.mark.parametrize("ruleset", paiju.rulesets())
def test_no_random_hand_exceeds_the_payoff_bounds(ruleset: str) -> None:
    bounds = family_of(ruleset).payoff_bounds
    assert bounds is not None
    least, most = bounds(game(ruleset).rules)
    hands = batch.new_hands(ruleset, 256, 3)
    highest = 0
    for _ in range(400):
        hands.step(hands.sample())
        ended = hands.points[hands.end_codes == 1]
        if len(ended):
            assert least <= ended.min()
            assert ended.max() <= most
            highest = max(highest, int(np.abs(ended).max()))
    assert highest > 0


@pytest.mark.clause("DDZ-7.1", "DDZ-7.2", "DDZ-7.3")
def test_each_factor_counts_once_with_three_players() -> None:
    """Bids to three, thirteen bombs (five and twice four fit into the hands), a spring, and two farmers who pay."""
    plain = DouDizhuRules(auction="points_once")
    assert doudizhu_bounds(plain)[1] == 2 * 3 * 2**13 * 2
    assert doudizhu_bounds(replace(plain, spring=False))[1] == 2 * 3 * 2**13
    assert doudizhu_bounds(replace(plain, kick=True, kick_factor=3))[1] == 2 * 3 * 2**14 * 9


@pytest.mark.clause("DDZ-7.5", "DDZ-7.6", "DDZ-7.7", "DDZ-7.8", "DDZ-7.10")
def test_robberies_open_hands_bottoms_thrown_cards_and_doubles_multiply() -> None:
    rob = DouDizhuRules()
    due = 2 * 5 * 2**14
    assert doudizhu_bounds(rob)[1] == due
    assert doudizhu_bounds(replace(rob, open_hand=True))[1] == 5 * due
    assert doudizhu_bounds(replace(rob, bottom_bonus=True))[1] == 4 * due
    assert doudizhu_bounds(replace(rob, bottom_bonus=True, bottom_bonuses="multiplied"))[1] == 27 * due
    assert doudizhu_bounds(replace(rob, discard=True))[1] == 24 * 24 * 6 * due
    assert doudizhu_bounds(replace(rob, discard=True, discard_factors="highest"))[1] == 24 * due
    assert doudizhu_bounds(replace(rob, double=True))[1] == 4 * due
    assert doudizhu_bounds(replace(rob, double=True, super_double=True))[1] == 16 * due
    assert doudizhu_bounds(replace(rob, double=True, redouble=True))[1] == 4 * 2 * due


@pytest.mark.clause("DDZ-7.2", "DDZ-8.1")
def test_bombs_are_limited_by_the_hands_and_without_wild_cards_by_the_ranks() -> None:
    two = DouDizhuRules(players=2, auction="rotating", first_bidder="rotate", stripped_ranks="34")
    assert doudizhu_bounds(replace(two, hand_size=16))[1] == 3 * 2**9 * 2  # four each, and the rocket
    assert doudizhu_bounds(replace(two, hand_size=17, draw_from_others=True))[1] == 3 * 2**9 * 2
    five = DouDizhuRules(auction="points_once", bomb_doubles_from=5)
    assert doudizhu_bounds(five)[1] == 2 * 3 * 2 * 2  # only the rocket doubles
    assert doudizhu_bounds(replace(five, wild=True))[1] == 2 * 3 * 2**11 * 2


@pytest.mark.clause("ZP-8.3", "ZP-8.4")
def test_zi_pai_bound_counts_seven_fours_of_big_cards_paid_twice() -> None:
    three = ZiPaiRules()
    assert zipai_bounds(three) == (-2 * 84 * 2, 2 * 84)
    assert zipai_bounds(replace(three, players=2)) == (-2 * 84, 2 * 84)
    assert zipai_bounds(replace(three, false_eat="caught")) == (-2 * 84 * 2 - 420, 2 * 84 + 420)
