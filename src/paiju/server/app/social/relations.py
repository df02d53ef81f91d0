"""Follows, blocks and invitations, and which friends are online and where.

Players can hide their presence. Nobody sees such a player as online, in a count of players online, or at a
table. Nobody learns at which private table a player sits.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Iterable
from typing import Final

from msgspec import Struct

from paiju.core.ruleset import Title
from paiju.server.app.cluster.coordination import MAX_NAMES_PER_MESSAGE, PlayersOnline
from paiju.server.app.matchmaking.matchmaker import PartnerRequest
from paiju.server.app.store import Invitation, Relation, RelationKind, StoredPlayer
from paiju.server.app.tables.lobby_summary import LobbyTable, to_lobby_table
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.errors import Refusal

ONLINE_FOR: Final = 30_000
"""Milliseconds for which a player counts as online after a request from the lobby."""

PUBLISH_INTERVAL: Final = 5.0
"""Seconds between two messages to the other processes."""

MAX_RELATIONS: Final = 200
"""Maximum number of follows and blocks of one player."""

INVITATION_LIFETIME: Final = 10 * 60_000
"""Milliseconds until an invitation expires."""


class Friend(Struct, frozen=True, kw_only=True):
    """A player or bot account that the caller follows.

    ``mutual`` says whether the friend follows the caller, and ``here`` whether the friend is online. ``table`` is the
    public table where the friend sits.
    """

    id: str
    name: str
    bot: bool
    mutual: bool
    here: bool
    table: LobbyTable | None


class TableInvitation(Struct, frozen=True, kw_only=True):
    """An invitation to a table, sent at the time ``at`` (Unix milliseconds)."""

    sender: str
    """Name of the sender."""
    table: str
    title: Title
    at: int


class OnlineOverview(Struct, frozen=True, kw_only=True):
    """Who is online. ``online`` is the number of players online who do not hide their presence.

    ``friends`` has all players whom the caller follows. ``followers`` has the names of the followers whom the caller does not
    follow back.
    """

    online: int
    friends: tuple[Friend, ...]
    followers: tuple[str, ...]
    invitations: tuple[TableInvitation, ...]
    pairs: tuple[PartnerRequest, ...] = ()
    """Requests of friends who look for a table together with the caller."""


class RelationNames(Struct, frozen=True, kw_only=True):
    """Names of the players whom a player follows and blocks."""

    follows: tuple[str, ...]
    blocks: tuple[str, ...]


class Relations:
    """Manages follows, blocks and invitations, and knows who is online."""

    def __init__(self, room: TableManager) -> None:
        self._room = room
        self._store = room.context.store
        self._peers = room.context.peers
        self._clock = room.context.clock
        self._seen: dict[str, int] = {}
        self._untold: set[str] = set()
        self._peers.subscribe(PlayersOnline, lambda message: self._mark_online(message.players))

    # ---- follows and blocks

    async def add_relation(self, player: StoredPlayer, other: StoredPlayer, bond: RelationKind) -> None:
        """Add a relation: ``player`` follows or blocks ``other``, depending on ``bond``. Raises Refusal.

        A player who is blocked is not notified. That player may still follow the blocker, but this has no effect.
        """
        if player.id == other.id:
            raise Refusal("it_is_you")
        relations = await self._store.relations_of(player.id)
        if sum(relation.player == player.id for relation in relations) >= MAX_RELATIONS:
            raise Refusal("too_many_ties", most=MAX_RELATIONS)
        await self._store.put_relation(Relation(player.id, other.id, bond, self._clock()))

    async def remove_relation(self, player: StoredPlayer, other: StoredPlayer, bond: RelationKind) -> None:
        """Remove a relation between two players.

        Depending on ``bond``, ``player`` no longer follows ``other``, or no longer blocks ``other``.
        """
        await self._store.drop_relation(player.id, other.id, bond)

    async def followed_and_blocked_names(self, player: StoredPlayer) -> RelationNames:
        """Return the names of the players whom a player follows and blocks."""
        own = [relation for relation in await self._store.relations_of(player.id) if relation.player == player.id]
        known = await self._store.players({relation.other for relation in own})
        names: dict[str, tuple[str, ...]] = {
            bond: tuple(
                known[relation.other].name for relation in own if relation.bond == bond and relation.other in known
            )
            for bond in ("follow", "block")
        }
        return RelationNames(follows=names["follow"], blocks=names["block"])

    async def players_blocked_by(self, player: str) -> frozenset[str]:
        """Return the ids of the players whom this player has blocked."""
        relations = await self._store.relations_of(player)
        return frozenset(
            relation.other for relation in relations if relation.player == player and relation.bond == "block"
        )

    # ---- invitations

    async def invite(self, sender: StoredPlayer, player: StoredPlayer, table: str) -> None:
        """Invite a follower to the table where the sender sits. Raises Refusal."""
        live = await self._room.visible_table(table, sender.id)
        live.table.require_seat(sender.id)
        if live.table.is_duplicate:
            raise Refusal("duplicate_table")
        if all(
            relation.player != player.id or relation.bond != "follow"
            for relation in await self._relations_between(player, sender)
        ):
            raise Refusal("not_followed", name=player.name)
        await self._store.put_invitation(Invitation(player.id, sender.id, table, self._clock()))

    async def _relations_between(self, player: StoredPlayer, other: StoredPlayer) -> list[Relation]:
        return [
            relation
            for relation in await self._store.relations_of(player.id)
            if other.id in (relation.player, relation.other)
        ]

    # ---- online presence

    async def online_overview(self, player: StoredPlayer) -> OnlineOverview:
        """Mark a player as online, and return an overview for the player.

        The overview contains the number of players online, the player's friends with their presence, the followers,
        and the pending invitations.
        """
        self._mark_online([player.id])
        self._untold.add(player.id)
        relations, where = await self._store.relations_of(player.id), self._tables_by_player()
        follows = [
            relation.other for relation in relations if relation.player == player.id and relation.bond == "follow"
        ]
        followers = [
            relation.player for relation in relations if relation.other == player.id and relation.bond == "follow"
        ]
        unseen = {relation.player for relation in relations if relation.bond == "block"}
        here = await self._visible_players(self._online_players() | where.keys())
        known = await self._store.players({*follows, *followers})
        blocked = {
            relation.other for relation in relations if relation.player == player.id and relation.bond == "block"
        }
        return OnlineOverview(
            online=len(here),
            friends=tuple([
                await self._to_friend(known[one], where if one in here - unseen else None, mutual=one in followers)
                for one in follows
                if one in known
            ]),
            followers=tuple(known[one].name for one in followers if one in known and one not in {*follows, *blocked}),
            invitations=tuple([call async for call in self._pending_invitations(player, blocked)]),
        )  # fmt: skip

    async def _to_friend(self, player: StoredPlayer, where: dict[str, set[str]] | None, *, mutual: bool) -> Friend:
        """Return ``player``, whom the caller follows, in the form for the caller's list of friends.

        ``where`` maps the id of each connected player to the player's tables. If ``where`` is None, ``player``
        appears as not online.
        """
        tables = [await self._room.find_readable(table) for table in sorted((where or {}).get(player.id, ()))]
        sits = (live.table for live in tables if live is not None and live.table.seat_of(player.id) is not None)
        public = [to_lobby_table(table) for table in sits if not table.private and table.phase != "closed"]
        return Friend(
            id=player.id,
            name=player.name,
            bot=player.bot,
            mutual=mutual,
            here=where is not None,
            table=public[0] if public else None,
        )

    async def _pending_invitations(
        self, player: StoredPlayer, blocked: Collection[str]
    ) -> AsyncIterator[TableInvitation]:
        calls = await self._store.invitations_of(player.id, self._clock() - INVITATION_LIFETIME)
        known = await self._store.players({one.sender for one in calls}.difference(blocked))
        for one in calls:
            live = await self._room.find_readable(one.table) if one.sender in known else None
            if live is not None and live.table.phase != "closed" and live.table.seat_of(player.id) is None:
                name, title = known[one.sender].name, live.table.setup.ruleset.title
                yield TableInvitation(sender=name, table=one.table, title=title, at=one.at)

    async def _visible_players(self, players: Collection[str]) -> set[str]:
        """Return the players who do not hide their presence."""
        hidden = await self._store.visibility_exceptions(sorted(players))
        return {player for player in players if "presence" not in hidden.get(player, ())}

    def _online_players(self) -> set[str]:
        since = self._clock() - ONLINE_FOR
        self._seen = {player: at for player, at in self._seen.items() if at >= since}
        return set(self._seen)

    def _tables_by_player(self) -> dict[str, set[str]]:
        """Return the ids of the tables to which each player is connected, through any process."""
        where = defaultdict(set)
        for table, players in (*self._room.connected_players_by_table(), *self._peers.iter_presence()):
            for player in players:
                where[player].add(table)
        return where

    def _mark_online(self, players: Iterable[str]) -> None:
        self._seen.update(dict.fromkeys(players, self._clock()))

    async def publish_online_players(self) -> None:
        """Wait ``PUBLISH_INTERVAL`` seconds, then tell the other processes which players have visited the lobby.

        These are the players who visited the lobby through this process since the last call. Also deletes expired
        invitations.
        """
        await asyncio.sleep(PUBLISH_INTERVAL)
        players, self._untold = sorted(self._untold), set()
        for first in range(0, len(players), MAX_NAMES_PER_MESSAGE):
            self._peers.coordinator.publish(PlayersOnline(tuple(players[first : first + MAX_NAMES_PER_MESSAGE])))
        await self._store.drop_old_invitations(self._clock() - INVITATION_LIFETIME)
