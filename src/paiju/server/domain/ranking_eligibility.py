"""Which hands count for titles, ratings and rankings, and why others do not count."""

from __future__ import annotations

from typing import Literal

Uncounted = Literal["", "private_table", "own_rules", "bots", "daily_limit", "practice", "duplicate"]
"""Why a hand does not count for titles, ratings and rankings; "" if it counts.

``private_table``: it was played at a private table. ``own_rules``: its rules are no released version of the ruleset.
``bots``: people and bots played together, or a bot of the house played. ``daily_limit``: two of its players had finished so
many hands together on that day that this one no longer counts. ``practice``: it went on from a position of a recorded hand, and
is not recorded itself. ``duplicate``: it is a duplicate deal, whose results have a ranking of their own.
"""


def why_uncounted(*, private: bool, released: bool, mixed: bool) -> Uncounted:
    """Return the reason why hands at a table do not count; "" if they do.

    ``released``: the rules are those of a released version. ``mixed``: people and bot accounts play together.
    """
    if private:
        return "private_table"
    if not released:
        return "own_rules"
    return "bots" if mixed else ""
