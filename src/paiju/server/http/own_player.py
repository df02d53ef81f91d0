"""The HTTP API of the session's player: who it is, its name, and the change of an account to a bot."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from paiju.locale import nearest_language
from paiju.server.app.store import StoredPlayer
from paiju.server.http.documented_routes import ANYBODY, IN_PERSON, PLAYER, get, patch, post, put
from paiju.server.http.user_agent import describe_user_agent, preferred_language
from paiju.server.services import AnyRequest, Services, get_services


class Me(Struct, frozen=True):
    """The player of the session. ``guest`` says whether the player has no account. ``user`` is the account's user name.

    ``admin`` says whether the player is an admin of the room, and ``bot`` whether a program plays as this player.
    """

    id: str
    name: str
    guest: bool
    user: str | None
    admin: bool = False
    bot: bool = False


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """A name for a player.

    If a new guest sends an empty or forbidden name, the guest gets a random name instead. If the name of a new
    guest is taken, a number is appended.
    """

    name: Annotated[str, Meta(max_length=60)] = ""


class Newcomer(Name, frozen=True, forbid_unknown_fields=True):
    """A new player. ``bot`` says whether a program will play as this player."""

    bot: bool = False


async def to_me(services: Services, player: StoredPlayer) -> Me:
    """Return what a client receives about its own player."""
    account = await services.accounts.find_account(player)
    user = None if account is None else account.user
    return Me(player.id, player.name, account is None, user, services.is_admin(player.id), player.bot)


@post("/api/session", tags=["player"], security=ANYBODY)
async def create_or_prolong_session(request: AnyRequest, data: JSONBody[Newcomer]) -> Response[Me]:
    """If the client has a session, prolong it for another year. Otherwise create a guest with a new session.

    The response sets the session cookie.

    Errors: ``banned``, ``too_many_requests``.
    """
    services = get_services(request)
    text = services.get_session_cookie(request)
    known = await services.players.try_authenticate(text)
    if known is not None:
        services.players.require_not_banned(known.player.id)
        await services.players.touch_session(known)
        return Response(await to_me(services, known.player), cookies=[services.make_session_cookie(request, text)])
    await services.rate_limiter.admit_guest(services.client_address(request))
    player, key = await services.players.create_guest(
        data.name, describe_user_agent(request), preferred_language(request), bot=data.bot
    )
    return Response(await to_me(services, player), cookies=[services.make_session_cookie(request, key)])


@get("/api/me", tags=["player"], security=PLAYER)
async def me(request: AnyRequest) -> Me:
    """Return the player of the session."""
    return await to_me(get_services(request), await get_services(request).require_player(request))


@get("/api/names", tags=["player"], security=PLAYER)
async def propose_names(request: AnyRequest, lang: Annotated[str, QueryParameter(max_length=20)] = "") -> list[str]:
    """Suggest free player names in the language ``lang``, by default the language that the client prefers."""
    await get_services(request).require_player(request)
    return await get_services(request).players.propose_names(
        nearest_language(lang) if lang else preferred_language(request)
    )


@patch("/api/me", tags=["player"], security=PLAYER)
async def rename(request: AnyRequest, data: JSONBody[Name]) -> Me:
    """Change the player's shown name. The new name must be free.

    A table shows the new name as soon as no hand is running at that table.

    Errors: ``bad_name``, ``name_taken``, ``name_reserved``, ``name_of_bot``.
    """
    services = get_services(request)
    renamed = await services.players.rename(await get_services(request).require_player(request), data.name)
    await services.tables.moderation.rename_seated(renamed)
    return await to_me(services, renamed)


@put("/api/me/bot", tags=["player"], security=IN_PERSON)
async def declare_bot(request: AnyRequest) -> Me:
    """Declare that a program plays as this player, for good.

    This is possible before the player's first hand, while the player sits at no table.

    Errors: ``not_new``.
    """
    services = get_services(request)
    visit = await services.authenticate_in_person(request)
    return await to_me(services, await services.players.mark_as_bot(visit.player))


HANDLERS = [create_or_prolong_session, me, propose_names, rename, declare_bot]
