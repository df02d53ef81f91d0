"""The HTTP API of seasons."""

from __future__ import annotations

from typing import Annotated

from litestar.params import FromPath, QueryParameter

from paiju.server.app.players.profiles import RankingLine
from paiju.server.app.players.season_standings import GainedTitle, PlayerSeason, SeasonView
from paiju.server.app.ranking_store import RankingKind
from paiju.server.http.documented_routes import ANYBODY, PLAYER, get
from paiju.server.services import AnyRequest, get_services


@get("/api/seasons", tags=["people"], security=ANYBODY)
async def seasons(request: AnyRequest) -> list[SeasonView]:
    """List the current season and all past ones, the latest first."""
    return await get_services(request).seasons.all_seasons()


@get("/api/seasons/{season:str}/rankings/{kind:str}", tags=["people"], security=PLAYER)
async def season_ranking(
    request: AnyRequest,
    season: FromPath[str],
    kind: FromPath[RankingKind],
    ruleset: Annotated[str, QueryParameter(max_length=80)],
) -> list[RankingLine]:
    """Return the final standings of a past season: the first hundred players of a ruleset.

    Each player has the title that the player held at the end of the season.

    Errors: ``unknown_season``, ``unknown_ruleset``.
    """
    services = get_services(request)
    asks = await services.require_player(request)
    return await services.seasons.final_ranking(season, kind, ruleset, asks)


@get("/api/seasons/{season:str}/titles", tags=["people"], security=PLAYER)
async def season_titles(
    request: AnyRequest, season: FromPath[str], ruleset: Annotated[str, QueryParameter(max_length=80)]
) -> list[GainedTitle]:
    """List the titles that players gained in a past season in a ruleset's family.

    At most a hundred are listed, those with the most points first.

    Errors: ``unknown_season``, ``unknown_ruleset``.
    """
    services = get_services(request)
    asks = await services.require_player(request)
    return await services.seasons.gained_titles(season, ruleset, asks)


@get("/api/people/{name:str}/seasons", tags=["people"], security=PLAYER)
async def player_seasons(request: AnyRequest, name: FromPath[str]) -> list[PlayerSeason]:
    """Return a player's results of past seasons, the latest first.

    Errors: ``unknown_player``.
    """
    services = get_services(request)
    asks, player = await services.require_player_and_other(request, name)
    return await services.seasons.results_of_player(player, own=player.id == asks.id)


HANDLERS = [seasons, season_ranking, season_titles, player_seasons]
