"""The HTTP API of profiles, rankings and rating histories, and of the parts of a profile that a player hides."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Struct

from paiju.server.app.players.player_service import DAY
from paiju.server.app.players.profiles import Among, Part, PrivatePart, Profile, ProfileHand, RankingLine, RatingPoint
from paiju.server.app.ranking_store import HandFilter, RankingKind
from paiju.server.http.documented_routes import IN_PERSON, LATEST, PLAYER, get, put
from paiju.server.services import AnyRequest, Services, get_services

_WON = {"won": 1, "lost": -1, "void": 0}
"""Values of ``SeatResult.won`` by the name of the result in the API."""


_Span = Literal["day", "week", "season", "ever"]

_DAYS: Final[dict[_Span, int]] = {"day": 1, "week": 7, "ever": 0}
"""Number of past days that a ranking covers, by its span; 0 stands for all time.

The span ``season`` is missing: a season has no fixed number of days.
"""


class Hides(Struct, frozen=True, forbid_unknown_fields=True):
    """Which parts of the player's profile other players see.

    - ``hides`` are the parts that the player hides. Other players see all others of these parts.
    - ``shows`` are the private parts that the player shows. Other players see no other private parts.
    """

    hides: tuple[Part, ...]
    shows: tuple[PrivatePart, ...] = ()


@get("/api/people/{name:str}", tags=["people"], security=PLAYER)
async def profile(request: AnyRequest, name: FromPath[str]) -> Profile:
    """Return the public profile of a player: titles, ratings and statistics.

    Errors: ``unknown_player``.
    """
    services = get_services(request)
    asks, player = await services.require_player_and_other(request, name)
    return await services.profiles.profile_of(player, own=player.id == asks.id)


@get("/api/people/{name:str}/hands", tags=["people"], security=PLAYER)
async def profile_hands(  # noqa: PLR0913 (each is a filter)
    request: AnyRequest,
    name: FromPath[str],
    *,
    before: Annotated[int, QueryParameter(ge=0, le=LATEST)] = LATEST,
    ruleset: Annotated[str | None, QueryParameter(max_length=80)] = None,
    role: Annotated[str | None, QueryParameter(max_length=40)] = None,
    result: FromQuery[Literal["won", "lost", "void"] | None] = None,
    among: FromQuery[Literal["people", "bots"] | None] = None,
    beside: Annotated[str | None, QueryParameter(max_length=60)] = None,
) -> list[ProfileHand]:
    """List a player's finished hands that ended before ``before``, the newest first, 50 at a time.

    ``before`` is in Unix milliseconds. The other parameters select hands. ``among`` selects by kind of player:
    ``people`` selects the hands in which only people played, and ``bots`` the hands in which at least one bot
    played. ``beside`` is the name of another player, and selects the hands in which that player played too.

    Errors: ``unknown_player``.
    """
    services = get_services(request)
    asks, player = await services.require_player_and_other(request, name)
    which = HandFilter(
        ruleset=ruleset,
        role=role,
        won=None if result is None else _WON[result],
        people=None if among is None else int(among == "people"),
        beside=None if beside is None else (await services.players.find_by_name(beside)).id,
    )
    return await services.profiles.hands(player, which, before, asks)


@get("/api/people/{name:str}/ratings", tags=["people"], security=PLAYER)
async def profile_ratings(
    request: AnyRequest, name: FromPath[str], ruleset: Annotated[str, QueryParameter(max_length=80)]
) -> list[RatingPoint]:  # fmt: skip
    """Return a player's rating in a ruleset over time, the oldest point first.

    Errors: ``unknown_player``.
    """
    services = get_services(request)
    asks, player = await services.require_player_and_other(request, name)
    return await services.profiles.rating_history(player, ruleset, own=player.id == asks.id)


@get("/api/rankings/{kind:str}", tags=["people"], security=PLAYER)
async def rankings(
    request: AnyRequest,
    kind: FromPath[RankingKind],
    ruleset: Annotated[str, QueryParameter(max_length=80)],
    span: FromQuery[_Span] = "ever",
    among: FromQuery[Among] = "people",
) -> list[RankingLine]:
    """Return the first hundred players in a ranking of a ruleset.

    ``kind`` is ``rating``, ``title`` (points for titles) or ``coins``. ``among`` says whom the ranking lists:

    - ``people``: all people. Only hands without bots count.
    - ``friends``: the caller, and the players whom the caller follows. Only hands without bots count.
    - ``bots``: bot accounts, by ``rating`` only. Only hands without people count.
    """
    services = get_services(request)
    asks = await services.require_player(request)
    return await services.profiles.ranking(kind, ruleset, await _ranking_start(services, span), among, asks)


async def _ranking_start(services: Services, span: _Span) -> int:
    """Return the time since which hands count for a ranking, in Unix milliseconds; 0 if all hands count."""
    if span == "season":
        return (await services.seasons.current()).began
    days = _DAYS[span]
    return services.tables.context.clock() - days * DAY if days else 0


@put("/api/me/hides", tags=["people"], security=IN_PERSON)
async def set_profile_visibility(request: AnyRequest, data: JSONBody[Hides]) -> Hides:
    """Set which parts of the caller's profile other players see.

    The parts in ``hides`` are hidden, and all other public parts are shown. The private parts in ``shows`` are shown, and all
    other private parts are hidden.
    """
    services = get_services(request)
    player = (await services.authenticate_in_person(request)).player
    await services.profiles.set_visibility(player, data.hides, data.shows)
    return data


HANDLERS = [profile, profile_hands, profile_ratings, rankings, set_profile_visibility]
