"""Which hands count for titles, ratings and rankings, and why others do not count."""

from __future__ import annotations

from typing import Literal

Uncounted = Literal["", "private_table", "own_rules", "bots", "daily_limit", "practice", "duplicate"]
"""Why a hand does not count for titles, ratings and rankings; "" if it counts.

- ``private_table``: it was played at a private table.
- ``own_rules``: its rules are not a released version of the ruleset.
- ``bots``: people played together with bots, or a bot of the house played.
- ``daily_limit``: on that day, two of its players had already finished the permitted number of counted hands together.
- ``practice``: it continued from a position of a recorded hand, and is not recorded itself.
- ``duplicate``: it is a duplicate deal, whose results have a ranking of their own.
"""


def why_uncounted(*, private: bool, released: bool, mixed: bool) -> Uncounted:
    """Return why hands at a table do not count for titles, ratings and rankings; "" if they count.

    - ``private``: whether the table is private
    - ``released``: whether its rules are a released version of the ruleset
    - ``mixed``: whether people and bots play together, or a bot of the house plays
    """
    if private:
        return "private_table"
    if not released:
        return "own_rules"
    return "bots" if mixed else ""
