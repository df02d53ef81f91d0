"""The record of a day: its daily sets with their secrets, every hand, and the rankings. ``verification`` checks it.

When the sets of the day have closed, the room exports the record as JSON, or only the results as CSV.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from paiju.core.codec import from_json
from paiju.core.errors import NotationError
from paiju.duplicate.daily_set import DailySet, versions_text
from paiju.duplicate.standings import DealResult, SetStanding, score_deals
from paiju.records import Record

VERSION: Final = 1
"""The newest version of the format."""

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The characters that, at the beginning of a text, make a spreadsheet take the text for a formula."""


class PublishedResult(Struct, frozen=True, kw_only=True):
    """A result and the record of its hand.

    ``player`` is the id of a player of the room, or of a house player. ``played_by`` are the versions of code and
    nets with which the house played (``versions_text``). There are several if the room was upgraded during the
    hand. If ``played_by`` is empty, the house played with the versions of the set.
    """

    player: str
    name: str
    house: bool
    deal: int
    points: int
    won: bool
    record: Record
    played_by: str = ""

    def is_played_with(self, versions: Mapping[str, str], daily: DailySet) -> bool:
        """Whether the house played the whole hand with these versions of code and nets."""
        return (self.played_by or versions_text(daily.versions)) == versions_text(versions)


class PublishedSet(Struct, frozen=True, kw_only=True):
    """A set with its secrets, its results and its ranking. ``commitment`` was published before the set opened."""

    daily: DailySet
    commitment: str
    results: tuple[PublishedResult, ...]
    ranking: tuple[SetStanding, ...]

    def to_deal_results(self) -> list[DealResult]:
        """Return the results in the form in which ``standings`` scores them."""
        return [DealResult(one.player, one.house, one.deal, one.points, one.won) for one in self.results]


class DayRecord(Struct, frozen=True, kw_only=True):
    """The record of a day. ``paiju_day`` is the version of the format."""

    paiju_day: int
    day: str
    sets: tuple[PublishedSet, ...]


def is_day_record(text: bytes) -> bool:
    """Whether a file is probably the record of a day.

    ``text`` contains the first bytes of the file.
    """
    return text.lstrip()[:40].replace(b" ", b"").replace(b"\n", b"").startswith(b'{"paiju_day"')


def read_day_record(text: bytes) -> DayRecord:
    """Read the record of a day. Raises NotationError."""
    day: DayRecord = from_json(text, DayRecord)
    if not 1 <= day.paiju_day <= VERSION:
        raise NotationError("day_version", version=day.paiju_day, newest=VERSION)
    return day


COLUMNS: Final = (
    "day", "family", "ruleset", "deal", "player", "name", "house", "seat", "points", "won", "share", "difference", "rank",
)  # fmt: skip


def to_csv(day: DayRecord) -> str:
    """Return the results of a day as CSV, with one line for each result."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([_escape_cell(value) for value in row] for one in day.sets for row in _csv_rows(one))
    return text.getvalue()


def _csv_rows(one: PublishedSet) -> Iterator[Iterable[object]]:
    daily = one.daily
    scores = score_deals(one.to_deal_results(), daily.cap)
    places = {standing.player: standing.rank for standing in one.ranking}
    for result in one.results:
        score = scores[result.deal, result.player]
        share = score.ranking_score(daily.ranked_by, daily.cap)
        yield (
            daily.day, daily.family, daily.ruleset.id, result.deal, result.player, result.name,
            int(result.house), daily.deal(result.deal).seat, result.points, int(result.won), round(share, 6),
            round(score.difference, 6), places.get(result.player, ""),
        )  # fmt: skip


def _escape_cell(value: object) -> object:
    """Return the value of a cell. A text that a spreadsheet would take for a formula gets an apostrophe in front."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
