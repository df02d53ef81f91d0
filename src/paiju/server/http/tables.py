"""The HTTP API of tables: lists of tables, opening a table, quick match, and a player's own tables and hands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from paiju.server.app.matchmaking.matchmaker import MatchStatus
from paiju.server.app.store import StoredPlayer
from paiju.server.app.tables import hand_replay as records
from paiju.server.app.tables.lobby_summary import LobbyTable, MyTable, to_lobby_table
from paiju.server.domain.table_setup import SetupRequest
from paiju.server.http.documented_routes import (
    ANYBODY,
    LATEST,
    PLAYER,
    delete,
    get,
    post,
)
from paiju.server.services import AnyRequest, get_services


class NewTable(SetupRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new table.

    ``bots`` says who sits in the other seats. It is the name of a bot, "" for the default bot, or null if these
    seats stay empty for players.
    """

    private: bool = True
    bots: Annotated[str, Meta(max_length=40)] | None = None


class TableName(Struct, frozen=True):
    """The id of a table, for ``/ws/tables/{table}``."""

    table: str


@get("/api/me/tables", tags=["tables"], security=PLAYER)
async def my_tables(request: AnyRequest) -> list[MyTable]:
    """List the tables where the player sits; those that wait for the player come first."""
    player = await get_services(request).require_player(request)
    return await get_services(request).tables.tables_of_player(player)


@get("/api/me/hands", tags=["hands"], security=PLAYER)
async def my_hands(
    request: AnyRequest, before: Annotated[int, QueryParameter(ge=0, le=LATEST)] = LATEST
) -> list[records.HandSummary]:
    """List the player's finished hands that ended before ``before`` (Unix milliseconds), the newest first, 50 at a time."""
    player = await get_services(request).require_player(request)
    hands = await get_services(request).tables.context.store.hands_of(player.id, before)
    return records.read_summaries(hands)


@get("/api/tables", tags=["tables"], security=ANYBODY)
async def tables(
    request: AnyRequest, ruleset: Annotated[str | None, QueryParameter(max_length=80)] = None
) -> list[LobbyTable]:  # fmt: skip
    """List public tables, at most 50: first those with connected players, then those with an empty seat, then the others."""
    return await get_services(request).tables.public_tables(ruleset)


@asynccontextmanager
async def admit_table(request: AnyRequest) -> AsyncIterator[StoredPlayer]:
    """Context manager that counts a request for a new table, and yields the player who sent it. Raises NoSession, RateLimited.

    Only one such request at a time is inside the block, so that concurrent requests cannot exceed the limit.
    """
    services, player = get_services(request), await get_services(request).require_player(request)
    async with services.tables.context.peers.coordinator.lock():
        seats = await services.tables.context.store.tables_of(player.id)
        await services.rate_limiter.admit_table(player, services.client_address(request), len(seats))
        yield player


@post("/api/tables", tags=["tables"], security=PLAYER)
async def new_table(request: AnyRequest, data: JSONBody[NewTable]) -> TableName:
    """Open a table. The player who opens it is its host and sits in the first seat.

    Errors: ``unknown_bot``, ``room_without_bots``, ``at_coin_table``, ``coins_to_enter``, ``too_many_tables``,
    ``too_many_requests``.
    """
    async with admit_table(request) as player:
        live = await get_services(request).tables.open_table(player, data, private=data.private, bot=data.bots)
    return TableName(live.table.id)


@post("/api/quick", tags=["tables"], status_code=200, security=PLAYER)
async def quick_match(request: AnyRequest, data: JSONBody[SetupRequest], partner: FromQuery[str] = "") -> MatchStatus:
    """Look for a seat at a table with players who have requested exactly the same setup.

    A response takes up to two seconds. While its ``table`` is null, the client repeats the request at once.

    ``partner`` is the name of a friend. The friend must make the same request and name the caller as ``partner``.
    The two then get seats at one table, and are partners in games with fixed teams.

    Errors: ``no_pairs``, ``not_friends``, ``unknown_player``, ``room_without_bots``, ``at_coin_table``,
    ``coins_to_enter``, ``too_many_tables``, ``too_many_requests``.
    """
    player = await get_services(request).require_player(request)

    async def admit_new_table() -> None:
        async with admit_table(request):
            pass

    services = get_services(request)
    friend = (await services.require_player_and_other(request, partner))[1] if partner else None
    return await services.matchmaker.seek(player, data, admit_new_table, services.client_address(request), friend)


@delete("/api/quick", tags=["tables"], security=PLAYER)
async def cancel_quick_match(request: AnyRequest) -> None:
    """End the search for a seat. If a seat was found in the meantime, it is given up."""
    await get_services(request).matchmaker.cancel(await get_services(request).require_player(request))


@get("/api/tables/{table:str}", tags=["tables"], security=PLAYER)
async def one_table(request: AnyRequest, table: FromPath[str]) -> LobbyTable:
    """Return a table by its id. Whoever knows the id of a private table may read that table too.

    Errors: ``unknown_table``, ``table_aside``.
    """
    player = await get_services(request).require_player(request)
    room = get_services(request).tables
    live = await room.visible_table(table, player.id)
    return (await room.without_hidden_names([to_lobby_table(live.table)]))[0]


@get("/api/tables/{table:str}/hands", tags=["hands"], security=PLAYER)
async def table_hands(request: AnyRequest, table: FromPath[str]) -> list[records.NumberedHand]:
    """List the finished hands of a table with texts for their scores, the newest first.

    Hands whose links were withdrawn appear only to their players.
    """
    player, context = await get_services(request).require_player(request), get_services(request).tables.context
    hands = await context.store.hands_at_table(table)
    numbered = records.to_numbered_hands(context.registry, hands)
    withdrawn = {hand.public_id for hand in hands if hand.withdrawn}
    return [hand for hand in numbered if hand.id not in withdrawn or hand.has_player(player.id)]


HANDLERS = [my_tables, my_hands, tables, new_table, quick_match, cancel_quick_match, one_table, table_hands]
