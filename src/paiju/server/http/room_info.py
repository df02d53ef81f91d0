"""The HTTP API of the room itself: what its pages need at the start, its notice, and the schema of its messages."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response
from msgspec import Struct

from paiju.server import wire, wire_requests
from paiju.server.app.players.profiles import OPPONENTS
from paiju.server.app.ranking.rating import ANCHORS
from paiju.server.app.ranking.repeat_opponent_weights import COUNTED_HANDS, FULL_HANDS
from paiju.server.domain.table_setup import TableSettings
from paiju.server.http.cached_responses import ASK, COMPRESSED, cached_response
from paiju.server.http.documented_routes import ANYBODY, get, json_body_responses
from paiju.server.response_cache import CachedResponse, make_cached_response
from paiju.server.services import AnyRequest, get_services
from paiju.server.wire_schema import schema_bytes


class CountingRules(Struct, frozen=True, kw_only=True):
    """The limits on which hands count for titles, ratings and rankings.

    Of the hands that two players play together on a day, the first ``full_hands`` count in full, the next
    ``half_hands`` count half, and further ones do not count. A ranking lists only players who have played with at
    least ``opponents`` different opponents.
    """

    full_hands: int
    half_hands: int
    opponents: int


class Info(Struct, frozen=True, kw_only=True):
    """What the room offers.

    ``phrases`` and ``reactions`` are the codes that ``say`` and ``react`` accept. ``anchors`` are the fixed ratings of
    the server's bots, by name. ``frame_limit`` is the maximum size of a client's frame in bytes. ``settings`` is the
    JSON schema of a table's settings, for forms.
    """

    phrases: tuple[str, ...]
    reactions: tuple[str, ...]
    anchors: dict[str, int]
    frame_limit: int
    settings: dict[str, Any]
    counting: CountingRules


@get("/api/info", tags=["room"], sync_to_thread=False, security=ANYBODY)
def room_info(request: AnyRequest) -> Info:
    """Return what the room offers: phrases, reactions, the ratings of its bots, and the schema of a table's settings."""
    return Info(
        phrases=wire_requests.PHRASES,
        reactions=wire_requests.REACTIONS,
        anchors=dict(ANCHORS),
        frame_limit=wire.FRAME_LIMIT,
        settings=msgspec.json.schema(TableSettings),
        counting=CountingRules(full_hands=FULL_HANDS, half_hands=COUNTED_HANDS - FULL_HANDS, opponents=OPPONENTS),
    )


@get("/api/notice", tags=["room"], sync_to_thread=False, security=ANYBODY)
def current_notice(request: AnyRequest) -> wire.Notice | None:
    """Return the current notice of the room's admins; null if there is none."""
    return get_services(request).current_notice()


@get(
    "/api/wire.json",
    tags=["room"],
    opt={COMPRESSED: True},
    responses=json_body_responses(dict[str, Any]),
    security=ANYBODY,
)
async def wire_schema(request: AnyRequest) -> Response[bytes]:
    """Return the JSON schema of the messages on a table's socket, and of each family's values in these messages."""
    services = get_services(request)

    async def make_schema() -> CachedResponse:
        return await asyncio.to_thread(lambda: make_cached_response(schema_bytes(), "application/json"))

    ready = await services.response_cache.get_or_make(
        "wire.json", make_schema, services.reading, services.client_address(request)
    )
    return cached_response(request, ready, ASK)


HANDLERS = [room_info, current_notice, wire_schema]
