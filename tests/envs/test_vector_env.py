"""The vector environment: hands, observations and rewards of the learner in many hands at once."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from msgspec import to_builtins

import paiju
from paiju.batch import Hands
from paiju.batch.engine import families_with_engine
from paiju.bots.base import SeatedBot, ask_bot
from paiju.bots.registry import make_bot
from paiju.core.errors import IllegalAction, UnknownName
from paiju.core.hand_runner import SeatDecision
from paiju.core.seats import DEALER
from paiju.envs import BatchVectorEnv, gymnasium_id
from paiju.envs.action_space import MOST_OFFERED, AutoregressiveActions
from paiju.envs.opponents import BotPolicy
from paiju.envs.vector_action_space import to_action_index
from tests.ruleset_selection import one_each

RULESETS = [name for name in paiju.rulesets() if name.split("/")[0] in families_with_engine()]


def steps(env: BatchVectorEnv, seed: int, count: int) -> Iterator[Any]:
    """What each step tells where the learner plays at random."""
    env.reset(seed=seed)
    return (env.step(np.minimum(env.hands.sample(), MOST_OFFERED - 1)) for _ in range(count))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_learner_acts_in_every_hand(ruleset: str) -> None:
    env = gymnasium.make_vec(gymnasium_id(ruleset), 16)
    assert isinstance(env, BatchVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ends = 0
    for told in steps(env, 1, 150):
        seen, rewards, over, cut, _ = told
        assert env.observation_space.contains(seen)
        assert (env.hands.turns == env.seat).all()
        assert (seen["action_mask"].sum(axis=1) == np.minimum(env.hands.counts, MOST_OFFERED)).all()
        assert not rewards[~over].any()
        assert not cut.any()
        ends += over.sum()
    assert ends > 0


def test_action_numbers_subsample_long_action_lists_evenly() -> None:
    counts = [3, MOST_OFFERED, MOST_OFFERED + 1, 1_500_000, 10**16, 2**63 - 1]
    for number in (-1, 0, 1, 511, MOST_OFFERED - 1, MOST_OFFERED):
        said = [number * count // MOST_OFFERED if count > MOST_OFFERED > number else number for count in counts]
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


def test_an_invalid_action_number_leaves_the_hands_unchanged() -> None:
    env = BatchVectorEnv(4, "doudizhu/qq")
    env.reset(seed=1)
    before = env.hands.save()
    with pytest.raises(IllegalAction):
        env.step(np.full(4, MOST_OFFERED - 1))
    assert (before == env.hands.rows).all()


def masked(seen: Any, random: np.random.Generator) -> Any:
    """A random number that the mask allows, for each hand."""
    return (random.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(1)


def played(mode: AutoresetMode, count: int) -> tuple[list[list[float]], list[Any]]:
    """The rewards of each hand's ends, and the observations at the first end, where all seats play ``first``."""
    env = BatchVectorEnv(6, "doudizhu/duel", first, reward="win", autoreset_mode=mode)
    seen, _ = env.reset(seed=9)
    ends: list[list[float]] = [[] for _ in range(6)]
    last: list[Any] = [None] * 6
    for _ in range(count):
        seen, rewards, over, _, info = env.step(first(env.hands))
        assert ("final_obs" in info) == (mode is AutoresetMode.SAME_STEP and over.any())
        for row in np.flatnonzero(over):
            ends[row].append(float(rewards[row]))
            if last[row] is None:
                same = mode is AutoresetMode.SAME_STEP
                shown = info["final_obs"][row]["observation"] if same else seen["observation"][row]
                last[row] = shown.copy()
        if mode is AutoresetMode.NEXT_STEP:
            assert not seen["action_mask"][over].any()
    return ends, last


def test_hands_are_dealt_anew_in_the_same_step_or_in_the_next() -> None:
    (same, shown), (later, shown_later) = played(AutoresetMode.SAME_STEP, 60), played(AutoresetMode.NEXT_STEP, 75)
    for one, other, seen, seen_later in zip(same, later, shown, shown_later, strict=True):
        most = min(len(one), len(other))
        assert most >= 2
        assert one[:most] == other[:most]
        assert (seen == seen_later).all()


