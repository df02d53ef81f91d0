"""The core routes of the HTTP API: players, rulesets, tables and finished hands. ``/api/schema`` describes it (OpenAPI)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

import msgspec
from litestar import Response
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from paiju.core.codec import from_json, schema_of, to_plain
from paiju.core.game import AnyGame
from paiju.core.guide import GuideSection
from paiju.core.ruleset import Offer, Title, with_options
from paiju.locale import family_catalogue, nearest_language
from paiju.server import wire, wire_requests
from paiju.server.app.bot_runner import BotRunner
from paiju.server.app.matchmaking.matchmaker import MatchStatus
from paiju.server.app.players.profiles import OPPONENTS
from paiju.server.app.ranking.hand_weights import COUNTED_HANDS, FULL_HANDS
from paiju.server.app.ranking.rating import ANCHORS
from paiju.server.app.store import StoredPlayer
from paiju.server.app.tables import hand_history as records
from paiju.server.app.tables.lobby_summary import LobbyTable, MyTable, to_lobby_table
from paiju.server.domain.table_setup import SetupRequest, TableSettings
from paiju.server.http.cached_responses import ASK, COMPRESSED, cached_response
from paiju.server.http.documented_routes import ANYBODY, IN_PERSON, PLAYER, cached_body, delete, get, patch, post, put
from paiju.server.http.user_agent import describe_user_agent, preferred_language
from paiju.server.response_cache import CachedResponse, make_cached_response
from paiju.server.services import AnyRequest, Services, get_services
from paiju.server.wire_schema import schema_bytes

FAR = 1 << 60
"""A time later than any other."""

MOST_OPTIONS = 4000
"""Maximum number of characters of changed options in a query."""


class Me(Struct, frozen=True):
    """The player of the session. ``guest``: the player has no account. ``user`` is the account's user name.

    ``admin``: the player is an admin of the room. ``bot``: a program plays as this player.
    """

    id: str
    name: str
    guest: bool
    user: str | None
    admin: bool = False
    bot: bool = False


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """A name for a player. A new guest with an empty or forbidden name gets another; to a taken name, a number is appended."""

    name: Annotated[str, Meta(max_length=60)] = ""


class Newcomer(Name, frozen=True, forbid_unknown_fields=True):
    """A new player. ``bot``: a program will play as this player."""

    bot: bool = False


class RulesetInfo(Struct, frozen=True, kw_only=True):
    """A ruleset of the room. Clients show rulesets in the order of the list.

    ``about`` is a sentence about the ruleset, by language. ``picture`` has cards that illustrate it, in the family's notation
    (``*`` before a wild card). ``extends`` is the id of the ruleset from which this one is derived. Each of the three may be
    empty. ``options`` has the options with their values in this ruleset, and ``schema`` is their JSON schema.
    """

    id: str
    family: str
    title: Title
    about: dict[str, str]
    picture: str
    extends: str
    seats: int
    digest: str
    windows: bool
    """Whether the game may have claim windows, in which several seats answer at once (``Game.window_beats``)."""
    options: dict[str, Any]
    schema: dict[str, Any]
    bots: tuple[str, ...]
    """The house bots that play the ruleset, the default first."""
    levels: dict[str, int]
    """Ratings of the bots that are levels of play, the weakest first."""


class NewTable(SetupRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new table.

    ``bots`` is the name of the bot for all other seats; empty: the default bot; null: the seats stay empty for players.
    """

    private: bool = True
    bots: Annotated[str, Meta(max_length=40)] | None = None


class TableName(Struct, frozen=True):
    """The id of a table, for ``/ws/tables/{table}``."""

    table: str


class CountingRules(Struct, frozen=True, kw_only=True):
    """How many hands count for titles, ratings and rankings.

    Of the hands that two players play together on a day, the first ``full_hands`` count in full, and the next ``half_hands``
    count half. To be in a ranking, a player needs at least ``opponents`` different opponents.
    """

    full_hands: int
    half_hands: int
    opponents: int


class Info(Struct, frozen=True, kw_only=True):
    """What the room offers.

    ``phrases`` and ``reactions`` are the codes that ``say`` and ``react`` accept. ``anchors`` are the fixed ratings of its
    bots. ``frame_limit`` is the maximum size of a client's frame in bytes. ``settings`` is the JSON schema of a table's
    settings, for forms.
    """

    phrases: tuple[str, ...]
    reactions: tuple[str, ...]
    anchors: dict[str, int]
    frame_limit: int
    settings: dict[str, Any]
    counting: CountingRules


