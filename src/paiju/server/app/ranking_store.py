"""What the room needs of a database for results of hands, ratings and rankings: a part of ``app.store.Store``."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, Protocol

from msgspec import Struct

from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.hand_result import HandResult, SeatResult
from paiju.server.domain.eligibility import Uncounted

FULL_WEIGHT: Final = 2
"""The weight of a hand that counts in full, in halves."""

HALF_WEIGHT: Final = 1
NO_WEIGHT: Final = 0


class PlayedHand(Struct, frozen=True, kw_only=True):
    """A hand in a player's list, without its record, and what it was to them."""

    hand: FinishedHand
    result: SeatResult
    people: bool
    multiplier: int
    uncounted: Uncounted = ""
    weight: int = FULL_WEIGHT
    """How much it counts, in halves, if it does."""


class HandFilter(Struct, frozen=True, kw_only=True):
    """Which of a player's hands are asked for; None: all. ``beside``: another player who was there."""

    ruleset: str | None = None
    role: str | None = None
    won: int | None = None
    people: int | None = None
    beside: str | None = None


class HandTally(Struct, frozen=True, kw_only=True):
    """A player's hands of one kind, counted."""

    ruleset: str
    role: str
    people: bool
    feats: tuple[str, ...]
    hands: int
    won: int
    lost: int
    left: int
    points: int
    coins: int
    multiplier: int
    """The highest."""


RankingKind = Literal["rating", "title", "coins"]
"""What players are ranked by. A player who hides that part is not ranked."""


class RatedHand(Struct, frozen=True, kw_only=True):
    """A hand that was won or lost among people, or among programs. Those of a pool are rated in the order in which they ended."""

    hand: str
    ended: int
    verdict: HandResult
    weight: int = FULL_WEIGHT
    """How much it counts, in halves."""


class Pairing(Struct, frozen=True, kw_only=True):
    """Two players of a contest of a pool, ``player`` before ``other`` in the order of their ids."""

    player: str
    other: str
    ended: int
    hand: str
    pool: str
    weight: int = FULL_WEIGHT
    """How much the hand counts, in halves."""
    first: bool = False
    """Whether this is the first hand of the pool in which they finished a hand together that counts."""


class Standing(Struct, frozen=True, kw_only=True):
    """How somebody stands in a pool after a contest: the rating, and what it has come to since the first one.

    The ``points`` of so many hands (``climbs``) count for titles, the ``coins`` of so many (``coined``) for the ranking.
    """

    player: str
    ended: int
    hand: str
    mu: float
    sigma: float
    hands: int
    points: int = 0
    climbs: int = 0
    coins: int = 0
    coined: int = 0
    opponents: int = 0
    """With how many different players a hand of the pool was finished that counts."""


class RankingFilter(Struct, frozen=True, kw_only=True):
    """Who has a place in a ranking."""

    sigma: float = 0
    """The highest doubt of a rating in the ranking by rating."""
    opponents: int = 0
    """The least number of different opponents in the pool."""
    among: Collection[str] | None = None
    """Only these players; None: all."""


ALL_RANKED: Final = RankingFilter()
"""Everybody has a place."""


class RankedPlayer(Struct, frozen=True, kw_only=True):
    """A row of a ranking."""

    player: str
    name: str
    value: float
    """Points, coins, or the middle of a rating."""
    sigma: float
    """The doubt of a rating."""
    hands: int


class RankingStore(Protocol):
    """Results of finished hands and ratings. A result is stored with its hand, or computed later from the record."""

    async def unevaluated_hands(self, limit: int = 100) -> list[FinishedHand]:
        """Hands without a result, the oldest first."""

    async def is_private_table(self, table: str) -> bool | None:
        """Whether a table is private; None: it is gone."""

    async def put_result(self, hand: str, verdict: HandResult) -> bool:
        """Store a hand's result. Changes nothing and returns False if it has one."""

    async def drop_all_results(self) -> None:
        """Take back all verdicts, and what follows from them."""

    async def unrated_hands(self, limit: int = 100) -> list[RatedHand]:
        """Contests that are not rated yet, in their order."""

    async def standings(self, pool: str, players: Collection[str]) -> dict[str, Standing]:
        """How these stand in a pool, of those who have been rated."""

    async def pairings(self, players: Collection[str], since: int, until: int) -> list[Pairing]:
        """Of the rated contests that ended since a time and before another, each two of these players."""

    async def first_pairings(self, pool: str, players: Collection[str]) -> set[tuple[str, str]]:
        """Those two of these players who have finished a hand of the pool together that counts."""

    async def is_rating_pending(self, hand: str) -> bool:
        """Whether a hand is a contest that is not rated yet."""

    async def put_ratings(
        self,
        contests: Sequence[RatedHand],
        moved: Sequence[Standing],
        before: Mapping[str, Standing],
        pairings: Sequence[Pairing] = (),
    ) -> bool:
        """Write how players stand after contests of one pool, all in their order. ``before``: from where they were rated.

        With them go the weights of the contests, and each two players of them.
        If one of them is rated already, or a later one is, or somebody stands otherwise by now, change nothing and answer False.
        """

    async def unrate_after(self, contest: RatedHand) -> None:
        """Take back the ratings of its pool that come after a contest that is not rated yet."""

    async def unrate_from(self, pool: str, ended: int, hand: str) -> None:
        """Take back the ratings of a pool from a contest on."""

    async def rating_history(self, player: str, pool: str, limit: int = 500) -> list[Standing]:
        """How a player stood in a pool, the last first."""

    async def current_standings(self, player: str) -> dict[str, Standing]:
        """How a player stands, by pool."""

    async def ranking(
        self,
        kind: RankingKind,
        pool: str,
        since: int,
        limit: int,
        which: RankingFilter = ALL_RANKED,
    ) -> list[RankedPlayer]:
        """The best of those who have played a contest since a time and do not hide it.

        By rating, of those whose doubt is small enough; by points that count for titles, or coins, since that time.
        """

    async def played_hands(self, player: str, which: HandFilter, before: int, limit: int = 50) -> list[PlayedHand]:
        """A player's finished hands that ended before a time, the newest first."""

    async def tallies(self, player: str) -> list[HandTally]:
        """A player's hands, counted by their kinds."""

    async def title_points(self, players: Sequence[str], ladder: str) -> dict[str, int]:
        """The sum of points that counts for the titles of a family, of those of these players who have a hand that counts."""

    async def put_hidden(self, player: str, what: Collection[str]) -> None:
        """Note what a player does not show, in the place of what was noted."""

    async def hidden_parts(self, players: Sequence[str]) -> dict[str, frozenset[str]]:
        """What these players do not show, of those who hide something."""
