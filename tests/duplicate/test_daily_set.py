"""Daily sets: the day of a time zone, the ruleset of each weekday, and what the commitment covers."""

from __future__ import annotations

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from paiju.core.codec import from_json, to_json
from paiju.core.fair_deal import commitment
from paiju.duplicate.daily_set import (
    DailySet,
    add_days,
    commitment_to_set,
    day_of_open_sets,
    field_players,
    load_set_rules,
    make_daily_set,
    opening_time,
    without_secrets,
)
from paiju.games.registry import family_of, game, ruleset, rulesets

BERLIN = ZoneInfo("Europe/Berlin")
HOUR = 3_600_000
DAY = "2026-11-25"


def a_set(name: str = "doudizhu/qq", deals: int = 4) -> DailySet:
    secrets = tuple(bytes([number]) * 32 for number in range(deals))
    return make_daily_set(day=DAY, ruleset=ruleset(name), game=game(name), cap=24, zone=UTC, secrets=secrets)


@pytest.mark.parametrize(
    ("day", "hours"),
    [("2026-03-28", 23), ("2026-03-29", 24), ("2026-10-24", 25), ("2026-10-25", 24), ("2026-11-25", 24)],
)
def test_a_day_lasts_from_eight_to_eight_also_when_the_clocks_change(day: str, hours: int) -> None:
    opens, closes = opening_time(day, BERLIN), opening_time(add_days(day), BERLIN)
    assert closes - opens == hours * HOUR
    assert day_of_open_sets(opens - 1, BERLIN) == add_days(day, -1)
    assert day_of_open_sets(opens, BERLIN) == day_of_open_sets(closes - 1, BERLIN) == day
    assert day_of_open_sets(closes, BERLIN) == add_days(day)


@pytest.mark.parametrize("family", load_set_rules())
def test_every_day_of_the_week_has_a_known_ruleset_with_opponents(family: str) -> None:
    rules = load_set_rules()[family]
    for ahead in range(7):
        name = rules.ruleset_on(add_days(DAY, ahead))
        assert name in rulesets()
        assert family_of(name).name == family
        one = a_set(name)
        for deal in one.deals:
            assert deal.bots[deal.seat] == ""
            assert len(set(deal.bots)) == game(name).seats


def test_a_room_of_three_people_has_a_ranking() -> None:
    for rules in load_set_rules().values():
        for name in rules.rulesets:
            players = field_players(game(name))
            assert len(players) + 3 >= 20
            assert len({player.id for player in players}) == len(players)
            assert {player.house_player.id for player in players} == {player.house for player in players}


def test_daily_set_round_trips() -> None:
    one = a_set()
    again: DailySet = from_json(to_json(one), DailySet)
    assert again == one
    assert one.deal(2).number == 2
    assert [one.is_closed(at) for at in (one.closes - 1, one.closes)] == [False, True]


def test_a_set_published_before_the_day_closes_contains_no_secret() -> None:
    one = a_set()
    told = to_json(without_secrets(one)).decode()
    for deal in one.deals:
        assert deal.secret not in told
        assert commitment(bytes.fromhex(deal.secret)) == deal.commitment
        assert deal.commitment in told


def test_the_commitment_covers_everything_but_the_secrets() -> None:
    one = a_set()
    assert commitment_to_set(one) == commitment_to_set(without_secrets(one))
    others = [
        replace(one, cap=25),
        replace(one, versions={}),
        replace(one, deals=one.deals[::-1]),
        replace(one, deals=(replace(one.deals[0], commitment=one.deals[1].commitment), *one.deals[1:])),
        replace(one, deals=(replace(one.deals[0], seat=1), *one.deals[1:])),
    ]
    assert commitment_to_set(one) not in {commitment_to_set(other) for other in others}
