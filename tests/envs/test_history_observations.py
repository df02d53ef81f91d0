"""Environments with the history of the hand in their observations."""

from __future__ import annotations

import pickle
from random import Random

import gymnasium
import numpy as np
import pyspiel
import pytest

import paiju.envs
from paiju.core.errors import UnknownName
from paiju.envs import BatchEngineEpisode, BatchVectorEnv, HandEpisode, gymnasium_id
from paiju.envs.openspiel_game import DRAWS
from tests.envs.test_batch_engine_episode import same_number
from tests.ruleset_selection import one_each

QQ = "doudizhu/qq"
WORDS = HandEpisode(QQ, history=True).layout.words


@pytest.mark.parametrize("ruleset", one_each("doudizhu/happy", "zipai/guilin-2"))
def test_both_engines_give_the_same_history(ruleset: str) -> None:
    exact, rows = HandEpisode(ruleset, history=True), BatchEngineEpisode(ruleset, history=True)
    first = 64 * HandEpisode(ruleset).layout.words
    one, other, random, told = exact.reset(b"history"), rows.reset(b"history"), Random(1), False
    for _ in range(30):
        if one.seat is None:
            break
        told |= bool(exact.observe(one, 0)[first:].any())
        for seat in range(exact.seats):
            assert (exact.observe(one, seat)[first:] == rows.observe(other, seat)[first:]).all()
        number = random.choice(one.choice.numbers)
        said = exact.action_text(one, number)
        one, other = exact.step(one, number), rows.step(other, same_number(rows, other, number, said))
    assert told


def test_an_environment_with_history_is_pickled_with_it() -> None:
    assert pickle.loads(pickle.dumps(HandEpisode(QQ, "letters", history=True))).layout.words == WORDS


def test_every_interface_takes_history() -> None:
    env = gymnasium.make(gymnasium_id(QQ), history=True)
    assert env.reset(seed=1)[0]["observation"].shape == (64 * WORDS,)
    seats = paiju.envs.aec(QQ, history=True)
    seats.reset(seed=1)
    assert seats.observe("seat_0")["observation"].shape == (64 * WORDS,)
    many = BatchVectorEnv(3, QQ, observation="words", history=True)
    seen, _ = many.reset(seed=1)
    assert seen["observation"].shape == (3, WORDS)
    game = pyspiel.load_game("paiju_doudizhu_qq(history=True)")
    state = game.new_initial_state()
    for _ in range(DRAWS):
        state.apply_action(7)
    assert len(state.observation_tensor(0)) == 64 * WORDS
    plain = BatchVectorEnv(3, QQ, observation="words")
    assert (plain.reset(seed=1)[0]["observation"] == seen["observation"][:, : plain.hands.layout.words]).all()


def test_bots_in_arrays_see_the_history_too() -> None:
    many = BatchVectorEnv(2, QQ, "steady", history=True)
    many.reset(seed=2)
    for _ in range(5):
        many.step(np.zeros(2, np.int64))
    assert many.hands.to_state(0).history


def test_families_without_arrays_have_no_history_in_observations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.envs.observations.families_with_engine", dict)
    monkeypatch.setattr("paiju.batch.engine.families_with_engine", dict)
    assert HandEpisode(QQ).layout.name == "piles-1"
    with pytest.raises(UnknownName, match="no_batch_engine"):
        HandEpisode(QQ, history=True)