def test_a_reset_deals_the_hands_of_its_mask_alone() -> None:
    env = BatchVectorEnv(6, "doudizhu/duel", first, reward="win", autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=9)
    ends: list[list[float]] = [[] for _ in range(6)]
    for _ in range(60):
        seen, rewards, over, _, info = env.step(first(env.hands))
        assert not info
        assert not seen["action_mask"][over].any()
        for row in np.flatnonzero(over):
            ends[row].append(float(rewards[row]))
        if over.any():
            with pytest.raises(ValueError, match="reset_mask"):
                env.step(first(env.hands))
            before = env.hands.save()
            env.reset(options={"reset_mask": over})
            assert (env.hands.rows[~over] == before[~over]).all()
            assert (env.hands.turns == env.seat).all()
    same, _ = played(AutoresetMode.SAME_STEP, 60)
    assert ends == same


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
@pytest.mark.parametrize("numbers", ["places", "letters"])
def test_an_invalid_number_may_end_its_hand(mode: AutoresetMode, numbers: str) -> None:
    env = BatchVectorEnv(4, "doudizhu/duel", numbers=numbers, illegal="end", autoreset_mode=mode)
    seen, _ = env.reset(seed=3)
    chosen = seen["action_mask"].argmax(1)
    chosen[[1, 2]] = -1, seen["action_mask"].shape[1] - 1
    after, rewards, over, _, info = env.step(chosen)
    assert over.tolist() == [False, True, True, False]
    assert rewards.tolist() == [0, -1, -1, 0]
    if mode is AutoresetMode.SAME_STEP:
        assert (info["final_obs"][1]["observation"] == seen["observation"][1]).all()
    else:
        assert after["action_mask"].any(axis=1).tolist() == [True, False, False, True]
        after, _, over, _, _ = env.step(after["action_mask"].argmax(1))
        assert not over.any()
    assert after["action_mask"].any(axis=1).all()
    assert env.hands.rows["number"].tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize("ruleset", one_each())
def test_a_truncated_hand_is_followed_by_a_new_match(ruleset: str) -> None:
    env = BatchVectorEnv(8, ruleset, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=5)
    fresh = to_builtins(env.hands.game.new_match())
    for step in range(40):
        _, _, over, *_ = env.step(np.minimum(env.hands.sample(), MOST_OFFERED - 1))
        broken = over | (np.arange(8) < 4 if step == 30 else False)
        before, running = env.hands.rows["deck"].copy(), env.hands.turns >= 0
        if broken.any():
            env.reset(options={"reset_mask": broken})
            assert (env.hands.rows["deck"] != before).any(axis=1).tolist() == broken.tolist()
            for row in np.flatnonzero(broken & running).tolist():
                assert to_builtins(env.hands.to_state(row).match) | {"hand": 0} == fresh | {"hand": 0}


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_wrappers_of_gymnasium_count_the_hands(mode: AutoresetMode) -> None:
    bare = BatchVectorEnv(8, "doudizhu/qq", autoreset_mode=mode)
    env = RecordEpisodeStatistics(bare, buffer_length=1000)
    env.reset(seed=3)
    ends, gained = 0, 0.0
    for _ in range(80):
        _, rewards, over, _, info = env.step(np.minimum(bare.hands.sample(), MOST_OFFERED - 1))
        ends, gained = ends + int(over.sum()), gained + float(rewards.sum())
        if over.any():
            assert (info["_episode"] == over).all()
            assert np.allclose(info["episode"]["r"][over], rewards[over])
    assert env.episode_count == ends > 0
    assert sum(env.return_queue) == gained


