"""The HTTP API for admins of the room. Every endpoint refuses everybody else."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated

from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct
from msgspec.structs import asdict

from paiju.server.app.economy.withheld_coins import WithheldCoins, withheld_coins
from paiju.server.app.matchmaking.ip_network_hashes import KEPT_DAYS
from paiju.server.app.moderation import ActionKind, ModerationRequest, action_name, find_player
from paiju.server.app.players.player_service import DAY
from paiju.server.app.ranking.dumping_detection import Flow, Grade, SuspectGroup, find_suspect_groups
from paiju.server.app.rate_limit_reports import option_name
from paiju.server.app.store import ModerationAction, PlayerEntry, StoredPlayer
from paiju.server.app.tables.lobby_summary import LobbyTable
from paiju.server.http.accounts import UNSEEN
from paiju.server.http.documented_routes import ADMIN, LATEST, get, post
from paiju.server.services import AnyRequest, Services, get_services

MOST = 100
"""Maximum number of items in one response. The list of tables has a limit of its own."""
LISTED_DAYS = KEPT_DAYS
"""Number of past days that the list of withheld coins and the list of signs of dumping cover.

Network hashes are kept for the same number of days.
"""


class NewAction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for an action of an admin.

    ``subject`` is a player's id or user name, or a table's id; it is empty for a notice. ``detail`` is the new
    name, the notice, or the number of coins (negative to take coins away). ``why`` is the reason, which only
    admins see.
    """

    act: ActionKind
    subject: Annotated[str, Meta(max_length=100)] = ""
    detail: Annotated[str, Meta(max_length=1000)] = ""
    why: Annotated[str, Meta(max_length=1000)] = ""


class AdminPlayer(Struct, frozen=True, kw_only=True):
    """A player as admins see them. Times are in Unix milliseconds.

    ``marks`` has those of the marks "admin", "banned", "muted" and "unranked" that the player has.
    """

    id: str
    name: str
    user: str | None
    created: int
    bot: bool
    seen: int
    marks: tuple[str, ...]


class AdminTable(Struct, frozen=True, kw_only=True):
    """A table, with the ids of its seated players.

    ``closing`` says whether the table will be closed as soon as no hand is running there.
    """

    table: LobbyTable
    players: tuple[str, ...]
    closing: bool


class ActionView(Struct, frozen=True, kw_only=True):
    """An action of an admin.

    ``by`` is the current name of the actor, and ``name`` that of the player whom the action concerns. A name that
    is not known is empty.
    """

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
    """A rate limit that has refused requests since this process was started.

    ``setting`` is the option that sets the limit, ``times`` the number of refusals, ``last`` the time of the last one (Unix
    milliseconds).
    """

    setting: str
    times: int
    last: int


class WithheldTransfer(Struct, frozen=True, kw_only=True):
    """Coins that ``payer`` did not lose to ``payee`` in a hand, because the two had reached their daily limit.

    If ``private`` is true, the hand was played at a private table; otherwise the payer left the hand before its end.
    ``payer_name`` and ``payee_name`` are the current names; empty if unknown.
    """

    ended: int
    payer: str
    payer_name: str
    payee: str
    payee_name: str
    coins: int
    private: bool


class GroupMember(Struct, frozen=True, kw_only=True):
    """A player of a group. ``marks`` lists the player's marks, out of "admin", "banned", "muted" and "unranked"."""

    id: str
    name: str
    marks: tuple[str, ...]


class SuspectGroupView(Struct, frozen=True, kw_only=True):
    """Players whose hands show signs of dumping. Dumping means that one player loses to another on purpose.

    ``grade`` is "strong" if nearly all wins, points or coins go one way, otherwise "mild".
    """

    players: tuple[GroupMember, ...]
    flows: tuple[Flow, ...]
    grade: Grade


@get("/api/admin/players", tags=["admin"], response_headers=UNSEEN, security=ADMIN)
async def players(
    request: AnyRequest, find: Annotated[str, QueryParameter(max_length=60)] = ""
) -> list[AdminPlayer]:  # fmt: skip
    """Find players by id, name or user name, at most 100, the last seen first."""
    services = get_services(request)
    await services.require_admin(request)
    return [_to_admin_player(services, known) for known in await services.tables.context.store.find_players(find, MOST)]


@get("/api/admin/tables", tags=["admin"], response_headers=UNSEEN, security=ADMIN)
async def tables(request: AnyRequest) -> list[AdminTable]:
    """List the tables that are not closed, private ones too, at most 200, the last changed first."""
    services = get_services(request)
    await services.require_admin(request)
    found = {summary.table: summary for summary in await services.tables.context.store.list_open_tables()}
    closing = services.tables.moderation.sanctions
    return [
        AdminTable(table=line, players=found[line.id].players, closing=closing.is_active(line.id, "closing"))
        for line in await services.tables.to_lobby_tables(found.values())
    ]


