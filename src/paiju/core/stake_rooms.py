"""Rooms 场 are data: what a table is about when it plays for coins, read from TOML.

A file looks like this, and a new room is one such file::

    family = "doudizhu"
    name = "beginner"
    title = { zh = "新手场", en = "Beginners" }
    ruleset = "qq"
    coefficient = 5            # what a point is worth (N)
    rake = 2                   # what every seat pays a hand (A)
    enter = 300                # coins that one sits down with
    stay = 70                  # coins that one begins a hand with
    double_above = 0           # the threshold for doubling
    bots = 8                   # seconds until bots take the empty seats; left out: never
    place = 1                  # in the family's list, from 1

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
from paiju.core.ruleset import LAST, Name, Title
from paiju.core.validation_errors import explain_validation_error, parse_toml


class StakeRoom(Stakes, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One room. ``ruleset`` is the short name of a ruleset of its family, ``terms`` the settings of its tables."""

    family: str
    name: Name
    title: Title
    ruleset: str
    bots: Annotated[int, Meta(ge=0, le=600)] | None = None
    place: Annotated[int, Meta(ge=1)] = LAST
    terms: Mapping[str, Any] = MappingProxyType({})

    @property
    def id(self) -> str:
        """``family/name``."""
        return f"{self.family}/{self.name}"

    @property
    def ruleset_id(self) -> str:
        """The id of its ruleset."""
        return f"{self.family}/{self.ruleset}"

    @property
    def stakes(self) -> Stakes:
        """The stakes of the room's tables."""
        return Stakes(**{name: getattr(self, name) for name in Stakes.__struct_fields__})


def read_room(text: str) -> StakeRoom:
    """Read the text of a room's file. Raises RulesetError."""
    try:
        return msgspec.convert(parse_toml(text), StakeRoom)
    except msgspec.ValidationError as error:
        found = explain_validation_error(error, StakeRoom)
        raise RulesetError(found.code, **found.details) from error
