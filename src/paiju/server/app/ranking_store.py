"""The part of ``app.store.Store`` for results of hands, ratings and rankings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, Protocol

from msgspec import Struct

from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.hand_result import HandResult, SeatResult
from paiju.server.domain.ranking_eligibility import Uncounted

FULL_WEIGHT: Final = 2
"""The weight of a hand that counts in full, in halves."""

HALF_WEIGHT: Final = 1
NO_WEIGHT: Final = 0


class PlayedHand(Struct, frozen=True, kw_only=True):
    """A hand in a player's list, without its record, and the player's result."""

    hand: FinishedHand
    result: SeatResult
    people: bool
    multiplier: int
    uncounted: Uncounted = ""
    weight: int = FULL_WEIGHT
    """The weight of a hand that counts, in halves."""


class HandFilter(Struct, frozen=True, kw_only=True):
    """Filter for a player's hands; None: no condition. ``beside``: id of another player of the hand."""

    ruleset: str | None = None
    role: str | None = None
    won: int | None = None
    people: int | None = None
    beside: str | None = None


class HandTally(Struct, frozen=True, kw_only=True):
    """Totals of a player's hands of one kind."""

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
"""Kinds of rankings. A player who hides one is not in it."""


class RatedHand(Struct, frozen=True, kw_only=True):
    """A hand that counts for ratings, among people or among bots. Hands of a pool are rated in the order in which they ended."""

    hand: str
    ended: int
    verdict: HandResult
    weight: int = FULL_WEIGHT
    """The weight of the hand, in halves."""


class Pairing(Struct, frozen=True, kw_only=True):
    """Two players of a rated hand of a pool; the id of ``player`` sorts before that of ``other``."""

    player: str
    other: str
    ended: int
    hand: str
    pool: str
    weight: int = FULL_WEIGHT
    """The weight of the hand, in halves."""
    first: bool = False
    """Whether this is the first hand of the pool that they finished together and that counts."""


class Standing(Struct, frozen=True, kw_only=True):
    """A player's standing in a pool after a rated hand: the rating, and totals since the first hand.

    ``points``: total for titles, from ``climbs`` hands; ``coins``: total for the ranking, from ``coined`` hands.
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
    """Number of different opponents in hands of the pool that count."""


class RankingFilter(Struct, frozen=True, kw_only=True):
    """Conditions for a place in a ranking."""

    sigma: float = 0
    """Highest standard deviation of a rating in the ranking by rating."""
    opponents: int = 0
    """Minimum number of different opponents in the pool."""
    among: Collection[str] | None = None
    """Only these players; None: all."""
    excluded: Collection[str] = ()
    """Not these players."""


ALL_RANKED: Final = RankingFilter()
"""A filter without conditions."""


class RankedPlayer(Struct, frozen=True, kw_only=True):
    """A row of a ranking."""

    player: str
    name: str
    value: float
    """Points, coins, or the mean of a rating."""
    sigma: float
    """Standard deviation of a rating."""
    hands: int


class Season(Struct, frozen=True, kw_only=True):
    """A season, from ``began`` until before ``ended``, in Unix milliseconds. Ids sort by time: ``2026Q4``."""

    id: str
    began: int
    ended: int


class SeasonResult(Struct, frozen=True, kw_only=True):
    """A player's result of a past season in a pool: the rating at its end, and totals of the season as in ``Standing``."""

    season: str
    pool: str
    player: str
    mu: float
    sigma: float
    hands: int
    points: int
    climbs: int
    coins: int
    coined: int
    opponents: int
    """Number of different opponents until the end of the season."""


class SeasonPoints(Struct, frozen=True, kw_only=True):
    """A player's points for the titles of a family, before and after a season."""

    player: str
    name: str
    before: int | None
    """None: the player had played no hand for titles."""
    after: int


class PlayedSeat(Struct, frozen=True, kw_only=True):
    """A player's result in a hand among people. The hand counts, or does not count only because of the daily limit."""

    hand: str
    player: str
    won: int
    points: int
    coins: int
    left: bool


class SeasonStore(Protocol):
    """Seasons that are over, and their final standings."""

    async def first_contest(self) -> int | None:
        """Return when the first hand that counts ended; None if there is none."""

    async def seasons(self) -> list[Season]:
        """The recorded seasons, the latest first."""

    async def record_season(self, season: Season) -> bool:
        """Record a season that is over. Changes nothing and returns False if it is recorded already."""

    async def seasons_without_standings(self) -> list[Season]:
        """The recorded seasons whose final standings are to be computed, the earliest first."""

    async def compute_season_standings(self, season: Season) -> bool:
        """Write the final standings of a recorded season, from the players' standings when it ended.

        Changes nothing and returns False if they are written already, or if a hand that ended before is not rated yet.
        """

    async def season_ranking(
        self, kind: RankingKind, pool: str, season: str, limit: int, which: RankingFilter = ALL_RANKED
    ) -> list[RankedPlayer]:
        """The best players of a season who do not hide the ranking."""

    async def season_results(self, player: str) -> list[SeasonResult]:
        """A player's results of all past seasons, the last season first."""

    async def season_points(self, season: str, ladder: str) -> list[SeasonPoints]:
        """Return the title points of the players who played for titles in a season and show their titles, most points first."""


