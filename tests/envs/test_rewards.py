"""Rewards: points, wins and coins, for one hand and for a batch."""

from __future__ import annotations

import numpy as np
import pytest

import paiju
from paiju import batch
from paiju.batch.engine import families_with_engine
from paiju.core.coins import Stakes, compute_transfer
from paiju.core.errors import UnknownName
from paiju.envs.rewards import default_stakes, find_reward_function
from paiju.games.registry import rooms

QQ = paiju.ruleset("doudizhu/qq")
ENDS = np.array([[12, -6, -6], [0, 0, 0], [-2, 1, 1], [4, 0, -4]])


def test_win_reward_is_positive_for_seats_with_points_and_negative_for_others() -> None:
    """Who pays nothing has lost too: in Zi Pai one may pay for all."""
    assert find_reward_function("win", QQ)(ENDS).tolist() == [[1, -1, -1], [0, 0, 0], [-1, 1, 1], [1, -1, -1]]
    assert (find_reward_function("points", QQ)(ENDS) == ENDS).all()


def test_coins_are_those_of_a_room() -> None:
    """DDZ-9.1, and DDZ-9.5 where somebody has not so much."""
    coins = find_reward_function(Stakes(coefficient=1000, rake=50, enter=100_000), QQ)
    assert coins(ENDS).tolist() == [[11950, -6050, -6050], [0, 0, 0], [-2050, 950, 950], [3950, -50, -4050]]
    poor = find_reward_function(Stakes(coefficient=1000, rake=50, enter=1000), QQ)
    assert poor(ENDS)[0].tolist() == [1850, -1000, -1000]
    assert coins(ENDS[:0]).shape == (0, 3)


@pytest.mark.parametrize("ruleset", paiju.rulesets())
def test_coins_by_name_are_those_of_the_first_room_where_it_is_played(ruleset: str) -> None:
    stakes = default_stakes(paiju.ruleset(ruleset))
    assert stakes is not None
    family = ruleset.split("/", maxsplit=1)[0]
    first = next((room for room in rooms() if room.ruleset_id == ruleset), None)
    assert stakes == first or (first is None and stakes == next(room for room in rooms() if room.family == family))


@pytest.mark.parametrize("ruleset", [name for name in paiju.rulesets() if name.split("/")[0] in families_with_engine()])
def test_batch_rewards_match_the_exact_rules(ruleset: str) -> None:
    rules, hands = paiju.ruleset(ruleset), batch.new_hands(ruleset, 32, seed=3, anew=False)
    stakes = default_stakes(rules)
    assert stakes is not None
    while (hands.turns >= 0).any():
        hands.step(hands.sample())
    wins, coins = find_reward_function("win", rules)(hands.points), find_reward_function("coins", rules)(hands.points)
    for row in range(len(hands)):
        outcome = hands.game.outcome(hands.to_state(row))
        assert outcome is not None
        assert [seat for seat, won in enumerate(wins[row]) if won == 1] == list(outcome.winners)
        assert coins[row].tolist() == list(
            compute_transfer(stakes, outcome, [stakes.enter] * len(outcome.points)).seats
        )


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(UnknownName, match="points, win, coins"):
        find_reward_function("fame", QQ)
