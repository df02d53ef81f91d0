"""The HTTP API of people to meet: whom one follows and blocks, who is here, invitations, reports."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from paiju.server.app.hosting import WHY_MOST, WishedAct
from paiju.server.app.people import Ties, WhoIsHere
from paiju.server.services import AnyRequest, services_of


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A table where one sits."""

    table: Annotated[str, Meta(max_length=40)]


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has done; ``table``: where."""

    why: Annotated[str, Meta(max_length=WHY_MOST)]
    table: Annotated[str, Meta(max_length=40)] = ""


@get("/api/here", tags=["people"])
async def here(request: AnyRequest) -> WhoIsHere:
    """Be here for half a minute, and see who else is: how many, those whom one follows, and who asks one to come."""
    services = services_of(request)
    return await services.people.look_round(await services.who(request))


@get("/api/me/ties", tags=["people"])
async def ties(request: AnyRequest) -> Ties:
    """Whom one follows, and whom one blocks."""
    services = services_of(request)
    return await services.people.ties(await services.who(request))


@put("/api/me/follows/{name:str}", tags=["people"], status_code=204)
async def follow(request: AnyRequest, name: FromPath[str]) -> None:
    """Follow a player."""
    services = services_of(request)
    await services.people.tie(*await services.both(request, name), "follow")


@delete("/api/me/follows/{name:str}", tags=["people"])
async def unfollow(request: AnyRequest, name: FromPath[str]) -> None:
    """Follow a player no longer."""
    services = services_of(request)
    await services.people.untie(*await services.both(request, name), "follow")


@put("/api/me/blocks/{name:str}", tags=["people"], status_code=204)
async def block(request: AnyRequest, name: FromPath[str]) -> None:
    """Have nothing to do with a player: one is not seated with them, does not hear them, and is never here for them.

    They are not told.
    """
    services = services_of(request)
    me, other = await services.both(request, name)
    await services.people.tie(me, other, "block")
    services.deafen(me.id, other.id, on=True)


@delete("/api/me/blocks/{name:str}", tags=["people"])
async def unblock(request: AnyRequest, name: FromPath[str]) -> None:
    """Block a player no longer."""
    services = services_of(request)
    me, other = await services.both(request, name)
    await services.people.untie(me, other, "block")
    services.deafen(me.id, other.id, on=False)


@post("/api/people/{name:str}/call", tags=["people"], status_code=204)
async def call(request: AnyRequest, name: FromPath[str], data: JSONBody[Place]) -> None:
    """Ask a player who follows one to come to a table where one sits."""
    services = services_of(request)
    me, other = await services.both(request, name)
    await services.gate.admit_call(me)
    await services.people.invite(me, other, data.table)


@post("/api/people/{name:str}/report", tags=["people"], status_code=204)
async def report(request: AnyRequest, name: FromPath[str], data: JSONBody[Report]) -> None:
    """Tell the hosts of the room what a player has done. They see who tells it."""
    services = services_of(request)
    me, other = await services.both(request, name)
    await services.gate.admit_report(me)
    await services.room.hosting.do(me.id, WishedAct(act="report", subject=other.id, detail=data.table, why=data.why))


HANDLERS = [here, ties, follow, unfollow, block, unblock, call, report]
