"""The HTTP API of stake rooms and of the caller's wallet."""

from __future__ import annotations

from msgspec import Struct

from paiju.core.coins import Stakes
from paiju.core.ruleset import Title
from paiju.core.stake_rooms import StakeRoom
from paiju.server.domain.table_setup import TableSettings, stake_room_settings
from paiju.server.domain.table_state import table_id_of
from paiju.server.http.documented_routes import ANYBODY, PLAYER, get, post
from paiju.server.services import AnyRequest, Services, get_services


class RoomInfo(TableSettings, frozen=True, kw_only=True):
    """A stake room (金币场), with the settings of its tables. Clients show stake rooms in the order of the list.

    ``bots`` is the number of seconds after which bots take the empty seats; null if they never do.
    """

    id: str
    family: str
    title: Title
    ruleset: str
    stakes: Stakes
    bots: int | None


class WalletInfo(Struct, frozen=True, kw_only=True):
    """The player's wallet. Coins only keep score; nobody can buy or sell them."""

    coins: int
    table: str | None
    """The table where coins of the player are at stake; null if there is none."""
    daily: int
    """Coins of today's gift; 0 if the player has claimed it."""
    relief: int
    """Coins that the player gets with one relief. Only a player with fewer than ``broke`` coins may claim a relief."""
    broke: int
    reliefs: int
    """How many more reliefs the player may claim today."""


@get("/api/rooms", tags=["room"], sync_to_thread=False, security=ANYBODY)
def list_stake_rooms(request: AnyRequest) -> list[RoomInfo]:
    """List all stake rooms, in which players play for coins."""
    return [_to_room_info(room) for room in get_services(request).tables.context.registry.stake_rooms()]


def _to_room_info(room: StakeRoom) -> RoomInfo:
    return RoomInfo(
        **stake_room_settings(room).settings_by_name(),
        id=room.id,
        family=room.family,
        title=room.title,
        ruleset=room.ruleset_id,
        stakes=room.stakes,
        bots=room.bots,
    )


@get("/api/purse", tags=["coins"], security=PLAYER)
async def get_wallet(request: AnyRequest) -> WalletInfo:
    """Return the player's coins, the table at which they are at stake, and the gifts that the player can still claim today."""
    services = get_services(request)
    return await _to_wallet_info(services, (await services.require_player(request)).id)


@post("/api/purse/gift", tags=["coins"], security=PLAYER)
async def claim_gift(request: AnyRequest) -> WalletInfo:
    """Claim today's gift of coins.

    Errors: ``gift_taken``.
    """
    services = get_services(request)
    player, context = (await services.require_player(request)).id, services.tables.context
    await context.bank.give_daily_gift(player, context.clock())
    return await _to_wallet_info(services, player)


@post("/api/purse/relief", tags=["coins"], security=PLAYER)
async def claim_relief(request: AnyRequest) -> WalletInfo:
    """Claim a relief: coins for a player who has fewer than ``broke`` coins.

    Errors: ``not_broke``, ``no_more_relief``, ``coins_at_stake``.
    """
    services = get_services(request)
    player, context = (await services.require_player(request)).id, services.tables.context
    await context.bank.give_relief(player, context.clock())
    return await _to_wallet_info(services, player)


async def _to_wallet_info(services: Services, player: str) -> WalletInfo:
    bank, now = services.tables.context.bank, services.tables.context.clock()
    wallet = await bank.get_wallet(player)
    return WalletInfo(
        coins=wallet.coins,
        table=table_id_of(wallet.hand) or None,
        daily=0 if await bank.has_received_daily_gift(player, now) else bank.gifts.daily,
        relief=bank.gifts.relief,
        broke=bank.gifts.broke,
        reliefs=await bank.reliefs_left(player, now),
    )


HANDLERS = [list_stake_rooms, get_wallet, claim_gift, claim_relief]
