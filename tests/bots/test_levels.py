"""Levels of the built-in bots: five in every ruleset, each stronger than the one below (``paiju.bots.levels``)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.resources import files
from random import Random
from typing import Any, Final

import pytest

from bench.tune_levels import START, amount, measure_odds_by_amount
from paiju.arena import run_match
from paiju.bots.base import STEADY, SeatedBot, make_bot_asker, play_random
from paiju.bots.levels import LADDER, STEADY_RATING, STRONG, level_bot, levels
from paiju.bots.registry import bot_names, make_bot
from paiju.core.errors import UnknownName
from paiju.core.fair_deal import draw_deal, hand_seed
from paiju.core.game import AnyGame
from paiju.core.hand_runner import run_hand
from paiju.core.ruleset import with_options
from paiju.core.seats import Seat
from paiju.data.summary import NORMAL_95
from paiju.games.registry import game, game_of, ruleset, rulesets
from paiju.nets.policy import evaluate_actions, has_net, play_at_temperature
from tests.bots.doudizhu.positions import position

QQ = "doudizhu/qq"


def leading() -> tuple[AnyGame, Any, Seat, Sequence[Any]]:
    """A landlord who leads, with many ways to do it."""
    of = game(QQ)
    view = of.view(position("qq", ["3456789TJQKA2R", "3335678T", "44456789"], 0), 0)
    return of, view, 0, of.legal(view, 0)


@pytest.mark.parametrize("name", rulesets())
def test_every_ruleset_has_five_levels_each_stronger_than_the_one_below(name: str) -> None:
    found = levels(game(name))
    assert len(found) >= 5
    assert [one for one in LADDER if one in found] == list(found)
    ratings = [one.rating for one in found.values()]
    assert ratings == sorted(ratings)
    assert found[STEADY].rating == STEADY_RATING
    assert (STRONG in found) == has_net(game(name).rules)
    assert set(found) <= set(bot_names(name))
    assert all((one.temperature is None) or STRONG in found for one in found.values())


@pytest.mark.sim
@pytest.mark.parametrize("name", rulesets())
def test_every_level_plays_a_hand(name: str) -> None:
    """Each seat is of another level; in as many hands as it takes."""
    of, names = game(name), list(levels(game(name)))
    for first in range(0, len(names), of.seats):
        match = of.new_match()
        start = of.start(match, draw_deal(of.deal_plan(match), hand_seed(b"levels", name, first, (b"",))))
        at = (names[(first + seat) % len(names)] for seat in range(of.seats))
        seated = {seat: SeatedBot(make_bot(one, name), Random(seat)) for seat, one in enumerate(at)}
        *_, last = run_hand(of, start, make_bot_asker(of, seated))
        assert last.step is not None
        assert of.outcome(last.step.state) is not None


@pytest.fixture
def no_numpy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    module = import_module("paiju.bots.levels")
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    module._playable_levels.cache_clear()
    yield
    module._playable_levels.cache_clear()


@pytest.mark.usefixtures("no_numpy")
def test_without_numpy_only_levels_without_a_net_are_listed() -> None:
    found = levels(game(QQ))
    assert STEADY in found
    assert len(found) >= 5
    assert all(one.temperature is None for one in found.values())
    assert STRONG not in found


@pytest.mark.usefixtures("no_numpy")
def test_a_level_that_a_ruleset_lacks_is_refused_by_name() -> None:
    with pytest.raises(UnknownName) as refused:
        level_bot("skilled", play_random)(game(QQ), None, 0, (), Random(1))
    assert refused.value.details["name"] == "skilled"
    assert STEADY in str(refused.value.details["known"]).split(", ")


def test_a_table_with_options_of_its_own_has_the_levels_of_its_ruleset() -> None:
    assert levels(game_of(with_options(ruleset(QQ), spring=False))) == levels(game(QQ))


def test_higher_temperature_chooses_the_best_action_less_often() -> None:
    of, view, seat, legal = leading()
    weighed = evaluate_actions("", of, view, seat, legal)
    best = weighed.actions[weighed.best]
    shares = []
    for temperature in (1e-6, 0.03, 0.2):
        random = Random(1)
        drawn = Counter(play_at_temperature(temperature, of, view, seat, legal, random) == best for _ in range(300))
        shares.append(drawn[True] / 300)
    assert shares[0] == 1
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] < 0.5


def test_equal_seeds_choose_the_same() -> None:
    of, view, seat, legal = leading()
    child = make_bot("child", QQ)
    chosen = [[child(of, view, seat, legal, Random(seed)) for seed in range(20)] for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert len(set(map(of.format_action, chosen[0]))) > 1


MEASURED: Final = tomllib.loads(files("paiju.bots").joinpath("levels.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", MEASURED)
def test_stored_win_shares_have_plausible_error_margins(name: str) -> None:
    """With how sure they are: the interval of so many hands is no narrower than chance allows by far, and no level is a guess."""
    for level_name, row in MEASURED[name].items():
        assert row["hands"] >= 60, level_name
        by_chance = NORMAL_95 * (row["wins"] * (1 - row["wins"]) / row["hands"]) ** 0.5
        assert by_chance / 3 < row["doubt"] < 2 * by_chance, level_name


PLAYED: Final = {"doudizhu/duel": 40, "doudizhu/four": 30, "zipai/guilin-2": 30, "gunzi/six": 12}
"""Deals, for a net each."""


@pytest.mark.sim
@pytest.mark.parametrize("name", PLAYED)
def test_skilled_wins_as_often_as_the_table_says(name: str) -> None:
    """Against steady, side against side: as far as so few hands tell. It is where the most was wrong."""
    row = levels(game(name))["skilled"]
    wins = run_match(("skilled", STEADY), name, PLAYED[name], 5, play_only=True).overall.wins
    assert abs(wins.mean - row.wins) < ((wins.high - wins.low) ** 2 / 4 + row.doubt**2) ** 0.5


@pytest.mark.parametrize(("wanted", "found"), [(0.9, None), (0.5, 0.01), (0.25, 2**0.5 / 100), (-0.5, None)])
def test_temperature_is_interpolated_between_measured_points_and_never_extrapolated(
    wanted: float, found: float | None
) -> None:
    """Nothing is clamped: a level that is to be colder than all that was played is not made at all."""
    at = amount(wanted, ((0.01, 0.5), (0.02, 0.0)))
    assert at == (None if found is None else pytest.approx(found))


def test_measured_temperatures_are_extended_until_they_span_the_wanted_strengths() -> None:
    line = measure_odds_by_amount(lambda temperature: -10 * temperature + 0.1, -1.0, 0.09, by_net=True)
    assert line[0][1] >= 0.09
    assert line[-1][1] <= -1.0
    assert [temperature for temperature, _ in line] == sorted(temperature for temperature, _ in line)
    assert line[0][0] < START < line[-1][0]
