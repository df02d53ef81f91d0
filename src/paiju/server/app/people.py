"""People to meet: whom one follows, whom one blocks, who of them is here and where, and who asks one to come.

Who hides where they are is told of to nobody: not as here, not as counted, not as sitting anywhere. Of a table that is not
everybody's nobody is told either.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Iterable
from typing import Final

from msgspec import Struct

from paiju.core.ruleset import Title
from paiju.server.app.peers import MANY, Around
from paiju.server.app.room import Room
from paiju.server.app.store import Bond, Invitation, Player, Tie
from paiju.server.app.summary import LobbyTable, lobby_table
from paiju.server.errors import Refusal

HERE: Final = 30_000
"""Milliseconds for which somebody who has looked round is here."""

TELL: Final = 5.0
"""Seconds from one telling the other processes who is here to the next."""

TIES: Final = 200
"""A player follows and blocks at most so many."""

CALL: Final = 10 * 60_000
"""Milliseconds for which an invitation holds."""


class Friend(Struct, frozen=True, kw_only=True):
    """Somebody, or a ``bot``, whom one follows. ``mutual``: they follow one too. ``table``: the public one where they sit."""

    id: str
    name: str
    bot: bool
    mutual: bool
    here: bool
    table: LobbyTable | None


class Call(Struct, frozen=True, kw_only=True):
    """Somebody asks one to come to a table."""

    sender: str
    """The name."""
    table: str
    title: Title
    at: int


class WhoIsHere(Struct, frozen=True, kw_only=True):
    """Who is here. ``online`` counts everybody who may be seen. ``followers``: the names of those whom one does not follow."""

    online: int
    friends: tuple[Friend, ...]
    followers: tuple[str, ...]
    calls: tuple[Call, ...]


class Ties(Struct, frozen=True, kw_only=True):
    """The names of those whom one follows, and whom one blocks."""

    follows: tuple[str, ...]
    blocks: tuple[str, ...]


class People:
    """Who has to do with whom, and who is here."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._store = room.house.store
        self._peers = room.house.peers
        self._clock = room.house.clock
        self._seen: dict[str, int] = {}
        self._untold: set[str] = set()
        self._peers.on(Around, lambda news: self._note(news.players))

    # ---- ties

    async def tie(self, player: Player, other: Player, bond: Bond) -> None:
        """Follow somebody, or block them. Who is blocked is not told: they may follow, and see nothing by it. Raises Refusal."""
        if player.id == other.id:
            raise Refusal("it_is_you")
        ties = await self._store.ties(player.id)
        if sum(tie.player == player.id for tie in ties) >= TIES:
            raise Refusal("too_many_ties", most=TIES)
        await self._store.tie(Tie(player.id, other.id, bond, self._clock()))

    async def untie(self, player: Player, other: Player, bond: Bond) -> None:
        """Follow or block somebody no longer."""
        await self._store.untie(player.id, other.id, bond)

    async def ties(self, player: Player) -> Ties:
        """The players whom a player follows, and those whom they block."""
        own = [tie for tie in await self._store.ties(player.id) if tie.player == player.id]
        known = await self._store.players({tie.other for tie in own})
        told: dict[str, tuple[str, ...]] = {
            bond: tuple(known[tie.other].name for tie in own if tie.bond == bond and tie.other in known)
            for bond in ("follow", "block")
        }
        return Ties(follows=told["follow"], blocks=told["block"])

    async def blocked_by(self, player: str) -> frozenset[str]:
        """The players whom a player does not hear."""
        ties = await self._store.ties(player)
        return frozenset(tie.other for tie in ties if tie.player == player and tie.bond == "block")

    # ---- invitations

    async def invite(self, sender: Player, player: Player, table: str) -> None:
        """Ask a player to come to a table where one sits. Only who follows one can be asked. Raises Refusal."""
        live = await self._room.table(table)
        live.table.must_sit(sender.id)
        if all(tie.player != player.id or tie.bond != "follow" for tie in await self._between(player, sender)):
            raise Refusal("not_followed", name=player.name)
        await self._store.invite(Invitation(player.id, sender.id, table, self._clock()))

    async def _between(self, player: Player, other: Player) -> list[Tie]:
        return [tie for tie in await self._store.ties(player.id) if other.id in (tie.player, tie.other)]

    # ---- who is here

    async def look_round(self, player: Player) -> WhoIsHere:
        """Be here, and see who else is."""
        self._note([player.id])
        self._untold.add(player.id)
        ties, where = await self._store.ties(player.id), self._where()
        follows = [tie.other for tie in ties if tie.player == player.id and tie.bond == "follow"]
        followers = [tie.player for tie in ties if tie.other == player.id and tie.bond == "follow"]
        unseen = {tie.player for tie in ties if tie.bond == "block"}
        here = await self._shown(self._here() | where.keys())
        known = await self._store.players({*follows, *followers})
        blocked = {tie.other for tie in ties if tie.player == player.id and tie.bond == "block"}
        return WhoIsHere(
            online=len(here),
            friends=tuple([
                await self._friend(known[one], where if one in here - unseen else None, mutual=one in followers)
                for one in follows
                if one in known
            ]),
            followers=tuple(known[one].name for one in followers if one in known and one not in {*follows, *blocked}),
            calls=tuple([call async for call in self._calls(player, blocked)]),
        )  # fmt: skip

    async def _friend(self, player: Player, where: dict[str, set[str]] | None, *, mutual: bool) -> Friend:
        """``where`` people are at tables; None: nothing is told of this one."""
        tables = [await self._room.readable(table) for table in sorted((where or {}).get(player.id, ()))]
        sits = (live.table for live in tables if live is not None and live.table.seat_of(player.id) is not None)
        public = [lobby_table(table) for table in sits if not table.private and table.phase != "closed"]
        return Friend(
            id=player.id,
            name=player.name,
            bot=player.bot,
            mutual=mutual,
            here=where is not None,
            table=public[0] if public else None,
        )

    async def _calls(self, player: Player, blocked: Collection[str]) -> AsyncIterator[Call]:
        calls = await self._store.invitations(player.id, self._clock() - CALL)
        known = await self._store.players({one.sender for one in calls}.difference(blocked))
        for one in calls:
            live = await self._room.readable(one.table) if one.sender in known else None
            if live is not None and live.table.phase != "closed" and live.table.seat_of(player.id) is None:
                name, title = known[one.sender].name, live.table.setup.ruleset.title
                yield Call(sender=name, table=one.table, title=title, at=one.at)

    async def _shown(self, players: Collection[str]) -> set[str]:
        """Those of them who may be seen."""
        hidden = await self._store.hidden(sorted(players))
        return {player for player in players if "presence" not in hidden.get(player, ())}

    def _here(self) -> set[str]:
        since = self._clock() - HERE
        self._seen = {player: at for player, at in self._seen.items() if at >= since}
        return set(self._seen)

    def _where(self) -> dict[str, set[str]]:
        """The tables to which players are connected, in whichever process, by player."""
        where = defaultdict(set)
        for table, players in (*self._room.connected(), *self._peers.everywhere()):
            for player in players:
                where[player].add(table)
        return where

    def _note(self, players: Iterable[str]) -> None:
        self._seen.update(dict.fromkeys(players, self._clock()))

    async def tell(self) -> None:
        """Wait a while, then tell the other processes who has looked round here, and forget old invitations."""
        await asyncio.sleep(TELL)
        told, self._untold = sorted(self._untold), set()
        for first in range(0, len(told), MANY):
            self._peers.line.tell(Around(tuple(told[first : first + MANY])))
        await self._store.drop_invitations(self._clock() - CALL)
