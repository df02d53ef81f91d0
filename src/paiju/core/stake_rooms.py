"""Stake rooms (金币场): the ruleset, stakes and settings of tables that play for coins. They are read from TOML files.

Each room is one file of this form::

    family = "doudizhu"
    name = "beginner"
    title = { zh = "新手场", en = "Beginners" }
    ruleset = "qq"
    coefficient = 5            # coins for one point (N)
    rake = 2                   # coins that every seat pays for each hand (A)
    enter = 300                # coins that a player needs to sit down
    stay = 70                  # coins that a player needs to start a hand
    double_above = 0           # a seat may double if it and its opponents together have more coins (DDZ-9.4)
    bots = 8                   # seconds until bots take the empty seats; without it, they never do
    place = 1                  # the position in the family's list, from 1

    [terms]                    # a table's settings
    pace = { turn = 20, reserve = 30 }

Only family, name, title, ruleset and coefficient are required. Unknown keys are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from paiju.core.coins import Stakes
from paiju.core.errors import RulesetError
from paiju.core.ruleset import DEFAULT_PLACE, Name, Title
from paiju.core.validation_errors import explain_validation_error, parse_toml


class StakeRoom(Stakes, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stake room.

    ``ruleset`` is the short name of a ruleset of ``family``. ``terms`` are the settings of the room's tables.
    """

    family: str
    name: Name
    title: Title
    ruleset: str
    bots: Annotated[int, Meta(ge=0, le=600)] | None = None
    place: Annotated[int, Meta(ge=1)] = DEFAULT_PLACE
    terms: Mapping[str, Any] = MappingProxyType({})

    @property
    def id(self) -> str:
        """``family/name``."""
        return f"{self.family}/{self.name}"

    @property
    def ruleset_id(self) -> str:
        """The id of the room's ruleset."""
        return f"{self.family}/{self.ruleset}"

    @property
    def stakes(self) -> Stakes:
        """The stakes of the room's tables."""
        return Stakes(**{name: getattr(self, name) for name in Stakes.__struct_fields__})


def parse_room(text: str) -> StakeRoom:
    """Return the stake room that the text of a file defines. Raises RulesetError."""
    try:
        return msgspec.convert(parse_toml(text), StakeRoom)
    except msgspec.ValidationError as error:
        found = explain_validation_error(error, StakeRoom)
        raise RulesetError(found.code, **found.details) from error
