"""The environments pass the tests of Gymnasium and PettingZoo, whose interfaces they implement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

import paiju
from paiju.bots.registry import make_bot
from paiju.core.errors import IllegalAction, UnknownName
from paiju.envs import BatchEngineEpisode, HandAEC, HandEnv, HandEpisode, aec, gymnasium_id
from paiju.envs.action_space import MOST_OFFERED
from paiju.envs.batch_engine_episode import ENGINES
from paiju.envs.pettingzoo_env import ILLEGAL
from paiju.games.gunzi.actions import Declare
from paiju.games.gunzi.events import CardDealt, TrumpsDeclared
from paiju.games.gunzi.state import SEATS, Closing
from tests.ruleset_selection import one_each

RULESETS = paiju.rulesets()

dictionaries = pytest.mark.filterwarnings(
    # PettingZoo knows by name which of its own environments have a dictionary with a mask.
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    # Who is out may say nothing.
    "ignore:Action mask numpy array is all zeros:UserWarning",
)


@dictionaries
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("numbers", ["places", "letters"])
@pytest.mark.parametrize("engine", list(ENGINES))
def test_aec_environment_passes_the_pettingzoo_tests(ruleset: str, numbers: str, engine: str) -> None:
    env = partial(aec, ruleset, numbers=numbers, engine=engine)
    api_test(env(), num_cycles=100)
    seed_test(env, num_cycles=100)


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(UnknownName, match="batch, exact"):
        aec("doudizhu/qq", engine="quantum")


def wrapped(ruleset: str) -> Any:
    """The environment in PettingZoo's own wrappers, which ``aec`` does without."""
    return OrderEnforcingWrapper(TerminateIllegalWrapper(HandAEC(BatchEngineEpisode(ruleset)), ILLEGAL))


@pytest.mark.parametrize("wrong_at", [0, 3, None])
def test_calls_are_enforced_as_by_the_wrappers_of_pettingzoo(wrong_at: int | None) -> None:
    told: list[list[Any]] = []
    for env in (aec("doudizhu/qq"), wrapped("doudizhu/qq")):
        env.reset(seed=1)
        lines: list[Any] = []
        for place, agent in enumerate(env.agent_iter()):
            seen, *rest = env.last()
            lines.append((agent, seen["action_mask"].tolist(), *rest))
            number = MOST_OFFERED - 1 if place == wrong_at else int(seen["action_mask"].argmax())
            env.step(None if rest[1] else number)
        told.append([*lines, env.agents])
    assert told[0] == told[1]


@pytest.mark.parametrize("env", [aec("doudizhu/qq"), wrapped("doudizhu/qq")])
def test_calls_before_reset_or_twice_are_refused(env: Any) -> None:
    for call in (lambda: env.step(0), lambda: env.observe("seat_0"), env.agent_iter, env.render):
        with pytest.raises(AssertionError, match="reset"):
            call()
    with pytest.raises(AttributeError):
        _ = env.agent_selection
    env.reset(seed=1)
    agents = iter(env.agent_iter())
    next(agents)
    with pytest.raises(AssertionError, match="need to call step"):
        next(agents)


