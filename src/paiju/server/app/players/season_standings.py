"""Seasons as clients see them: the current season, and the final standings of past ones."""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec import Struct

from paiju.core.errors import UnknownName
from paiju.core.messages import TranslatableText
from paiju.core.title_ladder import Ladder
from paiju.server.app.players.profiles import RANKED, RankingLine, make_ranking_filter, read_visibility, to_ranking_line
from paiju.server.app.ranking.hand_result import BOTS, rating_pool
from paiju.server.app.ranking.rating import Rating, to_displayed
from paiju.server.app.ranking.seasons import Seasons
from paiju.server.app.ranking.seat_titles import SeatTitle, title_text
from paiju.server.app.ranking_store import RankingFilter, RankingKind, Season, SeasonPoints, SeasonResult
from paiju.server.app.store import Store, StoredPlayer
from paiju.server.domain.ruleset_registry import RulesetRegistry


class SeasonView(Struct, frozen=True, kw_only=True):
    """A season, from ``began`` until ``ended``, in Unix milliseconds. ``over`` says whether it is past and recorded."""

    id: str
    """Year and quarter: ``2026Q4``."""
    began: int
    ended: int
    over: bool


class GainedTitle(Struct, frozen=True, kw_only=True):
    """A title that a player gained during a season and held at its end.

    ``before`` is the title at the beginning of the season; null if the player had none. ``you`` says whether the player
    is the caller.
    """

    name: str
    title: TranslatableText
    before: TranslatableText | None
    you: bool


class PlayerSeason(Struct, frozen=True, kw_only=True):
    """A player's result of a past season in a ruleset. Fields that the player hides are null.

    ``points`` and ``coins`` are also null if no hand counted for them.
    """

    season: str
    ruleset: str
    hands: int
    number: int | None
    """The rating at the end of the season."""
    deviation: int | None
    place: int | None
    """The player's place in the final standings by rating.

    It is null if the player has no place, or one beyond the first hundred.
    """
    points: int | None
    """Points of the season that count for titles."""
    coins: int | None
    """Coins won in the season."""


class SeasonStandings:
    """Reads seasons and their final standings from the store."""

    def __init__(
        self, store: Store, library: RulesetRegistry, seasons: Seasons, unranked: Callable[[], Collection[str]]
    ) -> None:
        self._store = store
        self._library = library
        self._seasons = seasons
        self._unranked = unranked
        """A function that returns the players whom admins have excluded from rankings."""

    async def current(self) -> Season:
        """Return the current season."""
        return await self._seasons.current()

    async def all_seasons(self) -> list[SeasonView]:
        """Return the current season and all past ones, the latest first."""
        current, past = await self._seasons.current(), await self._store.seasons()
        return [_to_season_view(current, over=False), *(_to_season_view(one, over=True) for one in past)]

    async def final_ranking(
        self, season: str, kind: RankingKind, ruleset: str, asks: StoredPlayer
    ) -> list[RankingLine]:
        """Return the first hundred players of the final standings of a past season in a ruleset.

        Raises UnknownName.
        """
        await self._check_is_past(season)
        known = self._library.ruleset(ruleset)
        pool, conditions = rating_pool(known.id, bots=False), make_ranking_filter(self._unranked())
        found = await self._store.season_ranking(kind, pool, season, RANKED, conditions)
        ladder = self._library.family(known.family).ladder
        held = await self._store.season_title_points(season, known.family) if ladder else []
        titles = {one.player: _title_of(ladder, one.after) for one in held if ladder}
        return [to_ranking_line(kind, one, titles.get(one.player), you=one.player == asks.id) for one in found]

    async def gained_titles(self, season: str, ruleset: str, asks: StoredPlayer) -> list[GainedTitle]:
        """Return the titles that players gained in a past season, the players with the most points first.

        The titles are those of the family of ``ruleset``; the result is empty if the family has no titles. At most a
        hundred titles are returned. Players whom admins have excluded from rankings are left out. Raises UnknownName.
        """
        await self._check_is_past(season)
        family = self._library.ruleset(ruleset).family
        ladder = self._library.family(family).ladder
        if ladder is None:
            return []
        excluded = self._unranked()
        gained = [
            _to_gained_title(ladder, one, you=one.player == asks.id)
            for one in await self._store.season_title_points(season, family)
            if one.player not in excluded and _level_before(ladder, one) < ladder.level_of(one.after)
        ]
        return gained[:RANKED]

    async def results_of_player(self, player: StoredPlayer, *, own: bool) -> list[PlayerSeason]:
        """Return a player's results of all past seasons, the latest first.

        ``own`` says whether the player is the caller, who also sees hidden parts.
        """
        hides = frozenset[str]() if own else await read_visibility(self._store, player)
        if "numbers" in hides:
            return []
        conditions = make_ranking_filter(self._unranked())
        return [
            _to_player_season(one, hides, None if "rating" in hides else await self._final_place(one, conditions))
            for one in await self._store.season_results_of_player(player.id)
        ]

    async def _final_place(self, result: SeasonResult, conditions: RankingFilter) -> int | None:
        """Return the player's place in the final standings by rating; None if the player has no place in the first hundred."""
        if result.sigma > conditions.sigma or result.opponents < conditions.opponents:
            return None  # this saves the query for most results
        ranked = await self._store.season_ranking("rating", result.pool, result.season, RANKED, conditions)
        places = {one.player: place for place, one in enumerate(ranked, 1)}
        return places.get(result.player)

    async def _check_is_past(self, season: str) -> None:
        """Raise UnknownName unless there is a past season with this id."""
        if season not in {one.id for one in await self._store.seasons()}:
            raise UnknownName("unknown_season", name=season)


def _to_season_view(season: Season, *, over: bool) -> SeasonView:
    return SeasonView(id=season.id, began=season.began, ended=season.ended, over=over)


def _title_of(ladder: Ladder, points: int) -> SeatTitle:
    level = ladder.level_of(points)
    return SeatTitle(level, title_text(ladder, level))


def _level_before(ladder: Ladder, one: SeasonPoints) -> int:
    """Return a player's level at the beginning of a season; a player without points had the lowest level."""
    return ladder.level_of(one.before or 0)


def _to_gained_title(ladder: Ladder, one: SeasonPoints, *, you: bool) -> GainedTitle:
    before = None if one.before is None else _title_of(ladder, one.before).words
    return GainedTitle(name=one.name, title=_title_of(ladder, one.after).words, before=before, you=you)


def _to_player_season(one: SeasonResult, hides: Collection[str], place: int | None) -> PlayerSeason:
    rating = None if "rating" in hides else to_displayed(Rating(one.mu, one.sigma))
    return PlayerSeason(
        season=one.season,
        ruleset=one.pool.removeprefix(BOTS),
        hands=one.hands,
        number=None if rating is None else rating.number,
        deviation=None if rating is None else rating.deviation,
        place=place,
        points=one.points if one.climbs and "title" not in hides else None,
        coins=one.coins if one.coined and "coins" not in hides else None,
    )