async def to_me(services: Services, player: StoredPlayer) -> Me:
    """Return what a client receives about its own player."""
    account = await services.accounts.find_account(player)
    user = None if account is None else account.user
    return Me(player.id, player.name, account is None, user, services.is_admin(player.id), player.bot)


async def _require_player(request: AnyRequest) -> StoredPlayer:
    return await get_services(request).player(request)


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


@post("/api/session", tags=["player"], security=ANYBODY)
async def new_session(request: AnyRequest, data: JSONBody[Newcomer]) -> Response[Me]:
    """Create a guest, and set the session cookie. If the client has a session already, prolong it for another year.

    Errors: ``banned``, ``too_many_requests``.
    """
    services = get_services(request)
    text = services.session_cookie(request)
    known = await services.players.try_authenticate(text)
    if known is not None:
        services.players.require_not_banned(known.player.id)
        await services.players.touch_session(known)
        return Response(await to_me(services, known.player), cookies=[services.make_cookie(request, text)])
    await services.rate_limiter.admit_guest(services.client_address(request))
    player, key = await services.players.create_guest(
        data.name, describe_user_agent(request), preferred_language(request), bot=data.bot
    )
    return Response(await to_me(services, player), cookies=[services.make_cookie(request, key)])


@get("/api/notice", tags=["room"], sync_to_thread=False, security=ANYBODY)
def current_notice(request: AnyRequest) -> wire.Notice | None:
    """Return the current notice of the room's admins; null if there is none."""
    return get_services(request).notice()


@get("/api/me", tags=["player"], security=PLAYER)
async def me(request: AnyRequest) -> Me:
    """Return the player of the session."""
    return await to_me(get_services(request), await _require_player(request))


@get("/api/names", tags=["player"], security=PLAYER)
async def names(request: AnyRequest, lang: Annotated[str, QueryParameter(max_length=20)] = "") -> list[str]:
    """Suggest free player names in the language ``lang``, by default the language that the client prefers."""
    await _require_player(request)
    return await get_services(request).players.propose_names(
        nearest_language(lang) if lang else preferred_language(request)
    )


@patch("/api/me", tags=["player"], security=PLAYER)
async def rename(request: AnyRequest, data: JSONBody[Name]) -> Me:
    """Change the player's shown name. The name must be free. A table shows it as soon as no hand is running there.

    Errors: ``bad_name``, ``name_taken``, ``name_reserved``, ``name_of_bot``.
    """
    services = get_services(request)
    renamed = await services.players.rename(await _require_player(request), data.name)
    await services.tables.moderation.rename_seated(renamed)
    return await to_me(services, renamed)


@put("/api/me/bot", tags=["player"], security=IN_PERSON)
async def make_bot(request: AnyRequest) -> Me:
    """Declare that a program plays as this player, for good.

    This is possible before the player's first hand, while the player sits at no table.

    Errors: ``not_new``.
    """
    services = get_services(request)
    visit = await services.authenticate_in_person(request)
    return await to_me(services, await services.players.make_bot(visit.player))


@get("/api/me/tables", tags=["tables"], security=PLAYER)
async def my_tables(request: AnyRequest) -> list[MyTable]:
    """List the tables where the player sits; those that wait for the player come first."""
    player = await _require_player(request)
    return await get_services(request).tables.tables_of_player(player)


@get("/api/me/hands", tags=["hands"], security=PLAYER)
async def my_hands(
    request: AnyRequest, before: Annotated[int, QueryParameter(ge=0, le=FAR)] = FAR
) -> list[records.HandSummary]:
    """List the player's finished hands that ended before ``before`` (Unix milliseconds), the newest first, 50 at a time."""
    player = await _require_player(request)
    hands = await get_services(request).tables.context.store.hands_of(player.id, before)
    return records.read_summaries(hands)


@get("/api/rulesets", tags=["room"], sync_to_thread=False, security=ANYBODY)
def rulesets(request: AnyRequest) -> list[RulesetInfo]:
    """List all rulesets with their options."""
    context = get_services(request).tables.context
    return [
        _ruleset_info(offer, context.registry.game(offer.ruleset), context.bot_runner)
        for offer in context.registry.list_offers()
    ]


