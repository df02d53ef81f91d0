"""The HTTP API of how players stand: profiles, their hands, and what one shows of oneself."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import get, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Struct

from paiju.server.app.players.player_service import DAY
from paiju.server.app.players.profiles import Among, Part, Profile, ProfileHand, RankingLine, RatingPoint
from paiju.server.app.store import HandFilter, RankingKind
from paiju.server.http.api import FAR
from paiju.server.services import AnyRequest, get_services

_WON = {"won": 1, "lost": -1, "void": 0}
"""How a hand can have ended for a player."""


_SPANS = {"day": 1, "week": 7, "ever": 0}
"""Days; 0: all."""


class Hides(Struct, frozen=True, forbid_unknown_fields=True):
    """What one shows to nobody."""

    hides: tuple[Part, ...]


@get("/api/people/{name:str}", tags=["people"])
async def profile(request: AnyRequest, name: FromPath[str]) -> Profile:
    """A player by name: titles, and how the hands went."""
    services = get_services(request)
    asks, player = await services.player_and_other(request, name)
    return await services.profiles.profile_of(player, own=player.id == asks.id)


@get("/api/people/{name:str}/hands", tags=["people"])
async def profile_hands(  # noqa: PLR0913 (each is a filter)
    request: AnyRequest,
    name: FromPath[str],
    *,
    before: Annotated[int, QueryParameter(ge=0, le=FAR)] = FAR,
    ruleset: Annotated[str | None, QueryParameter(max_length=80)] = None,
    role: Annotated[str | None, QueryParameter(max_length=40)] = None,
    result: FromQuery[Literal["won", "lost", "void"] | None] = None,
    among: FromQuery[Literal["people", "bots"] | None] = None,
    beside: Annotated[str | None, QueryParameter(max_length=60)] = None,
) -> list[ProfileHand]:
    """A player's finished hands that ended before a time, the newest first, 50 at a time. ``beside``: another's name."""
    services = get_services(request)
    asks, player = await services.player_and_other(request, name)
    which = HandFilter(
        ruleset=ruleset,
        role=role,
        won=None if result is None else _WON[result],
        people=None if among is None else int(among == "people"),
        beside=None if beside is None else (await services.players.find_by_name(beside)).id,
    )
    return await services.profiles.hands(player, which, before, asks)


@get("/api/people/{name:str}/ratings", tags=["people"])
async def profile_ratings(
    request: AnyRequest, name: FromPath[str], ruleset: Annotated[str, QueryParameter(max_length=80)]
) -> list[RatingPoint]:  # fmt: skip
    """How a player's rating in a ruleset came about, the first first."""
    services = get_services(request)
    asks, player = await services.player_and_other(request, name)
    return await services.profiles.rating_history(player, ruleset, own=player.id == asks.id)


@get("/api/rankings/{kind:str}", tags=["people"])
async def rankings(
    request: AnyRequest,
    kind: FromPath[RankingKind],
    ruleset: Annotated[str, QueryParameter(max_length=80)],
    span: FromQuery[Literal["day", "week", "ever"]] = "ever",
    among: FromQuery[Among] = "people",
) -> list[RankingLine]:
    """The first hundred in a ruleset, by hands among people: by ``rating``, by points for a ``title``, or by ``coins``.

    ``among`` friends are oneself and those whom one follows. Bots are rated by hands among bots.
    """
    services = get_services(request)
    asks = await services.player(request)
    days = _SPANS[span]
    since = services.tables.context.clock() - days * DAY if days else 0
    return await services.profiles.ranking(kind, ruleset, since, among, asks)


@put("/api/me/hides", tags=["people"])
async def hide(request: AnyRequest, data: JSONBody[Hides]) -> Hides:
    """Show these parts of one's profile to nobody, and all others to everybody."""
    services = get_services(request)
    await services.profiles.set_hidden((await services.authenticate_in_person(request)).player, data.hides)
    return data


HANDLERS = [profile, profile_hands, profile_ratings, rankings, hide]
