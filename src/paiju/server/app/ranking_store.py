"""The part of ``app.store.Store`` for results of hands, ratings and rankings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, Protocol

from msgspec import Struct

from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.hand_result import HandResult, SeatResult
from paiju.server.domain.ranking_eligibility import Uncounted

FULL_WEIGHT: Final = 2
"""The weight of a hand that counts in full. Weights are in halves."""

HALF_WEIGHT: Final = 1
NO_WEIGHT: Final = 0


class PlayedHand(Struct, frozen=True, kw_only=True):
    """A finished hand that a player played, without its record, and the player's result."""

    hand: FinishedHand
    result: SeatResult
    people: bool
    multiplier: int
    uncounted: Uncounted = ""
    weight: int = FULL_WEIGHT
    """The weight with which the hand counts, in halves."""


class HandFilter(Struct, frozen=True, kw_only=True):
    """Conditions on the hands in a player's list; None means no condition.

    ``won`` is the player's result, with the values of ``SeatResult.won``. ``people`` is 1 for hands that only people
    played, and 0 for all other hands. ``beside`` is the id of another player of the hand.
    """

    ruleset: str | None = None
    role: str | None = None
    won: int | None = None
    people: int | None = None
    beside: str | None = None


class HandTally(Struct, frozen=True, kw_only=True):
    """Totals of those hands of a player that have the same ruleset, role, feats and ``people``.

    ``people`` says whether only people played.
    """

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
    """The highest multiplier of these hands."""


RankingKind = Literal["rating", "title", "coins"]
"""The value by which a ranking orders players.

Each value belongs to a part of the profile. A player who hides this part is left out of the ranking.
"""


class RatedHand(Struct, frozen=True, kw_only=True):
    """A hand that counts for ratings. It was played only by people, or only by bot accounts.

    The hands of a pool (``app/ranking/rating.py``) are rated in the order in which they ended.
    """

    hand: str
    ended: int
    result: HandResult
    weight: int = FULL_WEIGHT
    """The weight of the hand, in halves."""


class Pairing(Struct, frozen=True, kw_only=True):
    """Two players who played a rated hand together. The id of ``player`` sorts before that of ``other``."""

    player: str
    other: str
    ended: int
    hand: str
    pool: str
    weight: int = FULL_WEIGHT
    """The weight of the hand, in halves."""
    first: bool = False
    """Whether this is the first counted hand of the pool that the two finished together."""


class Standing(Struct, frozen=True, kw_only=True):
    """A player's standing in a pool after a rated hand: the rating, and totals since the player's first hand.

    - ``mu``, ``sigma``: the mean and the standard deviation of the rating
    - ``hands``: the number of rated hands
    - ``points``: the points that count for titles
    - ``climbs``: the number of hands that count for titles
    - ``coins``: the coins that count for the ranking
    - ``coined``: the number of hands in which the player won or lost coins
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
    """Number of different opponents in the counted hands of the pool."""


class RankingFilter(Struct, frozen=True, kw_only=True):
    """Conditions that a player must meet to be in a ranking."""

    sigma: float = 0
    """In a ranking by rating, the highest standard deviation of the rating."""
    opponents: int = 0
    """Minimum number of different opponents in the pool."""
    among: Collection[str] | None = None
    """The only players that the ranking lists; None if it lists all."""
    excluded: Collection[str] = ()
    """Players who are left out."""


ALL_RANKED: Final = RankingFilter()
"""A filter without conditions."""


class RankedPlayer(Struct, frozen=True, kw_only=True):
    """A row of a ranking."""

    player: str
    name: str
    value: float
    """The points, the coins, or the mean of the rating (``mu``), depending on the kind of ranking."""
    sigma: float
    """Standard deviation of the rating; 0 in a ranking by points or coins."""
    hands: int


class Season(Struct, frozen=True, kw_only=True):
    """A season, from ``began`` until just before ``ended``, in Unix milliseconds. Its id sorts by time: ``2026Q4``."""

    id: str
    began: int
    ended: int


class SeasonResult(Struct, frozen=True, kw_only=True):
    """A player's result of a past season in a pool.

    ``mu`` and ``sigma`` are the rating at the end of the season. ``hands``, ``points``, ``climbs``, ``coins`` and
    ``coined`` mean the same as in ``Standing``, but are totals of that season alone.
    """

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
    """Number of different opponents from the player's first hand to the end of the season."""


