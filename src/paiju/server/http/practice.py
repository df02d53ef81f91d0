"""The HTTP API of practice: a table at which a finished hand goes on from any position, with bots, and nothing is recorded."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from paiju.server.app.tables.hand_history import read_record
from paiju.server.app.tables.practice_position import PracticeStart, read_practice_start
from paiju.server.http.api import TableName, admit_table
from paiju.server.http.endpoint_decorators import PLAYER, post
from paiju.server.http.hands import RequestedHand, open_hand
from paiju.server.services import AnyRequest, get_services


class NewPractice(Struct, frozen=True, forbid_unknown_fields=True):
    """Where to play on: after the first ``move`` moves of the hand (0: the same deal again), in ``seat``."""

    move: Annotated[int, Meta(ge=0, le=100_000)] = 0
    seat: Annotated[int, Meta(ge=0, le=100)] = 0


@post("/api/hands/{hand:str}/practice", tags=["tables"], security=PLAYER)
async def new_practice(request: AnyRequest, hand: FromPath[str], data: JSONBody[NewPractice]) -> TableName:
    """Open a private table at which a finished hand goes on from a position, with bots of the house in all other seats.

    Nothing of it is recorded or counted. A player has one such table at a time: opening another closes it. If the position
    lies within a claim window, the hand goes on from the start of the window.

    Errors: ``unknown_record``, ``hand_aside``, ``deal_open``, ``no_such_move``, ``no_such_seat``, ``position_over``,
    ``too_many_tables``, ``too_many_requests``.
    """
    services = get_services(request)
    player = await services.player(request)
    opened = await open_hand(request, hand)
    async with services.reading.turn(opened.asker):
        start = await _read_start(opened, data)
    await services.tables.close_practice_tables(player)
    async with admit_table(request) as player:
        live = await services.tables.open_practice_table(player, start.ruleset, start.position, data.seat)
    return TableName(live.table.id)


async def _read_start(opened: RequestedHand, wanted: NewPractice) -> PracticeStart:
    """Return the rules and the position. Raises Refusal, UnknownName, Quarantined."""
    library, found = opened.services.tables.context.registry, await opened.hand()

    def read() -> PracticeStart:
        record = read_record(library, found)
        return read_practice_start(library, record, wanted.move, wanted.seat, opened.access.public_id)

    return await asyncio.to_thread(read)


HANDLERS = [new_practice]