@pytest.mark.parametrize("ruleset", one_each())
def test_letters_spell_the_text_of_actions(ruleset: str) -> None:
    env, random = BatchVectorEnv(4, ruleset, numbers="letters"), np.random.default_rng(1)
    letters = AutoregressiveActions(env.hands.game)
    seen, _ = env.reset(seed=2)
    spelled = ends = 0
    for _ in range(60):
        assert env.observation_space.contains(seen)
        for row in range(4):
            if seen["said"][row].any() or env.hands.counts[row] > MOST_OFFERED:
                spelled += 1
                continue
            game, actions = env.hands.game, env.hands.actions(row)
            due = letters.make_choice(actions, game.format_action)
            assert np.flatnonzero(seen["action_mask"][row]).tolist() == list(due.numbers)
        seen, _, over, _, _ = env.step(masked(seen, random))
        ends += int(over.sum())
    assert spelled
    before = env.hands.save()
    with pytest.raises(IllegalAction):
        env.step(np.full(4, letters.size - 1))
    assert (before == env.hands.rows).all()


def test_packed_words_contain_the_bits_of_the_planes() -> None:
    planes, words = BatchVectorEnv(8, "doudizhu/qq"), BatchVectorEnv(8, "doudizhu/qq", observation="words")
    for (seen, *_), (packed, *_) in zip(steps(planes, 5, 30), steps(words, 5, 30), strict=True):
        assert words.observation_space.contains(packed)
        bits = np.unpackbits(packed["observation"].view(np.uint8), axis=1, bitorder="little")
        assert (bits == seen["observation"]).all()


@pytest.mark.parametrize("ruleset", one_each())
def test_bots_choose_as_in_the_exact_rules(ruleset: str) -> None:
    hands = paiju.batch.new_hands(ruleset, 5, seed=2)
    game, bot = hands.game, make_bot("steady", ruleset)
    alone = BotPolicy(hands.ruleset, "steady")
    for _ in range(6):
        chosen = alone(hands)
        for row, number in enumerate(chosen.tolist()):
            state, seat = hands.to_state(row), int(hands.turns[row])
            asked = SeatDecision(seat, must=seat in game.to_act(state))
            action = ask_bot(game, SeatedBot(bot, Random(1)), game.view(state, seat), asked)
            assert hands.actions(row, np.array([number])) == [action or game.legal(state, DEALER)[0]]
        hands.step(chosen)


def test_bots_in_two_processes_choose_as_in_one() -> None:
    hands = paiju.batch.new_hands("doudizhu/duel", 5, seed=2)
    alone, spread = BotPolicy(hands.ruleset, "steady"), BotPolicy(hands.ruleset, "steady", processes=2)
    for _ in range(3):
        assert (spread(hands) == alone(hands)).all()
        hands.step(alone(hands))
    spread.close()


def test_the_net_wins_more_than_chance() -> None:
    won = {}
    for name in ("random", "net"):
        env = BatchVectorEnv(64, "doudizhu/duel", name, reward="win")
        won[name] = sum(float(rewards.sum()) for _, rewards, *_ in steps(env, 1, 60))
        env.close()
    assert won["net"] < won["random"] - 50


def test_a_custom_net_is_a_file_or_a_function(tmp_path: Path) -> None:
    packaged = files("paiju.nets.weights").joinpath("duel.npz").read_bytes()
    (tmp_path / "mine.npz").write_bytes(packaged)
    of_file, by_name = (
        BatchVectorEnv(16, "doudizhu/duel", name, reward="win") for name in (str(tmp_path / "mine.npz"), "net")
    )
    for (_, one, *_), (_, other, *_) in zip(steps(of_file, 4, 20), steps(by_name, 4, 20), strict=True):
        assert (one == other).all()


@pytest.mark.parametrize(
    "choices",
    [
        {"opponents": "nobody"},
        {"reward": "fame"},
        {"numbers": "words"},
        {"observation": "pixels"},
        {"illegal": "ignore"},
    ],
)
def test_an_unknown_option_is_refused(choices: dict[str, Any]) -> None:
    with pytest.raises(UnknownName):
        BatchVectorEnv(1, "doudizhu/qq", **choices)
