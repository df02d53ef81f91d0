"""Every ruleset is registered as an OpenSpiel game and passes OpenSpiel's own tests."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import logging as absl_logging
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

import paiju
from paiju.core.codec import to_json
from paiju.envs.openspiel_game import DIGEST, DRAWS, openspiel_name
from paiju.envs.rewards import default_stakes

# OpenSpiel's helper logs to what stderr was when it was imported, and closes it when somebody sets logging up: pytest's file.
absl_logging.get_absl_handler().python_handler.stream = sys.__stderr__


@pytest.mark.parametrize("ruleset", paiju.rulesets())
def test_openspiel_random_simulation_passes(ruleset: str) -> None:
    game = pyspiel.load_game(f"{openspiel_name(ruleset)}(numbers=letters,opener=steady)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_states_round_trip_through_serialization() -> None:
    for given in ("numbers=places", "numbers=letters,reward=win"):
        game = pyspiel.load_game(f"paiju_zipai_guilin_2({given})")
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "name",
    [
        "doudizhu_duel",
        pytest.param("zipai_guilin_3", marks=pytest.mark.deep),
        pytest.param("gunzi_six(numbers=letters)", marks=pytest.mark.deep),
    ],
)
def test_equal_seeds_give_equal_playthroughs(name: str) -> None:
    one, two = (playthrough(f"paiju_{name}", None, seed=3) for _ in range(2))
    assert one == two
    assert "IsTerminal() = True" in one


def played(game: Any, seed: int, decisions: int) -> Any:
    """A state some decisions after the deal."""
    random, state = Random(seed), game.new_initial_state()
    for _ in range(DRAWS + decisions):
        state.apply_action(random.choice(state.legal_actions()))
    return state


def test_a_player_observes_only_what_its_seat_sees() -> None:
    state = played(pyspiel.load_game("paiju_doudizhu_qq"), 1, 12)
    table, turn = state.table, state.turns[-1]
    for player in range(3):
        events = [event for one in state.turns for event in one.events]
        told = state.information_state_string(player).splitlines()
        redacted = [to_json(table.game.redact(event, player)).decode() for event in events]
        assert told == [*redacted, *(["[]"] if player == turn.seat else [])]
        assert state.observation_string(player).startswith(to_json(table.game.view(turn.state, player)).decode())
        assert state.observation_tensor(player) == table.observe(turn, player).tolist()


@pytest.mark.parametrize("name", ["doudizhu_qq(numbers=letters)", "zipai_guilin_2", "gunzi_six(opener=steady)"])
def test_a_state_is_drawn_that_fits_what_a_player_knows(name: str) -> None:
    game, chance = pyspiel.load_game(f"paiju_{name}"), Random(4)
    others = 0
    for seed in range(4):
        state = played(game, seed, 9)
        player = state.current_player()
        told = [state.information_state_string(seat) for seat in range(game.num_players())]
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == told[player]
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        others += other.turns[-1].state != state.turns[-1].state
        assert [state.information_state_string(seat) for seat in range(game.num_players())] == told
        while not other.is_terminal():
            other.apply_action(chance.choice(other.legal_actions()))
        assert len(other.returns()) == game.num_players()
    assert others >= 3


@pytest.mark.parametrize("name", ["doudizhu_qq", "zipai_guilin_2(numbers=letters)"])
def test_different_view_sequences_have_different_information_state_strings_and_tensors(name: str) -> None:
    """Perfect recall: from one deal, players' views in order determine the information state, and follow from it."""
    game, chance = pyspiel.load_game(f"paiju_{name}"), Random(2)
    dealt = played(game, 7, 0)
    seen: dict[int, dict[str, set[str]]] = {seat: {} for seat in range(game.num_players())}
    tensors: set[tuple[float, ...]] = set()
    for _ in range(12):
        state, views = dealt.clone(), dict.fromkeys(seen, "")
        for _ in range(10):
            for seat, found in seen.items():
                if len(state.turns[-1].choice.tokens_so_far) == 0:
                    views[seat] += to_json(state.table.game.view(state.turns[-1].state, seat)).decode()
                found.setdefault(state.information_state_string(seat), set()).add(views[seat])
                tensors.add((seat, *state.information_state_tensor(seat)))
            if state.is_terminal():
                break
            state.apply_action(chance.choice(state.legal_actions()))
    assert all(len(views) == 1 for found in seen.values() for views in found.values())
    assert len(tensors) == sum(map(len, seen.values()))
    assert len({one[:-DIGEST] for one in tensors}) < len(tensors)  # the observation alone forgets


def played_out(game: Any, seed: int) -> list[float]:
    """The returns of a hand at random."""
    state, chance = played(game, seed, 0), Random(seed)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    found: list[float] = state.returns()
    return found


def test_utilities_stay_within_their_bounds() -> None:
    stakes = default_stakes(paiju.ruleset("doudizhu/qq"))
    assert stakes is not None
    for reward, least, most in (("win", -1, 1), ("coins", -stakes.enter, 2 * stakes.enter)):
        game = pyspiel.load_game(f"paiju_doudizhu_qq(reward={reward})")
        assert (game.min_utility(), game.max_utility()) == (least, most)
        for seed in range(5):
            assert all(least <= gained <= most for gained in played_out(game, seed))


def test_bounds_of_points_are_those_of_the_rules() -> None:
    for name, least, most in (("doudizhu_qq", -98_304, 98_304), ("gunzi_six", -17, 34)):
        game = pyspiel.load_game(f"paiju_{name}")
        assert (game.min_utility(), game.max_utility()) == (least, most)


def test_resampling_before_the_deal_changes_nothing() -> None:
    state = pyspiel.load_game("paiju_doudizhu_duel").new_initial_state()
    assert str(state.resample_from_infostate(0, Random(1).random)) == str(state)


def test_information_set_search_finds_a_play() -> None:
    game = pyspiel.load_game("paiju_doudizhu_duel(opener=steady,reward=win)")
    state = played(game, 3, 4)
    bot = ISMCTSBot(
        game,
        evaluator=RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=12,
        random_state=np.random.RandomState(2),
    )
    policy, action = bot.step_with_policy(state)
    assert action in state.legal_actions()
    assert sum(chance for _, chance in policy) == pytest.approx(1)


def test_a_variant_of_counterfactual_regret_runs() -> None:
    game = pyspiel.load_game("paiju_doudizhu_duel(opener=steady,reward=win)")
    np.random.seed(1)  # noqa: NPY002 - the solver draws from this generator
    solver = OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    state = played(game, 1, 0)
    chances = solver.average_policy().action_probabilities(state)
    assert set(chances) == set(state.legal_actions())
    assert sum(chances.values()) == pytest.approx(1)


def test_actions_have_text_names() -> None:
    game = pyspiel.load_game("paiju_doudizhu_qq")
    state = played(game, 1, 0)
    assert [state.action_to_string(number) for number in state.legal_actions()] == ["bid 0", "bid 1", "bid 2", "bid 3"]
    spelled = played(pyspiel.load_game("paiju_doudizhu_qq(numbers=letters)"), 1, 0)
    assert [spelled.action_to_string(number) for number in spelled.legal_actions()] == [
        "bid 0",
        "bid 1",
        "bid 2",
        "bid 3",
    ]
    assert "seat" in str(spelled)
    assert str(game.new_initial_state()) == "drawn []"
