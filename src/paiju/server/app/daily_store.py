"""The part of the store for daily sets and their results."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from paiju.duplicate.daily_set import DailySet
from paiju.server.app.finished_hand import FinishedHand


class StoredDailySet(Struct, frozen=True, kw_only=True):
    """The daily set of a family, as it is stored. ``content`` is the JSON of a ``DailySet``, with its secrets.

    Players may play the set from ``opens`` until ``closes`` (Unix milliseconds).
    """

    day: str
    family: str
    opens: int
    closes: int
    content: bytes


class DealKey(Struct, frozen=True, kw_only=True):
    """Identifies a deal of a daily set: the day (ISO date), the family, and the number of the deal, from 1."""

    day: str
    family: str
    deal: int

    def is_of(self, daily_set: DailySet) -> bool:
        """Whether the deal belongs to this set."""
        return (self.day, self.family) == (daily_set.day, daily_set.family)


class DailyResult(DealKey, frozen=True, kw_only=True):
    """A player's result of a deal of a daily set.

    While the deal is unfinished, ``ended`` is 0, and the result only records the table of the deal. If ``house``
    is 0, ``player`` is a player's id. If it is 1, ``player`` is the id of a house player with whom players are
    compared.

    ``bid`` is the player's first action before the play, and ``first_play`` the player's first action in the
    play. Both are in notation (``paiju.duplicate.first_actions``). ``hand`` and ``public_id`` are the ids of the
    finished hand.
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
    """The versions of paiju and of its nets with which the bots played in this hand.

    There are several versions if the room was upgraded during the hand.
    """


class NamedResult(Struct, frozen=True, kw_only=True):
    """A result with the player's name. The name is empty for a player who has left the room or hides ratings.

    ``ranked`` says whether the result counts for the ranking: the player has an account, or is a house player.
    The store fixes this value when the hand is published or the account is deleted, whichever comes first.
    Therefore past rankings do not change.
    """

    result: DailyResult
    name: str
    ranked: bool


class DuplicateResult(Struct, frozen=True, kw_only=True):
    """The result of a duplicate deal, and its finished hand, which is not published yet."""

    result: DailyResult
    finished: FinishedHand


class DailyStore(Protocol):
    """Daily sets, their results, and hands that are not published yet.

    The result of a person is stored with the log entry that ends the hand (``Append.duplicate``).
    """

    async def put_daily_set(self, one: StoredDailySet, instead_of: bytes = b"") -> bool:
        """Store a set, and return whether it was stored.

        A set that is already stored for this day and family is replaced only if its content equals ``instead_of``.
        With the default, it is never replaced.
        """

    async def daily_sets(self, day: str) -> list[StoredDailySet]:
        """Return the sets of a day."""

    async def daily_sets_closing_after(self, since: int) -> list[StoredDailySet]:
        """Return the sets that close after ``since`` (Unix milliseconds), the earliest first."""

    async def daily_sets_before(self, before: str, limit: int = 60) -> list[StoredDailySet]:
        """Return the sets of the days before ``before`` (an ISO date), the latest first."""

    async def begin_daily_deal(self, place: DailyResult) -> DailyResult:
        """Store an unfinished result of a deal, unless the player already has a result of that deal.

        Returns the result that is then in the store.
        """

    async def put_house_result(self, result: DuplicateResult) -> bool:
        """Store a house player's result, unless that player already has a result of this deal.

        Returns whether the result was stored.
        """

    async def daily_results(self, day: str, family: str) -> list[NamedResult]:
        """Return the results of a set, including unfinished ones, in the order of deals and players."""

    async def daily_results_of(self, player: str, since: str) -> list[DailyResult]:
        """Return a player's results in the sets from the day ``since`` on, in the order of days, families and deals."""

    async def daily_hand_by_public_id(self, public_id: str) -> tuple[DailyResult, FinishedHand] | None:
        """Return the result and the hand of a daily deal, found by the hand's public id; None if there is none."""

    async def daily_hands(self, day: str, family: str) -> list[tuple[DailyResult, FinishedHand]]:
        """Return the finished hands of a set with their results, in the order of deals and players."""

    async def publish_daily_hands(self, now: int, limit: int = 200) -> int:
        """Publish hands that people played in sets that have closed: move them to the finished hands (``HandStore``).

        ``now`` is in Unix milliseconds. Returns the number of published hands, at most ``limit``.
        """


def to_stored(daily_set: DailySet, content: bytes) -> StoredDailySet:
    """Return a set as it is stored. ``content`` is its JSON."""
    return StoredDailySet(
        day=daily_set.day, family=daily_set.family, opens=daily_set.opens, closes=daily_set.closes, content=content
    )