def test_an_invalid_action_number_ends_the_hand(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec("doudizhu/qq")
    env.reset(seed=1)
    wrong = env.agent_selection
    env.step(1000)
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert {agent: env.rewards[agent] for agent in env.possible_agents} == {
        agent: -1.0 if agent == wrong else 0 for agent in env.possible_agents
    }
    bare = HandAEC(HandEpisode("doudizhu/qq"))
    bare.reset(seed=1)
    with pytest.raises(IllegalAction):
        bare.step(1000)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_single_agent_environment_with_bot_opponents_passes_the_gymnasium_check(ruleset: str) -> None:
    for opponents in ("random", "steady"):
        env = gymnasium.make(gymnasium_id(ruleset), opponents=opponents)
        check_env(env.unwrapped)


def episode(env: Any, seed: int | None = None) -> list[Any]:
    """Everything that is told in a hand."""
    told = [env.reset(seed=seed)]
    over = False
    while not over:
        told.append(env.step(int(np.flatnonzero(env.action_masks())[-1])))
        over = told[-1][2]
    return told


@pytest.mark.parametrize("ruleset", one_each())
def test_seeds_repeat_exactly(ruleset: str) -> None:
    one, two = (HandEnv(ruleset, "random", seat=None) for _ in range(2))
    first = [episode(one, 7), episode(one), episode(one)]
    assert data_equivalence(first, [episode(two, 7), episode(two), episode(two)], exact=True)
    assert not data_equivalence(first, [episode(two, 8), episode(two), episode(two)])


def test_opponents_are_names_functions_or_one_for_each_seat() -> None:
    asked = []

    def first(game: Any, view: Any, seat: int, legal: Any, random: Any) -> Any:
        asked.append(seat)
        return legal[0]

    episode(HandEnv("doudizhu/qq", first, seat=1), 1)
    assert set(asked) == {0, 2}
    asked.clear()
    episode(HandEnv("doudizhu/qq", [first, "steady"], seat=1), 1)
    assert set(asked) == {2}
    with pytest.raises(ValueError, match="2 other seats"):
        HandEnv("doudizhu/qq", ["random"])
    with pytest.raises(UnknownName):
        HandEnv("doudizhu/qq", "nobody")


def test_bots_act_out_of_turn_and_the_learner_does_not() -> None:
    env = HandEnv("gunzi/six", "steady", seat=0, engine="exact")
    shown = []
    for seed in range(6):
        env.reset(seed=seed)
        events = env.turn.events
        last = max(place for place, event in enumerate(events) if isinstance(event, CardDealt))
        shown += [event.seat for event in events[:last] if isinstance(event, TrumpsDeclared)]
    assert shown
    assert 0 not in shown


@pytest.mark.parametrize("ruleset", one_each())
def test_bots_choose_alike_by_both_engines(ruleset: str) -> None:
    bot: Any = make_bot("steady", ruleset)
    hands = []
    for engine in ENGINES:
        env = HandEnv(ruleset, bot, seat=1, engine=engine)
        env.reset(seed=3)
        hands.append(actions_of_a_hand(env))
    assert hands[0] == hands[1]


def play_steady_without_optional_actions(*arguments: Any) -> Any:
    """The steady bot of Gunzi, which is not compiled and declares nothing during the deal."""
    return make_bot("steady", "gunzi/six")(*arguments)


MIXED: Final = ["steady", "random", play_steady_without_optional_actions, "steady", "random"]


@pytest.mark.parametrize("seat", range(6))
@pytest.mark.parametrize("opponents", ["steady", MIXED], ids=["all", "some"])
def test_optional_actions_are_taken_alike_by_both_engines(opponents: Any, seat: int) -> None:
    """The hands are those of the same seeds. Bots declare in some. After the deal, the learner is asked last."""
    rows, exact = (HandEnv("gunzi/six", opponents, seat=seat, engine=engine, history=True) for engine in ENGINES)
    asked: set[Any] = set()
    for seed in range(6):
        told, states = [], []
        for env in (rows, exact):
            env.reset(seed=seed)
            asked.add(env.table.to_exact_state(env.turn).phase)
            told.append(actions_of_a_hand(env, (min, max)[seed % 2]))
            states.append(env.table.to_exact_state(env.turn))
        assert told[0] == told[1]
        assert states[0].turned == states[1].turned
        assert states[0].history[:6] == states[1].history[:6]
        asked.update(type(past.action) for past in states[0].history[:2])
    assert {Closing(tuple(other for other in range(SEATS) if other != seat)), Declare} <= asked


@pytest.mark.parametrize(("opponents", "plays_rows"), [("steady", True), ("random", True), ("casual", False)])
def test_bots_with_optional_actions_play_rows_if_they_are_compiled(opponents: str, plays_rows: bool) -> None:
    assert isinstance(HandEnv("gunzi/six", opponents).table, BatchEngineEpisode) == plays_rows


def actions_of_a_hand(env: HandEnv, pick: Callable[[Iterable[str]], str] = min) -> list[Any]:
    """What the learner may do in each decision of a hand, and its reward. ``pick`` chooses its actions by their texts."""
    told: list[Any] = []
    over = False
    while not over:
        texts = {env.table.action_text(env.turn, number): number for number in env.turn.choice.numbers}
        told.append(sorted(texts))
        _, reward, over, _, _ = env.step(texts[pick(texts)])
        told.append(reward)
    return told


def test_what_lies_on_the_table_is_shown_as_the_seat_sees_it() -> None:
    env = HandEnv("doudizhu/qq", render_mode="ansi")
    assert env._repr_html_().startswith("&lt;")
    env.reset(seed=1)
    assert "<svg" in env._repr_html_()
    shown = env.render()
    assert shown is not None
    assert "seat 2 hand:  (17)" in shown
    assert "seat 0 to act" in shown
