"""The HTTP API of those who are hosts of the room. All of it refuses everybody else."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct
from msgspec.structs import asdict

from paiju.server.app.hosting import What, WishedAct, find_player
from paiju.server.app.reached import option_of
from paiju.server.app.store import Act, Known, Player
from paiju.server.app.summary import LobbyTable
from paiju.server.http.account import UNSEEN
from paiju.server.http.api import FAR
from paiju.server.services import AnyRequest, Services, services_of

MOST = 100
"""So many are answered at once."""


class NewAct(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be done. ``subject``: a player's id or user name, a table's id, or nothing for a notice.

    ``detail``: the new name, the notice, or how many coins, below zero to take them. ``why`` is for the hosts alone.
    """

    act: What
    subject: Annotated[str, Meta(max_length=100)] = ""
    detail: Annotated[str, Meta(max_length=1000)] = ""
    why: Annotated[str, Meta(max_length=1000)] = ""


class HostPlayer(Struct, frozen=True, kw_only=True):
    """A player or ``bot``, as hosts see them. ``marks``: "host", "banned", "muted". Times in milliseconds since 1970."""

    id: str
    name: str
    user: str | None
    created: int
    bot: bool
    seen: int
    marks: tuple[str, ...]


class HostTable(Struct, frozen=True, kw_only=True):
    """A table, and the ids of those who sit there. ``closing``: it closes when its hand is over."""

    table: LobbyTable
    players: tuple[str, ...]
    closing: bool


class ToldAct(Struct, frozen=True, kw_only=True):
    """What a host has done. ``by`` and ``name``: what actor and subject are called now; empty: nobody knows."""

    number: int
    at: int
    actor: str
    by: str
    act: str
    subject: str
    name: str
    detail: str
    why: str


class ReachedLimit(Struct, frozen=True, kw_only=True):
    """A limit that has turned somebody away since this server was started: how often, when last, and what sets it."""

    setting: str
    times: int
    last: int


@get("/api/host/players", tags=["host"], response_headers=UNSEEN)
async def players(
    request: AnyRequest, find: Annotated[str, QueryParameter(max_length=60)] = ""
) -> list[HostPlayer]:  # fmt: skip
    """Players by id, name or user name, the last seen first."""
    services = services_of(request)
    await services.host(request)
    return [_shown(services, known) for known in await services.room.house.store.find_players(find, MOST)]


@get("/api/host/tables", tags=["host"], response_headers=UNSEEN)
async def tables(request: AnyRequest) -> list[HostTable]:
    """Tables that are not closed, private ones too, the newest change first."""
    services = services_of(request)
    await services.host(request)
    found = {summary.table: summary for summary in await services.room.house.store.open_tables()}
    closing = services.room.hosting.marks
    return [
        HostTable(table=line, players=found[line.id].players, closing=closing.has(line.id, "closing"))
        for line in await services.room.lobby(found.values())
    ]


@get("/api/host/acts", tags=["host"], response_headers=UNSEEN)
async def acts(request: AnyRequest, before: Annotated[int, QueryParameter(ge=0, le=FAR)] = FAR) -> list[ToldAct]:
    """What hosts have done before an act (its number), the last first."""
    services = services_of(request)
    await services.host(request)
    found = await services.room.house.store.last_acts(before, MOST)
    known = await services.room.house.store.players({one for act in found for one in (act.actor, act.subject)})
    return [_told(act, known) for act in found]


@get("/api/host/limits", tags=["host"], response_headers=UNSEEN)
async def limits(request: AnyRequest) -> list[ReachedLimit]:
    """Limits that have turned somebody away since the server that answers was started, the last first."""
    services = services_of(request)
    await services.host(request)
    found = [
        ReachedLimit(setting=option_of(limit), times=reach.times, last=int(reach.last * 1000))
        for limit, reach in services.gate.reached.limits.items()
    ]
    return sorted(found, key=lambda one: -one.last)


@post("/api/host/acts", tags=["host"], status_code=204)
async def do(request: AnyRequest, data: JSONBody[NewAct]) -> None:
    """Do something. It is noted who did it, when, to whom, and why."""
    services = services_of(request)
    host = await services.host(request)
    house = services.room.house
    if data.act == "coins":  # who never had any has at least what everybody begins with
        await house.bank.open_purse((await find_player(house.store, data.subject)).id, house.clock())
    await services.room.hosting.do(host.id, WishedAct(**asdict(data)))


def _shown(services: Services, known: Known) -> HostPlayer:
    marks = tuple(services.room.hosting.marks.marks(known.player.id))
    return HostPlayer(**asdict(known.player), user=known.user, seen=known.seen, marks=marks)


def _told(act: Act, known: dict[str, Player]) -> ToldAct:
    by, name = (known[one].name if one in known else "" for one in (act.actor, act.subject))
    return ToldAct(**asdict(act), by=by, name=name)


HANDLERS = [players, tables, acts, limits, do]
