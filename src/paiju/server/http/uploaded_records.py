"""The HTTP API of uploaded records: a player uploads hands from elsewhere to have them reviewed. They are not stored."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Final

from litestar import Response
from litestar.params import FromQuery, JSONBody
from msgspec import Meta, Struct

from paiju.core.codec import to_json
from paiju.records import Record
from paiju.server.app.analysis import ReviewKind
from paiju.server.app.reviews import UPLOADED, HandReview, ReviewAsker, to_hand_review
from paiju.server.app.store import StoredPlayer
from paiju.server.app.tables.hand_replay import Replay
from paiju.server.app.uploaded_records import LONGEST, check_upload, read_upload, replay_upload
from paiju.server.errors import Refusal
from paiju.server.http.cached_responses import ASK_OWN, COMPRESSED, cached_response
from paiju.server.http.documented_routes import PLAYER, json_body_responses, post
from paiju.server.response_cache import make_cached_response
from paiju.server.services import AnyRequest, Services, get_services

MOST_BYTES: Final = 4 * LONGEST
"""Maximum size in bytes of a request body, which contains an uploaded file as a JSON string."""


class UploadedRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand in an uploaded file of records (JSON, text or JSON Lines).

    ``hand`` is the number of the hand in the file, counted from 1.
    """

    record: Annotated[str, Meta(max_length=LONGEST)]
    hand: Annotated[int, Meta(ge=1, le=100_000)] = 1


@post(
    "/api/records/replay",
    tags=["hands"],
    status_code=200,
    opt={COMPRESSED: True},
    request_max_body_size=MOST_BYTES,
    responses=json_body_responses(Replay),
    security=PLAYER,
)
async def upload_replay(request: AnyRequest, data: JSONBody[UploadedRecord]) -> Response[bytes]:
    """Return the replay of a hand of an uploaded record. Neither the record nor the replay is stored.

    Errors: ``impossible_record``, ``no_such_hand``, ``hand_too_long``, ``deal_open``, ``in_a_hand``, ``too_many_requests``.
    """
    services = get_services(request)
    player = await require_player_not_in_hand(services, request)
    services.rate_limiter.admit_analysis(player.id)
    async with services.reading.turn(player.id):
        return await asyncio.to_thread(_to_replay_response, services, request, data)


@post(
    "/api/records/review",
    tags=["hands"],
    status_code=200,
    opt={COMPRESSED: True},
    request_max_body_size=MOST_BYTES,
    responses=json_body_responses(HandReview),
    security=PLAYER,
)
async def upload_review(
    request: AnyRequest, data: JSONBody[UploadedRecord], kind: FromQuery[ReviewKind] = "full"
) -> Response[bytes]:
    """Return the review of a hand of an uploaded record as far as it is computed, and start to compute it if necessary.

    A client repeats the request until the review is complete. The review is kept for a while, but not stored. While the
    player is in a hand in this room, no uploaded record is reviewed.

    Errors: ``impossible_record``, ``no_such_hand``, ``hand_too_long``, ``deal_open``, ``in_a_hand``, ``too_many_requests``,
    ``analysis_unavailable``.
    """
    services = get_services(request)
    player = await require_player_not_in_hand(services, request)
    async with services.reading.turn(player.id):
        record = await asyncio.to_thread(read_checked_upload, services, data)
    asker = ReviewAsker(player.id, partial(services.rate_limiter.admit_analysis, player.id))
    review = await services.reviews.review_upload(record, kind, asker)
    body = to_json(to_hand_review(UPLOADED, review))
    return cached_response(request, await asyncio.to_thread(make_cached_response, body, "application/json"), ASK_OWN)


async def require_player_not_in_hand(services: Services, request: AnyRequest) -> StoredPlayer:
    """Return the player who sent an upload. Raises NoSession, and Refusal while the player is in a running hand."""
    player = await services.require_player(request)
    if await services.tables.is_in_hand(player):
        raise Refusal("in_a_hand")
    return player


def read_checked_upload(services: Services, data: UploadedRecord) -> Record:
    """Return the record of an uploaded hand.

    Raises PaijuError if the hand cannot be read, or if the room's rules cannot replay it.
    """
    record = read_upload(data.record, data.hand)
    check_upload(services.tables.context.registry, record)
    return record


def _to_replay_response(services: Services, request: AnyRequest, data: UploadedRecord) -> Response[bytes]:
    replay = replay_upload(services.tables.context.registry, read_checked_upload(services, data))
    return cached_response(request, make_cached_response(to_json(replay), "application/json"), ASK_OWN)


HANDLERS = [upload_replay, upload_review]
