"""The HTTP API of follows, blocks, online presence, invitations and reports."""

from __future__ import annotations

from typing import Annotated

from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from paiju.server.app.moderation import WHY_MOST, ModerationRequest
from paiju.server.app.recent_activity import RecentActivity
from paiju.server.app.social.relations import OnlineOverview, RelationNames
from paiju.server.http.documented_routes import ANYBODY, PLAYER, delete, get, post, put
from paiju.server.services import AnyRequest, get_services


class InvitationRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to a table. ``table`` is the id of the table at which the sender sits."""

    table: Annotated[str, Meta(max_length=40)]


class PlayerReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A report of another player: what that player did, and at which table."""

    why: Annotated[str, Meta(max_length=WHY_MOST)]
    table: Annotated[str, Meta(max_length=40)] = ""


@get("/api/here", tags=["people"], security=PLAYER)
async def mark_online(request: AnyRequest) -> OnlineOverview:
    """Mark the player as online for half a minute, and return who else is online.

    The result has the number of players online, the friends online, and the invitations to the player.
    """
    services = get_services(request)
    player = await services.require_player(request)
    services.demo_tables.note_lobby_visitor()
    overview = await services.people.online_overview(player)
    return replace(overview, pairs=await services.matchmaker.partner_requests(player))


@get("/api/recent", tags=["people"], security=ANYBODY)
async def recent_activity(request: AnyRequest) -> RecentActivity:
    """Return public hands that ended in the past day, and the names of players who played in the past week.

    Both lists begin with the latest. Players who hide their presence are in neither list. Hands of players who
    hide their history are left out too.
    """
    services = get_services(request)
    return await services.activity_feed.recent(await services.find_player(request))


@get("/api/me/ties", tags=["people"], security=PLAYER)
async def relations(request: AnyRequest) -> RelationNames:
    """Return the names of those whom the player follows and blocks."""
    services = get_services(request)
    return await services.people.followed_and_blocked_names(await services.require_player(request))


@put("/api/me/follows/{name:str}", tags=["people"], status_code=204, security=PLAYER)
async def follow(request: AnyRequest, name: FromPath[str]) -> None:
    """Follow a player.

    Errors: ``unknown_player``, ``it_is_you``, ``too_many_ties``.
    """
    services = get_services(request)
    await services.people.add_relation(*await services.require_player_and_other(request, name), "follow")


@delete("/api/me/follows/{name:str}", tags=["people"], security=PLAYER)
async def unfollow(request: AnyRequest, name: FromPath[str]) -> None:
    """Unfollow a player.

    Errors: ``unknown_player``, ``it_is_you``.
    """
    services = get_services(request)
    await services.people.remove_relation(*await services.require_player_and_other(request, name), "follow")


@put("/api/me/blocks/{name:str}", tags=["people"], status_code=204, security=PLAYER)
async def block(request: AnyRequest, name: FromPath[str]) -> None:
    """Block a player. The two are not seated together, and the blocker does not receive the other's messages.

    The blocked player does not see whether the blocker is online, and is not notified.

    Errors: ``unknown_player``, ``it_is_you``, ``too_many_ties``.
    """
    services = get_services(request)
    me, other = await services.require_player_and_other(request, name)
    await services.people.add_relation(me, other, "block")
    services.apply_block_change(me.id, other.id, on=True)


@delete("/api/me/blocks/{name:str}", tags=["people"], security=PLAYER)
async def unblock(request: AnyRequest, name: FromPath[str]) -> None:
    """Unblock a player.

    Errors: ``unknown_player``, ``it_is_you``.
    """
    services = get_services(request)
    me, other = await services.require_player_and_other(request, name)
    await services.people.remove_relation(me, other, "block")
    services.apply_block_change(me.id, other.id, on=False)


@post("/api/people/{name:str}/call", tags=["people"], status_code=204, security=PLAYER)
async def invite(request: AnyRequest, name: FromPath[str], data: JSONBody[InvitationRequest]) -> None:
    """Invite another player to the table at which the caller sits. The invited player must follow the caller.

    Errors: ``unknown_player``, ``not_followed``, ``too_many_requests``.
    """
    services = get_services(request)
    me, other = await services.require_player_and_other(request, name)
    await services.rate_limiter.admit_invitation(me)
    await services.people.invite(me, other, data.table)


@post("/api/people/{name:str}/report", tags=["people"], status_code=204, security=PLAYER)
async def report_player(request: AnyRequest, name: FromPath[str], data: JSONBody[PlayerReport]) -> None:
    """Report a player to the admins of the room. The admins see who sent the report.

    Errors: ``unknown_player``, ``too_many_requests``.
    """
    services = get_services(request)
    me, other = await services.require_player_and_other(request, name)
    await services.rate_limiter.admit_report(me)
    await services.tables.moderation.perform_action(
        me.id, ModerationRequest(act="report", subject=other.id, detail=data.table, why=data.why)
    )


HANDLERS = [mark_online, recent_activity, relations, follow, unfollow, block, unblock, invite, report_player]
