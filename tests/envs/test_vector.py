"""Many hands at once: what the learner gets is what came of the hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import paiju
from paiju.batch import Hands
from paiju.batch.engine import families_in_arrays
from paiju.core.errors import IllegalAction, UnknownName
from paiju.envs import BatchVectorEnv, gymnasium_id
from paiju.envs.action_space import MOST
from paiju.envs.vector_env import to_action_index

RULESETS = [name for name in paiju.rulesets() if name.split("/")[0] in families_in_arrays()]


def steps(env: BatchVectorEnv, seed: int, count: int) -> Iterator[Any]:
    """What each step tells where the learner plays at random."""
    env.reset(seed=seed)
    return (env.step(np.minimum(env.hands.sample(), MOST - 1)) for _ in range(count))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_learner_is_asked_in_every_hand(ruleset: str) -> None:
    env = gymnasium.make_vec(gymnasium_id(ruleset), 16)
    assert isinstance(env, BatchVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ends = 0
    for told in steps(env, 1, 150):
        seen, rewards, over, cut, _ = told
        assert env.observation_space.contains(seen)
        assert (env.hands.turns == env.seat).all()
        assert (seen["action_mask"].sum(axis=1) == np.minimum(env.hands.counts, MOST)).all()
        assert not rewards[~over].any()
        assert not cut.any()
        ends += over.sum()
    assert ends > 0


def test_numbers_are_places_at_even_distances_however_many_there_are() -> None:
    counts = [3, MOST, MOST + 1, 1_500_000, 10**16, 2**63 - 1]
    for number in (-1, 0, 1, 511, MOST - 1, MOST):
        said = [number * count // MOST if count > MOST > number else number for count in counts]
        assert to_action_index(np.full(len(counts), number), np.array(counts)).tolist() == said


def test_seeds_repeat_exactly() -> None:
    one, two, other = (BatchVectorEnv(32, "doudizhu/qq") for _ in range(3))
    first, again, different = (list(steps(env, seed, 60)) for env, seed in ((one, 1), (two, 1), (other, 2)))
    for (seen, rewards, over, *_), (seen_again, rewards_again, over_again, *_) in zip(first, again, strict=True):
        assert (seen["observation"] == seen_again["observation"]).all()
        assert (rewards == rewards_again).all()
        assert (over == over_again).all()
    assert any((one[1] != two[1]).any() for one, two in zip(first, different, strict=True))


def test_rewards_are_the_points_of_the_hands_that_ended() -> None:
    """The learner's seat and the others' are played by one policy, so that the arrays alone can play the same."""
    points, wins = BatchVectorEnv(8, "doudizhu/qq", first, seat=2), BatchVectorEnv(8, "doudizhu/qq", last, 2, "win")
    for env, policy in ((points, first), (wins, last)):
        env.reset(seed=4)
        alone = env.hands.take(slice(None))
        alone.anew = True
        gained = np.zeros(8)
        paid = np.zeros(8)
        for _ in range(40):
            _, rewards, *_ = env.step(policy(env.hands))
            gained += rewards
        while (alone.rows["number"] < env.hands.rows["number"]).any():
            behind = np.flatnonzero(alone.rows["number"] < env.hands.rows["number"])
            some = alone.take(behind)
            some.anew = True
            some.step(policy(some))
            ended = some.end_codes == 1
            brought = some.points[:, 2] if env is points else np.sign(some.points[:, 2])
            paid[behind[ended]] += brought[ended]
            alone.restore(some.rows, behind)
        assert (paid == gained).all()
        assert gained.any()


def first(hands: Hands) -> Any:
    return np.minimum(hands.counts - 1, 1)


def last(hands: Hands) -> Any:
    return hands.counts - 1


def test_coins_are_a_reward_too() -> None:
    """The beginners' room takes two coins a hand and pays five a point."""
    points, coins = BatchVectorEnv(64, "doudizhu/qq"), BatchVectorEnv(64, "doudizhu/qq", reward="coins")
    for (_, gained, *_), (_, paid, *_) in zip(steps(points, 7, 60), steps(coins, 7, 60), strict=True):
        most = np.abs(gained) < 20
        assert (paid[most] == np.where(gained, 5 * gained - 2, 0)[most]).all()


def test_a_number_that_means_nothing_changes_nothing() -> None:
    env = BatchVectorEnv(4, "doudizhu/qq")
    env.reset(seed=1)
    before = env.hands.save()
    with pytest.raises(IllegalAction):
        env.step(np.full(4, MOST - 1))
    assert (before == env.hands.rows).all()


@pytest.mark.parametrize("choices", [{"opponents": "nobody"}, {"reward": "fame"}])
def test_a_choice_that_there_is_not_is_refused(choices: dict[str, str]) -> None:
    with pytest.raises(UnknownName):
        BatchVectorEnv(1, "doudizhu/qq", **choices)  # type: ignore[arg-type] # mypy matches the words with every argument
