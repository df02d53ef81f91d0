"""Every ruleset keeps the whole contract of ``paiju.core.game`` in random hands."""

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from paiju.core.ruleset import Ruleset
from paiju.games.registry import game, game_of, ruleset, rulesets
from paiju.testing import alternative_option_values, check_hand, neighbouring_rulesets, play_match

RULESETS = rulesets()


@pytest.mark.sim
@pytest.mark.parametrize("name", RULESETS)
@settings(
    max_examples=1,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),  # a smaller seed is no simpler hand
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(0, 2**32 - 1))
def test_random_hands_of_a_ruleset_keep_the_game_contract(name: str, seed: int) -> None:
    random, one = Random(seed), game(name)
    match = one.new_match()
    for _ in range(2):
        match = one.next_hand(match, check_hand(one, random, match, viewers=2))


@pytest.mark.parametrize("name", RULESETS)
def test_one_hand_of_a_ruleset_keeps_the_game_contract(name: str) -> None:
    """A short one for the coverage run."""
    check_hand(game(name), Random(1), viewers=1)


@pytest.mark.sim
@pytest.mark.parametrize("name", RULESETS)
def test_random_matches_sum_to_zero_and_repeat(name: str) -> None:
    tally = play_match(game(name), hands=40, seed=7)
    assert sum(tally.points) == 0
    assert tally == play_match(game(name), hands=40, seed=7)


def _pairs(name: str) -> list[tuple[dict[str, object], Ruleset]]:
    return [*neighbouring_rulesets(ruleset(name)), *neighbouring_rulesets(ruleset(name), 2)]


@pytest.mark.sim
@pytest.mark.parametrize("name", RULESETS)
def test_rules_with_sampled_pairs_of_options_keep_the_contract(name: str) -> None:
    """A sample of all single changes and pairs of changes of a ruleset."""
    pairs = _pairs(name)
    for changed, one in Random(2).sample(pairs, min(2, len(pairs))):
        check_hand(game_of(one), Random(str(changed)), viewers=1)


@pytest.mark.deep
@pytest.mark.parametrize("name", RULESETS)
def test_rules_with_any_pair_of_options_keep_the_contract(name: str) -> None:
    for changed, one in _pairs(name):
        check_hand(game_of(one), Random(str(changed)))


@pytest.mark.deep
@pytest.mark.parametrize("name", RULESETS)
def test_rulesets_keep_the_contract_over_millions_of_decisions(name: str) -> None:
    """With the pairs of options, five million decisions over all rulesets."""
    wanted, done, seed = 4_500_000 // len(RULESETS), 0, 0
    while done < wanted:
        tally = play_match(game(name), hands=200, seed=seed)
        done, seed = done + tally.decisions, seed + 1


def _families() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in RULESETS:
        found.setdefault(name.partition("/")[0], []).append(name)
    return found


OUTSIDE_OF_HANDS = {
    ("doudizhu", "escape"),
    ("doudizhu", "escape_factors"),
    ("doudizhu", "escape_to"),
    ("doudizhu", "levels"),
    ("zipai", "leavers_gain"),
    ("gunzi", "leavers_gain"),
}
"""Parameters of the room: what they change is not in the events of a hand (tests of DDZ-9, ZP-9.1 and GZ-9.1)."""

RARE = {("zipai", "deal_points"), ("gunzi", "joker_calls"), ("gunzi", "turned_order"), ("gunzi", "turned_joker")}
"""What they change hardly ever comes up in play at random (tests of ZP-2, GZ-R1 and GZ-R5)."""


def _parameters() -> list[tuple[str, str]]:
    return [
        (family, name)
        for family, names in _families().items()
        for name, values in alternative_option_values(ruleset(names[0])).items()
        if values and (family, name) not in OUTSIDE_OF_HANDS | RARE
    ]


@pytest.mark.sim
@pytest.mark.parametrize(("family", "parameter"), _parameters())
def test_every_parameter_changes_the_game(family: str, parameter: str) -> None:
    """In some ruleset of the family another value leads to other hands."""
    assert any(
        play_match(game_of(changed), 25, seed).digest != play_match(game(name), 25, seed).digest
        for seed in range(3)
        for name in _families()[family]
        for what, changed in neighbouring_rulesets(ruleset(name))
        if what.keys() == {parameter}
    ), parameter
