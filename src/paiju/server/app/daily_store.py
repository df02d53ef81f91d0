"""The part of the store for daily sets and their results."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from paiju.duplicate.daily_set import DailySet
from paiju.server.app.finished_hand import FinishedHand


class StoredDailySet(Struct, frozen=True, kw_only=True):
    """A set of a day and family. ``content`` is the JSON of ``DailySet``, with its secrets."""

    day: str
    family: str
    opens: int
    closes: int
    content: bytes


class DealKey(Struct, frozen=True, kw_only=True):
    """A deal of a daily set."""

    day: str
    family: str
    deal: int

    def is_of(self, one: DailySet) -> bool:
        """Whether it is a deal of this set."""
        return (self.day, self.family) == (one.day, one.family)


class DailyResult(DealKey, frozen=True, kw_only=True):
    """A player's result of a deal. While the deal is unfinished, ``ended`` is 0, and the result only records its table.

    ``player`` is a player's id or, with ``house``, the id of a house player of the field. ``bid`` and ``first_play`` are the
    notations of the player's first action before and in the play (``paiju.duplicate.first_actions``).
    """

    player: str
    house: int
    table: str
    began: int
    ended: int = 0
    points: int = 0
    won: int = 0
    role: str = ""
    bid: str = ""
    first_play: str = ""
    hand: str = ""
    public_id: str = ""
    played_by: str = ""
    """The versions of code and nets with which the house played, several if the room was upgraded within the hand."""


class NamedResult(Struct, frozen=True, kw_only=True):
    """A result with the player's name. The name is empty for a player who has left the room or hides ratings.

    ``ranked``: the result counts for the ranking, because the player has an account or is a house player. This is settled
    when the hand is published or the account is deleted, so that a past ranking stays as it was.
    """

    result: DailyResult
    name: str
    ranked: bool


class DuplicateResult(Struct, frozen=True, kw_only=True):
    """The result of a duplicate deal at a table. It is stored with the entry that ends the hand, which is not published yet."""

    result: DailyResult
    finished: FinishedHand


class DailyStore(Protocol):
    """Daily sets, their results, and hands that are not published yet. A result is stored with the entry that ends its hand."""

    async def put_daily_set(self, one: StoredDailySet, instead_of: bytes = b"") -> bool:
        """Store a set.

        If its day and family have one, replace it only if its content is ``instead_of``. Returns whether it was stored.
        """

    async def daily_sets(self, day: str) -> list[StoredDailySet]:
        """Return the sets of a day."""

    async def recent_daily_sets(self, since: int) -> list[StoredDailySet]:
        """Return the sets that close after a time, the earliest first."""

    async def daily_days(self, before: str, limit: int = 60) -> list[StoredDailySet]:
        """Return the sets of days before a day, the latest first."""

    async def begin_daily_deal(self, place: DailyResult) -> DailyResult:
        """Store an unfinished result, unless the player has a result for this deal. Returns the result that is then stored."""

    async def put_house_result(self, result: DuplicateResult) -> bool:
        """Store the result of a house player, unless there is one. Returns whether it was stored."""

    async def daily_results(self, day: str, family: str) -> list[NamedResult]:
        """Return the results of a set, including unfinished ones, by deal and player."""

    async def daily_results_of(self, player: str, since: str) -> list[DailyResult]:
        """Return a player's results in sets from a day on, in order."""

    async def daily_hand(self, public_id: str) -> tuple[DailyResult, FinishedHand] | None:
        """Return the hand of a daily deal with its result, by the hand's public id; None if there is none."""

    async def daily_hands(self, day: str, family: str) -> list[tuple[DailyResult, FinishedHand]]:
        """Return the finished hands of a set with their results, by deal and player."""

    async def publish_daily_hands(self, now: int, limit: int = 200) -> int:
        """Move the hands of people in closed sets to the finished hands that everybody may find. Returns their number."""


def to_stored(one: DailySet, content: bytes) -> StoredDailySet:
    """Return a set in the form in which it is stored."""
    return StoredDailySet(day=one.day, family=one.family, opens=one.opens, closes=one.closes, content=content)