class SeasonPoints(Struct, frozen=True, kw_only=True):
    """A player's points for the titles of a family, at the beginning and at the end of a season."""

    player: str
    name: str
    before: int | None
    """Points before the season; None if the player had played no hand for titles."""
    after: int


class PlayedSeat(Struct, frozen=True, kw_only=True):
    """A player's result in a hand that only people played.

    Either the hand counts for rankings, or only the daily limit on hands of the same two players excludes it
    (``daily_limit`` in ``Uncounted``).
    """

    hand: str
    player: str
    won: int
    points: int
    coins: int
    left: bool


class SeasonStore(Protocol):
    """Seasons that are over, and their final standings."""

    async def first_counted_hand_end(self) -> int | None:
        """Return when the first hand that counts for rankings ended, in Unix milliseconds; None if there is no such hand."""

    async def seasons(self) -> list[Season]:
        """Return the recorded seasons, the latest first."""

    async def record_season(self, season: Season) -> bool:
        """Record a season that is over, and return True. If it is already recorded, change nothing and return False."""

    async def seasons_without_standings(self) -> list[Season]:
        """Return the recorded seasons whose final standings are not computed yet, the earliest first."""

    async def compute_season_standings(self, season: Season) -> bool:
        """Compute and store the final standings of a recorded season, from the players' standings at the season's end.

        If the final standings are already stored, or if a hand that ended before the season's end is not rated yet,
        change nothing and return False.
        """

    async def season_ranking(
        self, kind: RankingKind, pool: str, season: str, limit: int, which: RankingFilter = ALL_RANKED
    ) -> list[RankedPlayer]:
        """Return the first ``limit`` players in the final standings of a season.

        Each ranking shows a part of the profile, and a player who hides this part is left out (``RankingKind``).
        """

    async def season_results_of_player(self, player: str) -> list[SeasonResult]:
        """Return a player's results of all past seasons, the last season first."""

    async def season_title_points(self, season: str, ladder: str) -> list[SeasonPoints]:
        """Return the players' points for titles before and after a season.

        The player with the most points after the season comes first. Players who played no hand for titles in the
        season are left out, and so are players who hide their titles.
        """