class RankingStore(SeasonStore, Protocol):
    """Results of finished hands and ratings. A result is stored with its hand, or computed later from the record."""

    async def unevaluated_hands(self, limit: int = 100) -> list[FinishedHand]:
        """Hands without a result, the oldest first."""

    async def is_private_table(self, table: str) -> bool | None:
        """Whether a table is private; None if it no longer exists."""

    async def put_result(self, hand: str, verdict: HandResult) -> bool:
        """Store a hand's result. Changes nothing and returns False if it has one."""

    async def drop_all_results(self) -> None:
        """Delete all results, and the ratings and final standings derived from them. Recorded seasons stay."""

    async def unrated_hands(self, limit: int = 100) -> list[RatedHand]:
        """Hands that are to be rated, in their order."""

    async def standings(self, pool: str, players: Collection[str]) -> dict[str, Standing]:
        """The standings of players in a pool; players without a standing are missing."""

    async def pairings(self, players: Collection[str], since: int, until: int) -> list[Pairing]:
        """The pairings of these players in rated hands that ended from ``since`` and before ``until``."""

    async def first_pairings(self, pool: str, players: Collection[str]) -> set[tuple[str, str]]:
        """Return the pairs of these players who have already finished a hand together that counts in the pool."""

    async def is_rating_pending(self, hand: str) -> bool:
        """Whether a hand is still to be rated."""

    async def put_ratings(
        self,
        contests: Sequence[RatedHand],
        moved: Sequence[Standing],
        before: Mapping[str, Standing],
        pairings: Sequence[Pairing] = (),
    ) -> bool:
        """Write the standings after rated hands of one pool, in order. ``before``: the standings from which they were computed.

        The weights of the hands and the pairings of their players are written too. If one of these hands or a later
        hand is rated already, or if a standing has changed, nothing is changed and False is returned.
        """

    async def unrate_after(self, contest: RatedHand) -> None:
        """Delete the ratings of all hands that ended after an unrated hand of the same pool, so that all are rated in order."""

    async def unrate_from(self, pool: str, ended: int, hand: str) -> None:
        """Delete the ratings of a pool from a hand on, including it."""

    async def rating_history(self, player: str, pool: str, limit: int = 500) -> list[Standing]:
        """The past standings of a player in a pool, the last first."""

    async def current_standings(self, player: str) -> dict[str, Standing]:
        """The current standings of a player, by pool."""

    async def ranking(
        self,
        kind: RankingKind,
        pool: str,
        since: int,
        limit: int,
        which: RankingFilter = ALL_RANKED,
    ) -> list[RankedPlayer]:
        """Return the best players who have a rated hand since a time and do not hide the ranking.

        The order is by rating, or by the points for titles or the coins won since that time.
        """

    async def hands_of_player(self, player: str, which: HandFilter, before: int, limit: int = 50) -> list[PlayedHand]:
        """A player's finished hands that ended before a time, the newest first."""

    async def tallies(self, player: str) -> list[HandTally]:
        """Totals of a player's hands, by kind."""

    async def title_points(self, players: Sequence[str], ladder: str) -> dict[str, int]:
        """The points for titles in a family, by player; players without points are missing."""

    async def played_seats(self, since: int, limit: int = 200_000) -> list[PlayedSeat]:
        """Return the results of players in hands among people since a time, the latest first.

        Only hands that count are included, and those that do not count only because of the daily limit.
        """

    async def record_network(self, player: str, network: str, day: int) -> None:
        """Record that a player came from a network, of which only a hash is known, on a day of UTC."""

    async def shared_networks(self, players: Collection[str], since: int) -> dict[tuple[str, str], int]:
        """Return, for pairs of these players, the number of days since ``since`` on which both came from one network.

        The ids in a pair are ascending.
        """

    async def drop_networks(self, before: int) -> int:
        """Forget the networks of the days before a day; returns how many."""

    async def put_hidden(self, player: str, what: Collection[str]) -> None:
        """Replace the set of parts that a player hides."""

    async def hidden_parts(self, players: Sequence[str]) -> dict[str, frozenset[str]]:
        """Return what each of these players hides. Players who hide nothing are missing."""
