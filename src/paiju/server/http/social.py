"""The HTTP API of people to meet: whom one follows and blocks, who is here, invitations, reports."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from paiju.server.app.moderation import WHY_MOST, ModerationRequest
from paiju.server.app.social.relations import OnlineOverview, RelationNames
from paiju.server.services import AnyRequest, get_services


class TableName(Struct, frozen=True, forbid_unknown_fields=True):
    """A table where one sits."""

    table: Annotated[str, Meta(max_length=40)]


class PlayerReport(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has done; ``table``: where."""

    why: Annotated[str, Meta(max_length=WHY_MOST)]
    table: Annotated[str, Meta(max_length=40)] = ""


@get("/api/here", tags=["people"])
async def online(request: AnyRequest) -> OnlineOverview:
    """Be here for half a minute, and see who else is: how many, those whom one follows, and who asks one to come."""
    services = get_services(request)
    return await services.people.online_overview(await services.player(request))


@get("/api/me/ties", tags=["people"])
async def relations(request: AnyRequest) -> RelationNames:
    """Whom one follows, and whom one blocks."""
    services = get_services(request)
    return await services.people.relations_of(await services.player(request))


@put("/api/me/follows/{name:str}", tags=["people"], status_code=204)
async def follow(request: AnyRequest, name: FromPath[str]) -> None:
    """Follow a player."""
    services = get_services(request)
    await services.people.add_relation(*await services.player_and_other(request, name), "follow")


@delete("/api/me/follows/{name:str}", tags=["people"])
async def unfollow(request: AnyRequest, name: FromPath[str]) -> None:
    """Follow a player no longer."""
    services = get_services(request)
    await services.people.remove_relation(*await services.player_and_other(request, name), "follow")


@put("/api/me/blocks/{name:str}", tags=["people"], status_code=204)
async def block(request: AnyRequest, name: FromPath[str]) -> None:
    """Have nothing to do with a player: one is not seated with them, does not hear them, and is never here for them.

    They are not told.
    """
    services = get_services(request)
    me, other = await services.player_and_other(request, name)
    await services.people.add_relation(me, other, "block")
    services.set_blocked(me.id, other.id, on=True)


@delete("/api/me/blocks/{name:str}", tags=["people"])
async def unblock(request: AnyRequest, name: FromPath[str]) -> None:
    """Block a player no longer."""
    services = get_services(request)
    me, other = await services.player_and_other(request, name)
    await services.people.remove_relation(me, other, "block")
    services.set_blocked(me.id, other.id, on=False)


@post("/api/people/{name:str}/call", tags=["people"], status_code=204)
async def invite(request: AnyRequest, name: FromPath[str], data: JSONBody[TableName]) -> None:
    """Ask a player who follows one to come to a table where one sits."""
    services = get_services(request)
    me, other = await services.player_and_other(request, name)
    await services.rate_limiter.admit_call(me)
    await services.people.invite(me, other, data.table)


@post("/api/people/{name:str}/report", tags=["people"], status_code=204)
async def report(request: AnyRequest, name: FromPath[str], data: JSONBody[PlayerReport]) -> None:
    """Report a player to the admins of the room, who see who reports."""
    services = get_services(request)
    me, other = await services.player_and_other(request, name)
    await services.rate_limiter.admit_report(me)
    await services.tables.moderation.apply_action(
        me.id, ModerationRequest(act="report", subject=other.id, detail=data.table, why=data.why)
    )


HANDLERS = [online, relations, follow, unfollow, block, unblock, invite, report]
