"""Rooms (DDZ-9): who may double, and titles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from paiju.core.seats import Seat
from paiju.games.doudizhu.rules import Rules


def may_double(seat: Seat, landlord: Seat, purses: Sequence[int] | None, above: int) -> bool:
    """Whether a seat's choice to double is open to it (DDZ-9.4)."""
    if purses is None:
        return True
    return (sum(purses) if seat == landlord else purses[seat] + purses[landlord]) > above


LEVELS: Final[tuple[tuple[int, str, str], ...]] = (
    (0, "包身工", "Indentured worker"),
    (10, "短工", "Day labourer"),
    (25, "长工", "Farmhand"),
    (40, "佃户", "Tenant"),
    (80, "贫农", "Poor farmer"),
    (140, "渔夫", "Fisher"),
    (230, "猎人", "Hunter"),
    (365, "中农", "Middling farmer"),
    (500, "富农", "Rich farmer"),
    (700, "掌柜", "Shopkeeper"),
    (1000, "商人", "Merchant"),
    (1500, "衙役", "Bailiff"),
    (2200, "小财主", "Man of means"),
    (3000, "大财主", "Man of wealth"),
    (4000, "小地主", "Small landlord"),
    (5500, "大地主", "Great landlord"),
    (7700, "知县", "County magistrate"),
    (10000, "通判", "Sub-prefect"),
    (14000, "知府", "Prefect"),
    (20000, "总督", "Viceroy"),
    (30000, "巡抚", "Grand coordinator"),
    (45000, "丞相", "Chancellor"),
    (70000, "帝王", "Emperor"),
)
"""Points from which a title is held, in Chinese and English (DDZ-9.6)."""


def level_of(rules: Rules, points: int) -> tuple[int, str, str] | None:
    """The level that running points give, where the ruleset has levels: the points it begins at and its titles."""
    if not rules.levels:
        return None
    return next((row for row in reversed(LEVELS) if points >= row[0]), LEVELS[0])