class RankingStore(SeasonStore, Protocol):
    """Results of finished hands, and the ratings and rankings that follow from them.

    A hand's result is stored together with the hand, or later, when it is computed from the record.
    """

    async def hands_without_result(self, limit: int = 100) -> list[FinishedHand]:
        """Return hands without a result, the oldest first."""

    async def is_private_table(self, table: str) -> bool | None:
        """Whether a table is private; None if it no longer exists."""

    async def put_result(self, hand: str, hand_result: HandResult) -> bool:
        """Store the result of a hand, and return True. If the hand already has a result, change nothing and return False."""

    async def drop_all_results(self) -> None:
        """Delete all results, and the ratings and final standings that follow from them. Recorded seasons stay."""

    async def unrated_hands(self, limit: int = 100) -> list[RatedHand]:
        """Return hands that are not rated yet, in the order in which they must be rated."""

    async def standings_of_players(self, pool: str, players: Collection[str]) -> dict[str, Standing]:
        """Return the standings of these players in a pool, by player. Players without a standing are missing."""

    async def pairings(self, players: Collection[str], since: int, until: int) -> list[Pairing]:
        """Return the pairings of these players with each other in rated hands.

        The hands ended at or after ``since`` and before ``until``.
        """

    async def met_pairs(self, pool: str, players: Collection[str]) -> set[tuple[str, str]]:
        """Return the pairs among these players who have already finished a hand together that counts in the pool."""

    async def is_hand_unrated(self, hand: str) -> bool:
        """Whether a hand is not rated yet."""

    async def put_ratings(
        self,
        hands: Sequence[RatedHand],
        moved: Sequence[Standing],
        before: Mapping[str, Standing],
        pairings: Sequence[Pairing] = (),
    ) -> bool:
        """Rate hands of one pool: store the new standings, the weights of the hands, and the pairings of their players.

        ``moved`` are the new standings, which were computed from the standings in ``before``. Both ``hands`` and
        ``moved`` are in the order in which the hands ended.

        In two cases, changes nothing and returns False: if one of the hands or a later hand of the pool is already
        rated, or if a standing has changed since it was read.
        """

    async def unrate_after(self, rated_hand: RatedHand) -> None:
        """Delete the ratings of all hands that ended after ``rated_hand`` in its pool.

        These hands are then rated again, after ``rated_hand``. Does nothing if ``rated_hand`` itself is already
        rated.
        """

    async def unrate_from(self, pool: str, ended: int, hand: str) -> None:
        """Delete, in one rating pool, the ratings of a hand and of all later hands.

        ``hand`` is the id of the hand, and ``ended`` is the time when it ended.
        """

    async def rating_history(self, player: str, pool: str, limit: int = 500) -> list[Standing]:
        """Return a player's standings in a pool after each rated hand, the latest first."""

    async def current_standings(self, player: str) -> dict[str, Standing]:
        """Return the current standings of a player, by pool."""

    async def ranking(
        self,
        kind: RankingKind,
        pool: str,
        since: int,
        limit: int,
        which: RankingFilter = ALL_RANKED,
    ) -> list[RankedPlayer]:
        """Return the first ``limit`` players of a ranking. Only players with a rated hand since ``since`` are ranked.

        ``since`` is in Unix milliseconds. The players are ordered by rating, by title points or by coins. Only the
        points or coins won since ``since`` count. Each ranking shows a part of the profile, and a player who hides
        this part is left out (``RankingKind``).
        """

    async def find_played_hands(self, player: str, which: HandFilter, before: int, limit: int = 50) -> list[PlayedHand]:
        """Return a player's finished hands that ended before ``before`` (Unix milliseconds), the newest first."""

    async def tallies(self, player: str) -> list[HandTally]:
        """Return the totals of a player's hands.

        The list has one ``HandTally`` for each combination of ruleset, role, feats and ``people``.
        """

    async def title_points(self, players: Sequence[str], ladder: str) -> dict[str, int]:
        """Return the title points of these players in a family, by player.

        A player who has played no hand that counts for titles is missing from the result.
        """

    async def recent_seat_results(self, since: int, limit: int = 200_000) -> list[PlayedSeat]:
        """Return the players' results in hands that only people played and that ended since ``since``, the latest first.

        ``since`` is in Unix milliseconds. Hands that do not count are left out, except those that only the daily
        limit excludes (``PlayedSeat``).
        """

    async def record_network(self, player: str, network: str, day: int) -> None:
        """Record that a player came from a network on a day (UTC, as days since 1970). ``network`` is a hash of its address."""

    async def shared_network_days(self, players: Collection[str], since: int) -> dict[tuple[str, str], int]:
        """Return, for pairs of these players, on how many days both players of the pair came from the same network.

        Only days since ``since`` count. The keys are the pairs; the two ids of a pair are in ascending order.
        """

    async def drop_networks(self, before: int) -> int:
        """Delete what ``record_network`` recorded for days before ``before`` (days since 1970). Returns the number of rows."""

    async def put_visibility_exceptions(self, player: str, what: Collection[str]) -> None:
        """Store which parts of the profile a player hides or shows. They replace the parts stored before.

        A plain name in ``what`` is a public part that the player hides. A name with the prefix ``shown_`` is a
        private part that the player shows.
        """

    async def visibility_exceptions(self, players: Sequence[str]) -> dict[str, frozenset[str]]:
        """Return what ``put_visibility_exceptions`` stored for each player. Players with nothing stored are missing."""
