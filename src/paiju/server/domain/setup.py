"""What a table plays, and how: its settings."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from paiju.core.ruleset import Ruleset


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """Time to think, in seconds: for each turn, and a reserve for the whole hand. A turn of 0 means no clock."""

    turn: Annotated[int, Meta(ge=0, le=600)] = 20
    reserve: Annotated[int, Meta(ge=0, le=3600)] = 30


class Setup(Struct, frozen=True):
    """What is played, how fast and how long (``hands`` 0: no end)."""

    ruleset: Ruleset
    pace: Pace
    hands: int = 0
