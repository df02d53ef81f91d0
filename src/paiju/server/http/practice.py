"""The HTTP API of practice tables, at which a recorded hand continues from a position, with bots.

Hands at practice tables are not recorded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from paiju.core.seats import Seat
from paiju.records import Record
from paiju.server.app.reviews import UPLOADED
from paiju.server.app.tables.hand_replay import read_record
from paiju.server.app.tables.practice_position import PracticeStart, make_practice_start
from paiju.server.http.documented_routes import PLAYER, post
from paiju.server.http.hands import find_requested_hand
from paiju.server.http.tables import TableName, admit_table
from paiju.server.http.uploaded_records import (
    MOST_BYTES,
    UploadedRecord,
    read_checked_upload,
    require_player_not_in_hand,
)
from paiju.server.services import AnyRequest, get_services


class NewPractice(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a practice hand begins: after the first ``move`` moves of the recorded hand; with 0, at the deal.

    The player takes the seat ``seat``.
    """

    move: Annotated[int, Meta(ge=0, le=100_000)] = 0
    seat: Annotated[int, Meta(ge=0, le=100)] = 0


@post("/api/hands/{hand:str}/practice", tags=["tables"], security=PLAYER)
async def open_hand_practice_table(request: AnyRequest, hand: FromPath[str], data: JSONBody[NewPractice]) -> TableName:
    """Open a private table at which a finished hand continues from a position, with bots in all other seats.

    The practice hand is not recorded and does not count. A player has one practice table at a time: a new one closes
    the previous one. If the position lies within a claim window, the hand continues from the start of the window.

    Errors: ``unknown_record``, ``hand_aside``, ``deal_open``, ``no_such_move``, ``no_such_seat``, ``position_over``,
    ``too_many_tables``, ``too_many_requests``.
    """
    services = get_services(request)
    await services.require_player(request)
    opened = await find_requested_hand(request, hand)
    found, registry = await opened.load_hand(), services.tables.context.registry
    return await _open_recorded_practice(request, data, lambda: read_record(registry, found), opened.access.public_id)


class UploadedPractice(UploadedRecord, frozen=True, forbid_unknown_fields=True):
    """A hand in an uploaded file of records, and the position from which the practice hand continues."""

    start: NewPractice = NewPractice()


@post("/api/records/practice", tags=["tables"], request_max_body_size=MOST_BYTES, security=PLAYER)
async def open_upload_practice_table(request: AnyRequest, data: JSONBody[UploadedPractice]) -> TableName:
    """Open a practice table at which a hand of an uploaded record continues from a position.

    Errors: ``impossible_record``, ``no_such_hand``, ``hand_too_long``, ``deal_open``, ``in_a_hand``, ``no_such_move``,
    ``no_such_seat``, ``position_over``, ``too_many_tables``, ``too_many_requests``.
    """
    services = get_services(request)
    await require_player_not_in_hand(services, request)
    return await _open_recorded_practice(request, data.start, lambda: read_checked_upload(services, data), UPLOADED)


async def _open_recorded_practice(
    request: AnyRequest, start: NewPractice, read: Callable[[], Record], name: str
) -> TableName:
    """Open a practice table for a recorded hand. Raises Refusal, UnknownName, Quarantined.

    ``read`` is a function that returns a record with only that hand. ``name`` is the hand's public id, and
    ``start`` is the requested position.
    """
    services = get_services(request)
    player, registry = await services.require_player(request), services.tables.context.registry

    def read_start() -> PracticeStart:
        return make_practice_start(registry, read(), start.move, start.seat, name)

    async with services.reading.turn(player.id):
        found = await asyncio.to_thread(read_start)
    return await open_practice_table(request, found, start.seat)


async def open_practice_table(request: AnyRequest, start: PracticeStart, seat: Seat) -> TableName:
    """Open a practice table for the player of a request, and close the previous one. Raises Refusal, RateLimited."""
    tables = get_services(request).tables
    await tables.close_practice_tables(await get_services(request).require_player(request))
    async with admit_table(request) as player:
        live = await tables.open_practice_table(player, start.ruleset, start.position, seat)
    return TableName(live.table.id)


HANDLERS = [open_hand_practice_table, open_upload_practice_table]
