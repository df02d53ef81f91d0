"""Estimates a player's skill from the results of daily sets, with the uncertainty of the estimate.

There is an estimate for the results of a week, and one for those of a month.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import isfinite
from typing import Final

from msgspec import Struct

from paiju.core.errors import UnknownName
from paiju.duplicate.daily_set import add_days, load_set_rules
from paiju.duplicate.scoring import estimate_mean
from paiju.duplicate.standings import SetStanding
from paiju.server.app.daily.daily_sets import DailySets
from paiju.server.app.daily.set_results import read_set_results
from paiju.server.app.lru_cache import LruCache
from paiju.server.app.store import Store, StoredPlayer

WEEK: Final = 7
MONTH: Final = 30
"""Number of days over which the skill of a month is computed, including today."""

KEPT: Final = 64
"""Number of closed sets whose rankings are kept in memory."""


class DaySkill(Struct, frozen=True):
    """The mean of a player's shares (``DailySetView``) in the set of a day.

    ``share`` is null if the player has not finished the set.
    """

    day: str
    share: float | None


class Skill(Struct, frozen=True):
    """The mean of a player's shares in ``deals`` deals. Shares are numbers from 0 to 1 (see ``DailySetView``).

    ``doubt`` is half the width of the 95 % confidence interval of the mean; null if there are too few deals to
    compute it.
    """

    deals: int
    share: float
    doubt: float | None


class DailySkill(Struct, frozen=True, kw_only=True):
    """A player's skill in the sets of a family.

    ``days`` has the mean share (``DailySetView``) of each of the last seven days, the earliest first. ``week`` is the
    skill over these seven days, and ``month`` the skill over the last 30 days.
    """

    family: str
    days: tuple[DaySkill, ...]
    week: Skill
    month: Skill


class Skills:
    """Computes players' skill from their standings in sets."""

    def __init__(self, store: Store, deals: DailySets, unranked: Callable[[], Collection[str]]) -> None:
        self._store = store
        self._deals = deals
        self._unranked = unranked
        self._closed = LruCache[tuple[str, str], dict[str, SetStanding]](KEPT)
        """The standings in closed sets, which no longer change.

        A key is the day and the family of a set. Its value contains the standings by player.
        """

    async def skill(self, family: str, player: StoredPlayer) -> DailySkill:
        """Return a player's skill. Sets that the player has not finished do not count. Raises UnknownName."""
        if family not in load_set_rules():
            raise UnknownName("unknown_daily", name=family)
        today = self._deals.today
        days = [add_days(today, -ago) for ago in range(MONTH - 1, -1, -1)]
        own = await self._store.daily_results_of(player.id, days[0])
        played = {result.day for result in own if result.family == family and result.ended}
        found = {day: await self._find_set_standing(day, family, player.id) for day in days if day in played}
        return DailySkill(
            family=family,
            days=tuple(DaySkill(day, one.share if (one := found.get(day)) else None) for day in days[-WEEK:]),
            week=_compute_skill([found.get(day) for day in days[-WEEK:]]),
            month=_compute_skill([found.get(day) for day in days]),
        )

    async def _find_set_standing(self, day: str, family: str, player: str) -> SetStanding | None:
        kept = self._closed.get((day, family)) or {}
        if player in kept:
            return kept[player]
        one = await self._deals.set_of(day, family)
        found = await read_set_results(self._store, one, self._unranked())
        if one.is_closed(self._deals.now):
            self._closed.put((day, family), found.standings_by_player)
        return found.standing_of(player)


def _compute_skill(standings: list[SetStanding | None]) -> Skill:
    """Return the skill over all deals of the finished sets in ``standings``.

    ``standings`` has None for each set that the player has not finished. Such sets do not count.
    """
    shares = [share for one in standings if one is not None for share in one.deals]
    estimate = estimate_mean(shares)
    return Skill(len(shares), estimate.mean, estimate.doubt if isfinite(estimate.doubt) else None)
