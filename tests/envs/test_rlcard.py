"""The RLCard interface and its action numbers."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import paiju
from paiju.core.errors import IllegalAction, UnknownName
from paiju.envs import HandEpisode, RLCardEnv
from paiju.envs.action_space import RLCardActions, rlcard_ids


class AtRandom:
    def __init__(self, seed: int, use_raw: bool = False) -> None:
        self.random, self.use_raw = Random(seed), use_raw

    def step(self, state: Any) -> Any:
        return self.random.choice(state["raw_legal_actions"] if self.use_raw else list(state["legal_actions"]))

    def eval_step(self, state: Any) -> tuple[Any, Any]:
        return self.step(state), {}


def test_action_ids_are_those_of_rlcard() -> None:
    ids = rlcard_ids()
    assert len(ids) == RLCardActions.size
    assert [ids[cards] for cards in ("3", "R", "33", "333", "3334", "34567", "334455", "BR", "pass")] == [
        *(0, 14, 15, 28, 41, 379, 415, 27_470, 27_471),
    ]


def test_every_play_of_a_hand_has_the_id_of_its_cards() -> None:
    table, random = HandEpisode("doudizhu/qq", "rlcard", opener="steady"), Random(3)
    cards = {number: text for text, number in rlcard_ids().items()}
    missing = 0
    for seed in (b"1", b"2", b"3"):
        turn = table.reset(seed)
        while turn.seat is not None:
            for number in turn.choice.numbers:
                said = table.action_text(turn, number).removeprefix("play ").replace("+", "")
                assert sorted(cards[number]) == sorted(said)
            missing += len(table.actions(turn)) - len(turn.choice.numbers)
            turn = table.step(turn, random.choice(turn.choice.numbers))
    assert missing == 0


@pytest.mark.parametrize("is_training", [True, False])
def test_agents_play_a_hand(is_training: bool) -> None:
    env = RLCardEnv(seed=5)
    env.set_agents([AtRandom(1), AtRandom(2, use_raw=True), AtRandom(3)])
    trajectories, payoffs = env.run(is_training)
    assert payoffs.sum() == 0
    assert payoffs.any()
    assert sum(len(one) // 2 for one in trajectories) == len(env.action_recorder) == env.timestep
    assert all(len(one) % 2 == 1 for one in trajectories)
    again = RLCardEnv(seed=5)
    again.set_agents([AtRandom(1), AtRandom(2, use_raw=True), AtRandom(3)])
    repeated, payoffs_again = again.run(is_training)
    assert (payoffs == payoffs_again).all()
    assert np.array_equal(trajectories[0][0]["obs"], repeated[0][0]["obs"])


def test_other_rulesets_use_the_paiju_numberings() -> None:
    env = RLCardEnv("zipai/guilin-3", numbers="letters", opener="", seed=1)
    env.set_agents([AtRandom(seat) for seat in range(3)])
    assert env.run()[1].shape == (3,)
    with pytest.raises(UnknownName):
        RLCardEnv("doudizhu/four")
    with pytest.raises(ValueError, match="RLCard has no number for 'bid 0'"):
        HandEpisode("doudizhu/qq", "rlcard").reset(b"1")
    state, player = RLCardEnv(seed=1).reset()
    assert state["legal_actions"]
    assert player in range(3)


def test_an_unknown_action_id_is_refused() -> None:
    env = RLCardEnv(seed=1)
    env.reset()
    with pytest.raises(IllegalAction):
        env.step(rlcard_ids()["pass"])


def test_rlcard_action_list_contains_only_plays_of_one_deck() -> None:
    game = paiju.game("doudizhu/qq")
    for cards in list(rlcard_ids())[:-1:97]:
        assert len(cards) <= 20
        assert all(cards.count(card) <= 4 for card in cards)
    assert RLCardActions(game).size == 27_472
