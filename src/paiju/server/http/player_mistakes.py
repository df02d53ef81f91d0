"""The HTTP API for a player's mistakes: the worst decisions of an evening, and where the player loses points."""

from __future__ import annotations

from typing import Annotated

from litestar.params import FromPath, QueryParameter

from paiju.server.app.players.evening_review import EveningReview
from paiju.server.app.players.mistake_statistics import MistakeStatistics
from paiju.server.http.documented_routes import LATEST, PLAYER, get
from paiju.server.services import AnyRequest, get_services


@get("/api/me/evening", tags=["hands"], security=PLAYER)
async def evening_review(
    request: AnyRequest, before: Annotated[int, QueryParameter(ge=0, le=LATEST)] = LATEST
) -> EveningReview:
    """Return the hands of a player's last evening before ``before``, and the player's worst decisions in them.

    ``before`` is in Unix milliseconds. Hands that are not reviewed yet have no ``marks``, and contribute no
    decisions. A client requests a review of kind ``quick`` for each of them, and then repeats this request.

    Errors: ``too_many_requests``.
    """
    services = get_services(request)
    player = await services.require_player(request)
    async with services.reading.turn(player.id):
        return await services.evenings.review(player, before)


@get("/api/people/{name:str}/mistakes", tags=["people"], security=PLAYER)
async def mistake_statistics(
    request: AnyRequest,
    name: FromPath[str],
    ruleset: Annotated[str | None, QueryParameter(max_length=80)] = None,
) -> MistakeStatistics:
    """Return where a player loses points in a ruleset.

    The default is the ruleset that the player has played most. Other players receive these statistics only if the
    player shows them.

    Errors: ``unknown_player``, ``too_many_requests``.
    """
    services = get_services(request)
    asks, player = await services.require_player_and_other(request, name)
    async with services.reading.turn(asks.id):
        return await services.mistakes.statistics(player, ruleset, own=player.id == asks.id)


HANDLERS = [evening_review, mistake_statistics]
