"""The sets of duplicate deals of each day.

The module defines which rulesets and opponents a set has, and when the sets of a day open and close.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date, datetime, timedelta, tzinfo
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from typing import Final

from msgspec import Struct, convert
from msgspec.structs import replace

from paiju.bots.house_players import HousePlayer, choose_house_player, house_players
from paiju.bots.levels import levels
from paiju.core.codec import to_json
from paiju.core.fair_deal import commitment
from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.duplicate.scoring import RankedBy
from paiju.records import Rulebook

OPENS_AT: Final = 8
"""Hour at which a day's sets open, in the time zone of the room. The sets of the day before close at this time."""
RUNS_PER_RANDOM_LEVEL: Final = 4
"""Number of times that a house player plays each deal of a set if its level chooses moves at random.

A house player whose level does not choose at random plays each deal once.
"""


HOUSE_ID_PREFIX: Final = "house:"
"""Prefix of the ids of house players in results."""


class SetRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a family's daily sets: an entry of ``daily_sets.toml``.

    - ``deals``: the number of deals of a set
    - ``rulesets``: the rulesets of the sets, which take turns by weekday
    - ``opponents``: names of levels, the preferred one first. The opponents in a set have the first of these levels
      that exists in its ruleset.
    - ``ranked_by``: the score by which the players of a set are ranked
    """

    deals: int
    rulesets: tuple[str, ...]
    opponents: tuple[str, ...]
    ranked_by: RankedBy = "beaten"

    def ruleset_on(self, day: str) -> str:
        """Return the id of the ruleset for a day. ``day`` is a date, such as ``2026-11-25``."""
        return self.rulesets[date.fromisoformat(day).weekday() % len(self.rulesets)]


class DuplicateDeal(Struct, frozen=True, kw_only=True):
    """A deal of a set.

    - ``number``: the number of the deal in the set, from 1
    - ``seat``: the seat of the player who plays the set
    - ``bots``: the name of the bot in each seat; "" for the player's seat
    - ``commitment``: the published commitment to ``secret``
    - ``secret``: hexadecimal digits that determine the cards and the random numbers of the bots. It is empty in a
      set that is published before the set has closed.
    """

    number: int
    seat: Seat
    bots: tuple[str, ...]
    commitment: str
    secret: str = ""


class DailySet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A set of deals of one day and family.

    - ``cap``: the largest difference from the mean that counts, in points
    - ``opens``, ``closes``: when the set opens and closes (Unix milliseconds)
    - ``versions``: the versions of the code and the nets with which the house plays
    - ``ranked_by``: the score by which the players of the set are ranked. Older stored sets lack this field and are
      ranked by ``beaten``.
    """

    day: str
    family: str
    ruleset: Rulebook
    cap: int
    opens: int
    closes: int
    versions: dict[str, str]
    deals: tuple[DuplicateDeal, ...]
    ranked_by: RankedBy = "beaten"

    def deal(self, number: int) -> DuplicateDeal:
        """Return a deal by its number, from 1."""
        return self.deals[number - 1]

    def is_closed(self, now: int) -> bool:
        """Whether the set has closed at the time ``now`` (Unix milliseconds), so that nobody may play it any more."""
        return now >= self.closes


class FieldPlayer(Struct, frozen=True):
    """A house player that plays all deals of a set once, so that people's results can be compared with its results.

    A house player may play the deals several times (``RUNS_PER_RANDOM_LEVEL``). Each of these runs is a separate
    ``FieldPlayer``, with its own results.

    - ``house``: the id of the house player
    - ``bot``: the name of its bot
    - ``run``: the number of the run, from 1
    - ``id``: ``house`` and ``run``, such as ``hong.1``
    """

    id: str
    house: str
    bot: str
    run: int

    @property
    def house_player(self) -> HousePlayer:
        """The house player whose id is ``house``."""
        return house_players()[self.house]


def deal_name(day: str, family: str, number: int) -> str:
    """Return the name of a deal: ``2026-11-25/doudizhu/3``."""
    return f"{day}/{family}/{number}"


def parse_deal_name(name: str) -> tuple[str, str, int]:
    """Return the day, the family and the number of a deal, given the deal's name."""
    day, family, number = name.split("/")
    return day, family, int(number)