@get("/api/admin/acts", tags=["admin"], response_headers=UNSEEN, security=ADMIN)
async def actions(
    request: AnyRequest, before: Annotated[int, QueryParameter(ge=0, le=LATEST)] = LATEST
) -> list[ActionView]:
    """List the actions of admins, the newest first, 100 at a time.

    ``before`` selects the actions with numbers lower than this.
    """
    services = get_services(request)
    await services.require_admin(request)
    found = await services.tables.context.store.actions_before(before, MOST)
    known = await services.tables.context.store.players({one for act in found for one in (act.actor, act.subject)})
    return [_to_action_view(act, known) for act in found]


@get("/api/admin/limits", tags=["admin"], response_headers=UNSEEN, security=ADMIN)
async def list_reached_limits(request: AnyRequest) -> list[ReachedLimit]:
    """List the rate limits that have refused requests since this server process was started, the last refusal first."""
    services = get_services(request)
    await services.require_admin(request)
    found = [
        ReachedLimit(setting=option_name(limit), times=reach.times, last=int(reach.last * 1000))
        for limit, reach in services.rate_limiter.reached.limits.items()
    ]
    return sorted(found, key=lambda one: -one.last)


@get("/api/admin/withheld", tags=["admin"], response_headers=UNSEEN, security=ADMIN)
async def withheld_transfers(request: AnyRequest) -> list[WithheldTransfer]:
    """List coins of the last 30 days that players did not lose, because of the daily limit between two players.

    The latest come first, at most 100.
    """
    services = get_services(request)
    await services.require_admin(request)
    context = services.tables.context
    found = withheld_coins(await context.store.hands_with_limited_transfers(context.clock() - LISTED_DAYS * DAY))[:MOST]
    known = await context.store.players({one for flow in found for one in (flow.payer, flow.payee)})
    return [_to_withheld_transfer(flow, known) for flow in found]


@get("/api/admin/closed-groups", tags=["admin"], response_headers=UNSEEN, security=ADMIN)
async def suspect_dumping_groups(request: AnyRequest) -> list[SuspectGroupView]:
    """List at most 100 groups of players whose hands of the last 30 days show signs of losing on purpose.

    Groups with strong signs come first. Signs are not proof. A hand is considered only if people played it
    without bots, at a public table, and by released rules.
    """
    services = get_services(request)
    await services.require_admin(request)
    store, now = services.tables.context.store, services.tables.context.clock()
    seats = await store.recent_seat_results(now - LISTED_DAYS * DAY)
    players = {seat.player for seat in seats}
    networks = await store.shared_network_days(players, now // DAY - LISTED_DAYS)
    groups = (await asyncio.to_thread(find_suspect_groups, seats, networks))[:MOST]
    known = await store.players({player for group in groups for player in group.players})
    return [_to_dumping_group(services, group, known) for group in groups]


@post("/api/admin/acts", tags=["admin"], status_code=204, security=ADMIN)
async def apply_action(request: AnyRequest, data: JSONBody[NewAction]) -> None:
    """Take an action as an admin.

    The list of actions shows who took each action, when, on whom or what, and why.

    Errors: ``is_admin``, ``unknown_player``, ``unknown_table``, ``name_taken``, ``coins_not_there``,
    ``no_purse``.
    """
    services = get_services(request)
    admin = await services.require_admin(request)
    context = services.tables.context
    if data.act == "coins":  # a player who never had coins gets a wallet first
        await context.bank.open_wallet((await find_player(context.store, data.subject)).id, context.clock())
    await services.tables.moderation.perform_action(admin.id, ModerationRequest(**asdict(data)))


def _to_admin_player(services: Services, known: PlayerEntry) -> AdminPlayer:
    marks = tuple(services.tables.moderation.sanctions.active_for(known.player.id))
    return AdminPlayer(**asdict(known.player), user=known.user, seen=known.seen, marks=marks)


def _to_dumping_group(services: Services, group: SuspectGroup, known: dict[str, StoredPlayer]) -> SuspectGroupView:
    sanctions = services.tables.moderation.sanctions
    members = tuple(
        GroupMember(id=one, name=_name_of(known, one), marks=tuple(sanctions.active_for(one))) for one in group.players
    )
    return SuspectGroupView(players=members, flows=group.flows, grade=group.grade)


def _to_withheld_transfer(flow: WithheldCoins, known: dict[str, StoredPlayer]) -> WithheldTransfer:
    """Return withheld coins as admins receive them.

    The id of the hand is left out, because an admin could open the hand with it.
    """
    return WithheldTransfer(
        ended=flow.ended,
        payer=flow.payer,
        payer_name=_name_of(known, flow.payer),
        payee=flow.payee,
        payee_name=_name_of(known, flow.payee),
        coins=flow.coins,
        private=flow.private,
    )


def _to_action_view(act: ModerationAction, known: dict[str, StoredPlayer]) -> ActionView:
    by, name = _name_of(known, act.actor), _name_of(known, act.subject)
    return ActionView(**asdict(act) | {"act": action_name(act)}, by=by, name=name)


def _name_of(known: Mapping[str, StoredPlayer], player: str) -> str:
    """Return a player's name; empty if no player with this id is stored."""
    return known[player].name if player in known else ""


HANDLERS = [players, tables, actions, list_reached_limits, withheld_transfers, suspect_dumping_groups, apply_action]
