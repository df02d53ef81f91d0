"""Seasons of three months. When a season is over, it is recorded, and its final standings are stored.

A season is a calendar quarter in the time zone of the room. If the room changes its time zone, recorded
seasons keep their beginning and end. A season that is not recorded yet then ends with the quarter in the new
time zone. The final standings follow from the hands that ended in the season, so they can be computed again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime, tzinfo
from typing import Final, NamedTuple

from paiju.server.app.ranking_store import Season
from paiju.server.app.store import Store

POLL_INTERVAL: Final = 5.0
"""Seconds between two searches for seasons that are over."""

QUARTERS: Final = 4
"""Seasons in a year."""
MONTHS: Final = 12 // QUARTERS
"""Months in a season."""


class Quarter(NamedTuple):
    """A calendar quarter; ``number`` is from 0 to 3."""

    year: int
    number: int

    @property
    def id(self) -> str:
        """The id of the season in this quarter, such as ``2026Q4``."""
        return f"{self.year}Q{self.number + 1}"

    @property
    def following(self) -> Quarter:
        """The next quarter."""
        return Quarter(*divmod(self.year * QUARTERS + self.number + 1, QUARTERS))

    def start_in(self, zone: tzinfo) -> int:
        """Return when the quarter begins in a time zone, in Unix milliseconds."""
        return int(datetime(self.year, self.number * MONTHS + 1, 1, tzinfo=zone).timestamp()) * 1000


def quarter_at(at: int, zone: tzinfo) -> Quarter:
    """Return the quarter that contains a time (Unix milliseconds) in a time zone."""
    moment = datetime.fromtimestamp(at / 1000, zone)
    return Quarter(moment.year, (moment.month - 1) // MONTHS)


def season_at(at: int, zone: tzinfo) -> Season:
    """Return the calendar quarter that contains a time (Unix milliseconds), as a season.

    Use this function only while no season is recorded. Otherwise use ``season_after``, which respects the end of
    the last recorded season.
    """
    quarter = quarter_at(at, zone)
    return Season(id=quarter.id, began=quarter.start_in(zone), ended=quarter.following.start_in(zone))


def season_after(last: Season, zone: tzinfo) -> Season:
    """Return the season after ``last``. It begins when ``last`` ended, even if the time zone has changed since."""
    year, number = last.id.split("Q")
    quarter = Quarter(int(year), int(number) - 1).following
    return Season(id=quarter.id, began=last.ended, ended=quarter.following.start_in(zone))


def seasons_over(first: Season, now: int, zone: tzinfo) -> Iterator[Season]:
    """Yield the seasons that are over at the time ``now`` (Unix milliseconds), from the season ``first`` on."""
    season = first
    while season.ended <= now:
        yield season
        season = season_after(season, zone)


async def compute_pending_standings(store: Store) -> int:
    """Compute the final standings of the recorded seasons that have none. Returns the number of seasons computed."""
    done = 0
    for season in await store.seasons_without_standings():
        done += await store.compute_season_standings(season)
    return done


class Seasons:
    """Finds the room's current season, and closes the seasons that are over.

    Any process may close a season, because the store records the closing only once. The final standings are
    computed when all hands that ended before the end of the season are rated. If such a hand arrives later, they
    are computed again.
    """

    def __init__(self, store: Store, clock: Callable[[], int], zone: tzinfo) -> None:
        self._store = store
        self._clock = clock
        self._zone = zone

    async def current(self) -> Season:
        """Return the current season."""
        now, recorded = self._clock(), await self._store.seasons()
        if not recorded:
            return season_at(now, self._zone)
        season = season_after(recorded[0], self._zone)
        while season.ended <= now:
            season = season_after(season, self._zone)
        return season

    async def poll(self) -> None:
        """Close the seasons that are over, then wait for ``POLL_INTERVAL`` seconds."""
        await self.close_past()
        await asyncio.sleep(POLL_INTERVAL)

    async def close_past(self) -> int:
        """Record the seasons that are over, and compute missing final standings.

        Returns for how many seasons final standings were computed.
        """
        recorded = await self._store.seasons()
        first = await self._first_unrecorded(recorded[0] if recorded else None)
        if first is not None:
            for season in seasons_over(first, self._clock(), self._zone):
                await self._store.record_season(season)
        return await compute_pending_standings(self._store)

    async def _first_unrecorded(self, last: Season | None) -> Season | None:
        """Return the season after ``last``, the last recorded season.

        If no season is recorded (``last`` is None), returns the season of the first hand that counted; None if no hand
        has counted.
        """
        if last is not None:
            return season_after(last, self._zone)
        first = await self._store.first_counted_hand_end()
        return None if first is None else season_at(first, self._zone)