def _ruleset_info(offer: Offer, game: AnyGame, thinker: BotRunner) -> RulesetInfo:
    rules = offer.ruleset
    return RulesetInfo(
        id=rules.id,
        family=rules.family,
        title=rules.title,
        about=offer.about,
        picture=offer.picture,
        extends=offer.extends,
        seats=offer.players,
        windows=game.has_windows,
        digest=rules.digest,
        options=to_plain(rules.rules),
        schema=msgspec.json.schema(type(rules.rules), schema_hook=schema_of),
        bots=thinker.bots(game),
        levels=dict(thinker.levels(game)),
    )


@get("/api/rulesets/{family:str}/{name:str}/guide", tags=["room"], sync_to_thread=False, security=ANYBODY)
def ruleset_guide(
    request: AnyRequest,
    family: FromPath[str],
    name: FromPath[str],
    options: Annotated[str, QueryParameter(max_length=MOST_OPTIONS)] = "{}",
) -> list[GuideSection]:
    """Return an explanation of a ruleset for players. ``options``: the options that a table has changed, as JSON.

    Errors: ``unknown_ruleset``.
    """
    library = get_services(request).tables.context.registry
    ruleset = with_options(library.ruleset(f"{family}/{name}"), **from_json(options, dict[str, Any]))
    return list(library.family(ruleset.family).guide(ruleset.rules))


@get("/api/words/{family:str}", tags=["room"], sync_to_thread=False, security=ANYBODY)
def family_texts(request: AnyRequest, family: FromPath[str]) -> dict[str, dict[str, str]]:
    """Return all texts of a family, by language and key, for clients that come without the texts of this family."""
    return family_catalogue(get_services(request).tables.context.registry.family(family).name)


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
    services, player = get_services(request), await _require_player(request)
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

    A response takes up to two seconds. While its ``table`` is null, the client repeats the request at once. ``partner`` is the
    name of a friend who makes the same request and names the caller: the two get seats at one table, as partners in games with
    fixed teams.

    Errors: ``no_pairs``, ``not_friends``, ``unknown_player``, ``room_without_bots``, ``at_coin_table``, ``coins_to_enter``,
    ``too_many_tables``, ``too_many_requests``.
    """
    player = await _require_player(request)

    async def begins() -> None:
        async with admit_table(request):
            pass

    services = get_services(request)
    friend = (await services.player_and_other(request, partner))[1] if partner else None
    return await services.matchmaker.seek(player, data, begins, services.client_address(request), friend)


@delete("/api/quick", tags=["tables"], security=PLAYER)
async def cancel_quick_match(request: AnyRequest) -> None:
    """End the search for a seat. If a seat was found in the meantime, it is given up."""
    await get_services(request).matchmaker.cancel(await _require_player(request))


@get("/api/tables/{table:str}", tags=["tables"], security=PLAYER)
async def one_table(request: AnyRequest, table: FromPath[str]) -> LobbyTable:
    """Return a table by its id. For a private table too, knowing the id suffices.

    Errors: ``unknown_table``, ``table_aside``.
    """
    player = await _require_player(request)
    room = get_services(request).tables
    live = await room.visible_table(table, player.id)
    return (await room.without_hidden_names([to_lobby_table(live.table)]))[0]


@get("/api/tables/{table:str}/hands", tags=["hands"], security=PLAYER)
async def table_hands(request: AnyRequest, table: FromPath[str]) -> list[records.NumberedHand]:
    """List the finished hands of a table with their scores in words, the newest first.

    Hands whose links were withdrawn appear only to their players.
    """
    player, context = await _require_player(request), get_services(request).tables.context
    hands = await context.store.hands_at(table)
    numbered = records.hands_of_table(context.registry, hands)
    withdrawn = {hand.public_id for hand in hands if hand.withdrawn}
    return [hand for hand in numbered if hand.id not in withdrawn or hand.has_player(player.id)]


@get(
    "/api/wire.json",
    tags=["room"],
    opt={COMPRESSED: True},
    responses=cached_body(dict[str, Any]),
    security=ANYBODY,
)
async def wire_schema(request: AnyRequest) -> Response[bytes]:
    """Return the JSON schema of the messages on a table's socket, and of each family's values in these messages."""
    services = get_services(request)

    async def make() -> CachedResponse:
        return await asyncio.to_thread(lambda: make_cached_response(schema_bytes(), "application/json"))

    ready = await services.response_cache.get("wire.json", make, services.reading, services.client_address(request))
    return cached_response(request, ready, ASK)


HANDLERS = [
    wire_schema, room_info, current_notice, new_session, me, names, rename, make_bot, my_tables, my_hands, rulesets,
    ruleset_guide, family_texts, tables, new_table, quick_match, cancel_quick_match, one_table, table_hands,
]  # fmt: skip