@cache
def load_set_rules() -> Mapping[str, SetRules]:
    """Return the rules of the daily sets by family."""
    text = files("paiju.duplicate").joinpath("daily_sets.toml").read_text("utf-8")
    return convert(tomllib.loads(text), dict[str, SetRules])


def day_of_open_sets(now: int, zone: tzinfo) -> str:
    """Return the day whose sets are open at the time ``now`` (Unix milliseconds), such as ``2026-11-25``.

    Before ``OPENS_AT`` o'clock, this is the day before.
    """
    moment = datetime.fromtimestamp(now / 1000, zone)
    return (moment.date() - timedelta(days=moment.hour < OPENS_AT)).isoformat()


def add_days(day: str, days: int = 1) -> str:
    """Return the day that is ``days`` days later, or earlier if ``days`` is negative."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def opening_time(day: str, zone: tzinfo) -> int:
    """Return when the sets of a day open, in Unix milliseconds."""
    begins = date.fromisoformat(day)
    return int(datetime(begins.year, begins.month, begins.day, OPENS_AT, tzinfo=zone).timestamp()) * 1000


def make_daily_set(
    *, day: str, ruleset: Ruleset, game: AnyGame, cap: int, zone: tzinfo, secrets: tuple[bytes, ...]
) -> DailySet:
    """Return the set of a day, with one deal for each secret. The player's seat changes from deal to deal.

    A difference from the mean counts up to ``cap`` points. ``zone`` is the time zone of the day.
    """
    rules = load_set_rules()[ruleset.family]
    level = next(one for one in rules.opponents if one in levels(game))
    return DailySet(
        day=day,
        family=ruleset.family,
        ruleset=Rulebook.of(ruleset),
        cap=cap,
        opens=opening_time(day, zone),
        closes=opening_time(add_days(day), zone),
        versions=house_versions(),
        deals=tuple(_make_deal(game, level, number, secret) for number, secret in enumerate(secrets, 1)),
        ranked_by=rules.ranked_by,
    )


def _make_deal(game: AnyGame, level: str, number: int, secret: bytes) -> DuplicateDeal:
    seat = (number - 1) % game.seats
    taken: list[str] = []
    bots = []
    for at in range(game.seats):
        house = None if at == seat else choose_house_player(level, levels(game), taken, number)
        bots.append("" if house is None else house.bot_name_at_level(level))
        taken += [] if house is None else [house.id]
    return DuplicateDeal(number=number, seat=seat, bots=tuple(bots), commitment=commitment(secret), secret=secret.hex())


def without_secrets(one: DailySet) -> DailySet:
    """Return a copy of a set with empty secrets. The copy may be published before the set has closed."""
    return replace(one, deals=tuple(replace(deal, secret="") for deal in one.deals))


def commitment_to_set(one: DailySet) -> str:
    """Return the commitment to a whole set, which is a hash of its contents.

    The hash does not include the secrets of the deals, but the commitments to them.
    """
    return commitment(to_json(without_secrets(one)))


def field_players(game: AnyGame) -> tuple[FieldPlayer, ...]:
    """Return the field players for a game, one for each run of each house player, from weakest to strongest.

    A house player whose level chooses moves at random has several runs. Other house players have one.
    """
    known = levels(game)
    found = []
    for house in house_players().values():
        level = house.level_among(known)
        if level is not None:
            drawn = known[level].temperature is not None or known[level].slip is not None
            runs = RUNS_PER_RANDOM_LEVEL if drawn else 1
            found += [
                FieldPlayer(f"{house.id}.{run}", house.id, house.bot_name_at_level(level), run)
                for run in range(1, runs + 1)
            ]
    return tuple(found)


def versions_text(versions: Mapping[str, str]) -> str:
    """Return versions as one line of text: ``paiju 0.1.0 nets 1f3a``."""
    return " ".join(f"{name} {versions[name]}" for name in sorted(versions, reverse=True))


def house_versions() -> dict[str, str]:
    """Return the versions of the code (``paiju``) and of the nets (``nets``) with which the house plays."""
    nets: str = load_object("paiju.nets.weights_digest:nets_version")() if find_spec("numpy") else ""
    return {"paiju": version("paiju"), "nets": nets}
