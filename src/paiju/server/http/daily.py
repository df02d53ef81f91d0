"""The HTTP API of daily sets: the deals of each day that all players of the room play, to compare their results."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from litestar import Response
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import Struct

from paiju.core.codec import to_json
from paiju.duplicate.day_record import DayRecord, to_csv
from paiju.server.app.daily.closed_days import ClosedSet
from paiju.server.app.daily.day_overview import DailyOverview
from paiju.server.app.daily.deal_comparison import DealComparison
from paiju.server.app.daily.player_results import DailyResults, RankingRow
from paiju.server.app.daily.skill import DailySkill
from paiju.server.http.documented_routes import PLAYER, get, json_body_responses, post
from paiju.server.http.practice import open_practice_table
from paiju.server.http.tables import TableName, admit_table
from paiju.server.services import AnyRequest, get_services

LAST_DAY = "9999-12-31"


class DailyTable(Struct, frozen=True):
    """The table at which a player plays a deal of a set.

    ``table`` is the id of the table, for ``/ws/tables/{table}``. ``deal`` is the number of the deal, from 1.
    """

    table: str
    deal: int


@get("/api/daily", tags=["daily"], security=PLAYER)
async def daily_overview(request: AnyRequest) -> DailyOverview:
    """Return today's sets, and how many deals of each the player and the player's friends have finished.

    Each set names its ruleset, its opponents, and the hashes (*commitments*) with which anybody can check later that
    its deals were fixed before the day.
    """
    services = get_services(request)
    return await services.daily.overview.overview_of_today(await services.require_player(request))


@get("/api/daily/days", tags=["daily"], security=PLAYER)
async def list_closed_daily_sets(
    request: AnyRequest, before: Annotated[str, QueryParameter(max_length=10)] = LAST_DAY
) -> list[ClosedSet]:
    """List the closed sets of days before ``before`` (such as ``2026-11-25``), the latest first, at most 60."""
    services = get_services(request)
    return await services.daily.closed_days.closed_sets(before, await services.require_player(request))


@get("/api/daily/skill/{family:str}", tags=["daily"], security=PLAYER)
async def daily_skill(request: AnyRequest, family: FromPath[str]) -> DailySkill:
    """Return the player's skill over the last week and month in the sets of a family, with its uncertainty.

    Errors: ``unknown_daily``.
    """
    services = get_services(request)
    return await services.daily.skills.skill(family, await services.require_player(request))


@post("/api/daily/{family:str}/table", tags=["daily"], status_code=200, security=PLAYER)
async def open_daily_table(request: AnyRequest, family: FromPath[str]) -> DailyTable:
    """Return the table of the player's unfinished deal in today's set of a family, or open one for the next deal.

    Errors: ``unknown_daily``, ``daily_done``, ``too_many_tables``, ``too_many_requests``.
    """
    async with admit_table(request) as player:
        started = await get_services(request).daily.deals.start_next_deal(player, family)
    return DailyTable(started.live.table.id, started.deal)


@get("/api/daily/sets/{day:str}/{family:str}", tags=["daily"], security=PLAYER)
async def daily_results(request: AnyRequest, day: FromPath[str], family: FromPath[str]) -> DailyResults:
    """Return the player's results of a set, deal by deal, with the distribution of all players' results.

    Until the set has closed, only players who have finished it may see this.

    Errors: ``unknown_daily``, ``daily_open``.
    """
    services = get_services(request)
    return await services.daily.results.results(day, family, await services.require_player(request))


@get("/api/daily/sets/{day:str}/{family:str}/ranking", tags=["daily"], security=PLAYER)
async def daily_ranking(request: AnyRequest, day: FromPath[str], family: FromPath[str]) -> list[RankingRow]:
    """Return the first hundred players of a set, house players included.

    Errors: ``unknown_daily``, ``daily_open``.
    """
    services = get_services(request)
    return await services.daily.results.ranking(day, family, await services.require_player(request))


@get("/api/daily/sets/{day:str}/{family:str}/deals/{deal:int}", tags=["daily"], security=PLAYER)
async def compare_daily_deal(
    request: AnyRequest, day: FromPath[str], family: FromPath[str], deal: FromPath[int]
) -> DealComparison:
    """Return a comparison of all results of a deal: the bids, the first plays, and two hands to watch.

    Errors: ``unknown_daily``, ``daily_open``, ``no_such_deal``, ``too_many_requests``.
    """
    services = get_services(request)
    player = await services.require_player(request)
    async with services.reading.turn(player.id):
        return await services.daily.comparisons.compare(day, family, deal, player)


@post("/api/daily/sets/{day:str}/{family:str}/deals/{deal:int}/practice", tags=["daily"], security=PLAYER)
async def open_daily_practice_table(
    request: AnyRequest, day: FromPath[str], family: FromPath[str], deal: FromPath[int]
) -> TableName:
    """Open a practice table with a deal of a set that the player can no longer play for the ranking. Nothing is recorded.

    Errors: ``unknown_daily``, ``daily_open``, ``no_such_deal``, ``too_many_tables``, ``too_many_requests``.
    """
    services = get_services(request)
    player = await services.require_player(request)
    start, seat = await services.daily.closed_days.practice_start(day, family, deal, player)
    return await open_practice_table(request, start, seat)


@get("/api/daily/days/{day:str}/export", tags=["daily"], responses=json_body_responses(DayRecord), security=PLAYER)
async def daily_export(
    request: AnyRequest, day: FromPath[str], form: FromQuery[Literal["json", "csv"]] = "json"
) -> Response[bytes]:
    """Download the results of a day whose sets have closed, as a file.

    The JSON file has all hands, secrets and rankings, so that ``paiju verify`` can check them. The CSV file has the results.

    Errors: ``unknown_daily``, ``daily_open``, ``too_many_requests``.
    """
    services = get_services(request)
    player = await services.require_player(request)
    async with services.reading.turn(player.id):
        record = await services.daily.closed_days.export(day)
        body = await asyncio.to_thread(_to_csv_bytes if form == "csv" else to_json, record)
    media = "text/csv; charset=utf-8" if form == "csv" else "application/json"
    name = f"paiju-{day}.{form}"
    return Response(body, media_type=media, headers={"content-disposition": f'attachment; filename="{name}"'})


def _to_csv_bytes(record: DayRecord) -> bytes:
    return to_csv(record).encode()


HANDLERS = [
    daily_overview, list_closed_daily_sets, daily_skill, open_daily_table, daily_results, daily_ranking,
    compare_daily_deal, open_daily_practice_table, daily_export,
]  # fmt: skip
