"""Observations and rewards of a seat."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import paiju
from paiju.envs import EpisodeStep, HandEpisode
from paiju.envs.observations import ZoneObservation
from paiju.games.registry import family_of
from tests.ruleset_selection import one_each

RULESETS = paiju.rulesets()


def to_the_end(table: HandEpisode, turn: EpisodeStep, random: Random) -> EpisodeStep:
    while turn.seat is not None:
        turn = table.step(turn, random.choice(turn.choice.numbers))
    return turn


@pytest.mark.parametrize("ruleset", RULESETS)
def test_points_and_wins_are_those_of_the_rules(ruleset: str) -> None:
    points, wins = HandEpisode(ruleset), HandEpisode(ruleset, reward="win")
    for number in range(3):
        begun = points.reset(b"%d" % number)
        assert points.rewards(begun) == (0.0,) * points.seats
        end = to_the_end(points, begun, Random(number))
        outcome = points.game.outcome(end.state)
        assert outcome is not None
        assert points.rewards(end) == outcome.points
        assert [seat for seat, won in enumerate(wins.rewards(end)) if won == 1] == list(outcome.winners)
        assert set(wins.rewards(end)) <= ({1.0, -1.0} if outcome.winners else {0.0})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_observations_do_not_depend_on_hidden_cards(ruleset: str) -> None:
    table, random = HandEpisode(ruleset, "letters"), Random(5)
    turn = table.reset(b"seen")
    for _ in range(60):
        if turn.seat is None:
            break
        for seat in range(table.seats):
            other = turn._replace(state=table.game.determinize(turn.state, seat, random))
            assert np.array_equal(table.observe(turn, seat), table.observe(other, seat))
        turn = table.step(turn, random.choice(turn.choice.numbers))


@pytest.mark.parametrize("ruleset", one_each())
def test_slices_cover_the_observation_and_do_not_overlap(ruleset: str) -> None:
    table = HandEpisode(ruleset, "letters")
    taken = np.zeros(table.size, np.int64)
    for one in table.layout.slices:
        taken[one.first : one.first + one.size] += 1
    assert taken.max() == 1
    turn = table.reset(b"1")
    assert not table.observe(turn, 0)[taken == 0].any()


def test_observation_counts_the_cards_of_each_zone() -> None:
    game = paiju.game("zipai/guilin-3")
    table, eyes = HandEpisode("zipai/guilin-3"), ZoneObservation(game)
    turn = table.reset(b"1")
    while turn.seat is not None:
        seen = eyes.encode(turn.state, turn.seat)
        assert seen[eyes.layout.slice_of("hand.0")].sum() == turn.state.public.sizes[turn.seat]
        assert seen[eyes.layout.slice_of("acts.0")] == 1
        turn = table.step(turn, turn.choice.numbers[-1])
    everything = sum(
        int(eyes.encode(turn.state, 0)[eyes.layout.slice_of(f"{name}.{place}")].sum())
        for name in ("hand", "lies", "hidden")
        for place in range(game.seats + 1)
    )
    assert everything == len(game.deal_plan(game.new_match()).pack)


def test_a_deal_that_nobody_plays_is_worth_nothing() -> None:
    table = HandEpisode("doudizhu/qq")
    turn = table.reset(b"1")
    while turn.seat is not None:
        turn = table.step(turn, 0)
    assert table.rewards(turn) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_opener_plays_the_phases_before_play(ruleset: str) -> None:
    table = HandEpisode(ruleset, opener="steady")
    in_play = family_of(ruleset).role_info.in_play
    for number in range(3):
        turn = table.reset(b"%d" % number)
        assert in_play(turn.state)
        assert turn.seat is not None
        assert table.reset(b"%d" % number) == turn
