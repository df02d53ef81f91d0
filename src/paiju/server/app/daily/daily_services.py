"""The services for daily sets, in one tuple that the room passes to its HTTP handlers."""

from __future__ import annotations

from typing import NamedTuple

from paiju.server.app.daily.closed_days import ClosedDays
from paiju.server.app.daily.daily_sets import DailySets
from paiju.server.app.daily.day_overview import Overview
from paiju.server.app.daily.deal_comparison import DealComparisons
from paiju.server.app.daily.house_field import HouseField
from paiju.server.app.daily.player_results import DayResults
from paiju.server.app.daily.skill import Skills


class DailyServices(NamedTuple):
    """The services for daily sets: play, the house players' hands, overview, results, comparisons, skill and past days."""

    deals: DailySets
    field: HouseField
    overview: Overview
    results: DayResults
    comparisons: DealComparisons
    skills: Skills
    closed_days: ClosedDays
