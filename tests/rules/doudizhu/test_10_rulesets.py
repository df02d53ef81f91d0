"""DDZ-10: the rulesets, and what each of them is made of."""

import msgspec
import pytest

from paiju.core.errors import RulesetError
from paiju.games.doudizhu.rules import Rules
from paiju.games.registry import ruleset, rulesets
from tests.readings import READINGS
from tests.rules.doudizhu.table import RULESETS, game, rules_of

# id: players, deck, auction, who speaks first, attached, spring, extras
TABLE = """
classic      3  54 points_open upcard strict no
four         4 108 points_open upcard strict no  hidden
qq           3  54 points_once rotate loose  yes standing levels
kick         3  54 points_once rotate loose  yes forced kick hand
happy        3  54 rob         random loose  yes open double bonus hand
wild         3  54 rob         random loose  yes open double bonus hand wild
discard      3  54 rob         random loose  yes open double bonus hand discard
duel         2  46 rob_duel    random loose  yes open double bonus hand
duel-rotate  2  46 rotating    rotate loose  yes hand
origin       3  54 points_open random loose  no  draws
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]


@pytest.mark.clause("DDZ-10", "DDZ-R14")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_table_of_rulesets(row: list[str]) -> None:
    name, players, deck, auction, first, attached, spring, *extras = row
    rules = rules_of(name)
    assert (rules.players, rules.pack_size) == (int(players), int(deck))
    assert (rules.auction, rules.first_bidder, rules.attached) == (auction, first, attached)
    assert rules.spring == (spring == "yes")
    switched = {
        "hidden": not rules.bottom_shown,
        "standing": rules.escape == "standing",
        "hand": rules.escape == "hand",
        "levels": rules.levels,
        "forced": rules.forced_bid,
        "kick": rules.kick,
        "open": rules.open_hand,
        "double": rules.double,
        "bonus": rules.bottom_bonus,
        "wild": rules.wild,
        "discard": rules.discard,
        "draws": rules.draw_from_others,
    }
    assert {extra for extra, on in switched.items() if on} == set(extras)


@pytest.mark.clause("DDZ-10")
def test_there_are_ten() -> None:
    assert {f"doudizhu/{name}" for name in RULESETS} <= set(rulesets())
    assert len(ROWS) == 10


@pytest.mark.clause("DDZ-10")
@pytest.mark.parametrize("name", RULESETS)
def test_the_pack_of_a_ruleset_is_as_large_as_it_says(name: str) -> None:
    assert len(game(name).compiled.pack) == rules_of(name).pack_size


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("qq", {"hand_size": 18}, "too_few_cards"),
        ("duel", {"stripped_ranks": "3456789"}, "too_few_cards"),
        ("duel", {"stripped_ranks": "3B"}, "bad_rank"),
        ("four", {"wild": True}, "wild_needs_one_deck"),
        ("happy", {"second_wild": True}, "second_wild_needs_wild"),
        ("happy", {"bottom_size": 2}, "bonus_needs_bottom"),
        ("happy", {"bottom_shown": False}, "bonus_needs_bottom"),
        ("happy", {"auction": "rob_duel"}, "auction_needs_two"),
        ("qq", {"auction": "rotating", "escape": "none"}, "auction_needs_two"),
        ("duel", {"auction": "rob"}, "auction_needs_three"),
        ("happy", {"kick": True}, "needs_points_auction"),
        ("happy", {"forced_bid": True}, "needs_points_auction"),
        ("happy", {"escape": "standing"}, "needs_points_auction"),
        ("duel-rotate", {"first_bidder": "random"}, "rotating_needs_rotate"),
    ],
)
def test_parameters_that_contradict_each_other(name: str, options: dict[str, object], code: str) -> None:
    with pytest.raises(RulesetError) as caught:
        rules_of(name, **options)
    assert caught.value.code == code


def test_every_parameter_is_played_with_two_values() -> None:
    """The tests of arrays, features and bots go over the rulesets and the readings, and so play every rule."""
    rules = [one.rules for one in (*map(ruleset, rulesets()), *READINGS.values()) if one.family == "doudizhu"]
    names = [field.name for field in msgspec.structs.fields(Rules)]
    alike = [name for name in names if len({getattr(one, name) for one in rules}) == 1]
    assert alike == [], f"give {', '.join(alike)} another value in tests/readings.py"
