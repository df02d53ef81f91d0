"""The titles of Dou Dizhu (DDZ-9.6)."""

from __future__ import annotations

from typing import Final

from paiju.core.title_ladder import Ladder, Level
from paiju.games.doudizhu.rules import Rules


def _has_levels(rules: Rules) -> bool:
    return rules.levels


LADDER: Final = Ladder(
    levels=(
        Level(0, "indentured_worker"),
        Level(10, "day_labourer"),
        Level(25, "farmhand"),
        Level(40, "tenant"),
        Level(80, "poor_farmer"),
        Level(140, "fisher"),
        Level(230, "hunter"),
        Level(365, "middling_farmer"),
        Level(500, "rich_farmer"),
        Level(700, "shopkeeper"),
        Level(1000, "merchant"),
        Level(1500, "bailiff"),
        Level(2200, "man_of_means"),
        Level(3000, "man_of_wealth"),
        Level(4000, "small_landlord"),
        Level(5500, "great_landlord"),
        Level(7700, "county_magistrate"),
        Level(10000, "sub_prefect"),
        Level(14000, "prefect"),
        Level(20000, "viceroy"),
        Level(30000, "grand_coordinator"),
        Level(45000, "chancellor"),
        Level(70000, "emperor"),
    ),
    counts=_has_levels,
)
"""The ladder of titles, for the points in rulesets with ``Rules.levels``."""
