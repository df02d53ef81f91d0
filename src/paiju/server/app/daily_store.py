"""Daily sets and their results as the store keeps them."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from paiju.duplicate.daily_set import DailySet
from paiju.server.app.finished_hand import FinishedHand


class StoredDailySet(Struct, frozen=True, kw_only=True):
    """A set of a day and family. ``content`` is ``DailySet`` as JSON, with its secrets."""

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
    """A player's result of a deal, or the place for it while the deal is played (``ended`` is 0).

    ``player`` is a player's id, or with ``house`` the id of a player of the field. ``bid`` and ``first_play`` are the
    notations of the first action before and in the play (``paiju.duplicate.deal_summary``).
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
    """A result with the player's name, and whether it counts for the ranking: only people with an account do, and the house.

    That is settled when the hand is published or the account deleted, so that a past ranking stays as it was. The name is
    empty for a player who has left the room or hides ratings.
    """

    result: DailyResult
    name: str
    ranked: bool


class DuplicateResult(Struct, frozen=True, kw_only=True):
    """The result of a table's duplicate deal, written with the entry that ends the hand. The hand itself stays sealed."""

    result: DailyResult
    finished: FinishedHand


class DailyStore(Protocol):
    """Daily sets, their results and the sealed hands. A result is written with the entry that ends its hand (``Append``)."""

    async def put_daily_set(self, one: StoredDailySet, instead_of: bytes = b"") -> bool:
        """Write a set unless its day and family have one with other content; returns whether it was written."""

    async def daily_sets(self, day: str) -> list[StoredDailySet]:
        """The sets of a day."""

    async def recent_daily_sets(self, since: int) -> list[StoredDailySet]:
        """The sets that close after a time, the earliest first."""

    async def daily_days(self, before: str, limit: int = 60) -> list[StoredDailySet]:
        """The sets of days before one, the latest first."""

    async def begin_daily_deal(self, place: DailyResult) -> DailyResult:
        """Write the place for a result unless the player has one for this deal; returns what is stored."""

    async def put_house_result(self, result: DuplicateResult) -> bool:
        """Write the result of a house player unless there is one; returns whether it was written."""

    async def daily_results(self, day: str, family: str) -> list[NamedResult]:
        """The results of a set, also of deals in play, by deal and player."""

    async def daily_results_of(self, player: str, since: str) -> list[DailyResult]:
        """A player's results of sets from a day on, in order."""

    async def daily_hand(self, public_id: str) -> tuple[DailyResult, FinishedHand] | None:
        """The hand of a deal with its result, by its public id."""

    async def daily_hands(self, day: str, family: str) -> list[tuple[DailyResult, FinishedHand]]:
        """The finished hands of a set, by deal and player."""

    async def publish_daily_hands(self, now: int, limit: int = 200) -> int:
        """Move sealed hands of people in sets that have closed among all finished hands; returns their number."""


def to_stored(one: DailySet, content: bytes) -> StoredDailySet:
    """Return a set as it is stored."""
    return StoredDailySet(day=one.day, family=one.family, opens=one.opens, closes=one.closes, content=content)
