"""The house players: characters with a level and a bidding bias (``paiju.bots.house_players``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.arena import run_match
from paiju.bots.base import STEADY, SeatedBot, choose_optional_action, make_bot_asker, play_random
from paiju.bots.gunzi import choose as gunzi_steady
from paiju.bots.house_players import (
    MARGINS,
    BiasedBot,
    SpeakingBiasedBot,
    biased_bot,
    choose_house_player,
    house_players,
    parse_house_bot,
)
from paiju.bots.levels import LADDER, levels
from paiju.bots.registry import make_bot
from paiju.core.fair_deal import draw_deal, hand_seed
from paiju.core.game import AnyGame
from paiju.core.hand_runner import run_hand
from paiju.core.seats import Seat
from paiju.games.gunzi.actions import Declare
from paiju.games.gunzi.state import Dealing
from paiju.games.registry import family_of, game, rulesets
from paiju.locale import languages

BOLD, NEUTRAL, CAREFUL = "hong", "mei", "jiu"
MOMENTS = {"hello", "bomb", "landlord", "win", "lose", "wait"}
LONGEST = {"zh": 12, "en": 26}


def played(name: str, deal: int, bots: dict[Seat, str]) -> Iterator[Any]:
    """The states of a hand of these bots."""
    of = game(name)
    match = of.new_match()
    start = of.start(match, draw_deal(of.deal_plan(match), hand_seed(b"bias", name, deal, (b"",))))
    seated = {seat: SeatedBot(make_bot(bot, name), Random(seat)) for seat, bot in bots.items()}
    return (one.step.state for one in run_hand(of, start, make_bot_asker(of, seated)))


def test_all_eight_house_players_have_a_name_and_lines_in_every_language() -> None:
    everybody = house_players().values()
    assert len(everybody) == 8
    names = [name for player in everybody for name in player.name.values()]
    assert len(set(names)) == len(names)
    assert len({player.face for player in everybody}) == 8
    assert {player.bias for player in everybody} == set(MARGINS)
    for player in everybody:
        assert set(player.name) == set(player.lines) == set(languages())
        for lang, lines in player.lines.items():
            assert set(lines) == MOMENTS
            assert all(0 < len(line) <= LONGEST[lang] for line in lines.values())


@pytest.mark.parametrize("name", rulesets())
def test_every_house_player_is_at_home_at_a_level_of_every_ruleset_and_every_level_has_one(name: str) -> None:
    found = levels(game(name))
    homes = [player.level_among(found) for player in house_players().values()]
    assert set(homes) == set(found)


def test_a_bot_is_named_by_player_and_level() -> None:
    assert parse_house_bot("hong@steady") == (house_players()["hong"], "steady")
    for name in ("steady", "hong", "hong@", "hong@robot", "nobody@steady"):
        assert parse_house_bot(name) is None


def test_house_players_of_the_level_are_seated_first_then_those_of_near_levels() -> None:
    found = levels(game("gunzi/six"))
    taken: list[str] = []
    while (player := choose_house_player("strong", found, taken)) is not None:
        taken.append(player.id)
    assert taken[:3] == ["shi", "suan", "jiu"]
    assert taken[-1] == "doudou"
    assert len(set(taken)) == 8
    assert {choose_house_player("steady", found, (), first).id for first in range(8)} == {"hong", "jiu"}  # type: ignore[union-attr]
    assert choose_house_player("robot", found, ()) is None
    assert choose_house_player("skilled", levels(game("zipai/guilin-3")), ()) is None


def test_a_neutral_player_and_a_family_without_bids_need_no_bias() -> None:
    assert make_bot("mei@steady", "doudizhu/qq") is make_bot(STEADY, "doudizhu/qq")
    assert make_bot("hong@steady", "zipai/guilin-3") is make_bot(STEADY, "zipai/guilin-3")
    assert isinstance(make_bot("hong@steady", "doudizhu/qq"), BiasedBot)
    assert isinstance(biased_bot(gunzi_steady, lambda *asked: asked[-1], "bold"), SpeakingBiasedBot)
    assert biased_bot(play_random, None, "bold") is play_random


@pytest.mark.parametrize("name", ["doudizhu", "gunzi"])
def test_the_bias_of_a_family_is_a_part_of_it(name: str) -> None:
    family = family_of(name)
    assert family.bidding_bias in family.list_import_paths()


def landlords(name: str, level: str, deals: int) -> Counter[str]:
    """How often each of a bold, a neutral and a careful player becomes the landlord; each sits once in every seat."""
    found: Counter[str] = Counter()
    seats = game(name).seats
    order = (BOLD, CAREFUL, NEUTRAL, CAREFUL)[:seats]
    for deal in range(deals):
        for turn in range(seats):
            who = {seat: order[(seat + turn) % seats] for seat in range(seats)}
            states = played(name, deal, {seat: f"{player}@{level}" for seat, player in who.items()})
            chosen = next((one.public.landlord for one in states if one.public.landlord is not None), None)
            if chosen is not None:
                found[who[chosen]] += 1
    return found


@pytest.mark.parametrize("level", ["learner", STEADY, "strong"])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("doudizhu/qq", marks=pytest.mark.sim),
        pytest.param("doudizhu/classic", marks=pytest.mark.deep),
        pytest.param("doudizhu/wild", marks=pytest.mark.deep),
    ],
)
def test_the_bold_become_landlord_far_more_often_than_the_careful(name: str, level: str) -> None:
    """With 180 hands, equal players differ by 35 hands at most, in 999 of 1000 samples."""
    found = landlords(name, level, 60)
    assert found[BOLD] > found[CAREFUL] + 35
    assert found[CAREFUL] <= found[NEUTRAL] + 12
    assert found == landlords(name, level, 60) if level == STEADY else True


def dealing() -> Iterator[tuple[AnyGame, Any, Seat]]:
    """Moments of a Gunzi deal, after the first hand of a match, at which a seat may declare; nobody has."""
    of = game("gunzi/six")
    for deal in range(4):
        match = replace(of.new_match(), banker=0)
        start = of.start(match, draw_deal(of.deal_plan(match), hand_seed(b"bias", "gunzi/six", deal, (b"",))))
        quiet = make_bot_asker(of, {seat: SeatedBot(play_random, Random(seat)) for seat in range(of.seats)})
        for number, one in enumerate(run_hand(of, start, quiet)):
            if not isinstance(one.step.state.phase, Dealing):
                continue
            for seat in range(of.seats) if number % 8 == 0 else ():
                yield of, of.view(one.step.state, seat), seat


def test_the_bold_declare_trumps_more_readily_than_the_careful() -> None:
    bots = {player: make_bot(f"{player}@{STEADY}", "gunzi/six") for player in (BOLD, NEUTRAL, CAREFUL)}
    shown: Counter[str] = Counter()
    for of, view, seat in dealing():
        said = {player: choose_optional_action(bot, of, view, seat, Random(1)) for player, bot in bots.items()}
        assert all(one is None or isinstance(one, Declare) for one in said.values())
        shown.update(player for player, one in said.items() if one is not None)
        if said[CAREFUL] is not None:
            assert said[CAREFUL] == said[NEUTRAL] == said[BOLD]
    assert shown[BOLD] > 1.5 * shown[NEUTRAL]
    assert 1.5 * shown[CAREFUL] < shown[NEUTRAL]


@pytest.mark.deep
@pytest.mark.parametrize("biased", [BOLD, CAREFUL])
@pytest.mark.parametrize("name", ["doudizhu/classic", "doudizhu/qq"])
def test_a_bias_costs_little_strength(name: str, biased: str) -> None:
    report = run_match((f"{biased}@{STEADY}", f"{NEUTRAL}@{STEADY}"), name, deals=150, seed=5)
    assert abs(report.overall.wins.mean - 0.5) < 0.08
    assert abs(report.overall.points.mean) < 0.5


def test_levels_of_house_players_are_on_the_ladder() -> None:
    assert all(set(player.level) <= set(LADDER) for player in house_players().values())


def test_an_action_that_is_no_bid_stays() -> None:
    """A careful player's pass and play are the steady bot's."""
    name = "doudizhu/classic"
    bold = make_bot("hong@steady", name)
    assert isinstance(bold, BiasedBot)
    of = game(name)
    view = None
    for state in played(name, 0, dict.fromkeys(range(3), STEADY)):
        seats = of.to_act(state)
        if state.public.landlord is None or not seats:
            continue
        seat = seats[0]
        view = of.view(state, seat)
        legal = of.legal(view, seat)
        assert bold(of, view, seat, legal, Random(1)) == make_bot(STEADY, name)(of, view, seat, legal, Random(1))
    assert view is not None
