"""Recent activity in the room: the latest public hands, and who played last."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from msgspec import Struct

from paiju.server.app.players.player_service import DAY
from paiju.server.app.players.profiles import is_public_hand
from paiju.server.app.store import Store, StoredPlayer
from paiju.server.app.tables.hand_replay import HandSummary, read_summaries

HANDS: Final = 6
"""Maximum number of hands in the recent activity."""

PLAYERS: Final = 8
"""Maximum number of players in the recent activity."""

HOUR: Final = 60 * 60 * 1000
"""Milliseconds of an hour."""

HIDDEN_PARTS: Final = frozenset({"presence", "history"})
"""The parts of a profile that keep a player's hands out of the recent activity.

If a player hides one of these parts, the recent activity shows no hand of the player.
"""


class RecentActivity(Struct, frozen=True, kw_only=True):
    """Public hands that ended in the past day, and the names of players who played in the past week.

    Both lists begin with the latest. Players whose last hand ended in the same hour are ordered by name, so that the list does
    not reveal who played together at a private table.
    """

    hands: tuple[HandSummary, ...]
    players: tuple[str, ...]


class ActivityFeed:
    """Reads the recent activity from the store."""

    def __init__(self, store: Store, clock: Callable[[], int], banned: Callable[[], Collection[str]] = tuple) -> None:
        self._store = store
        self._clock = clock
        self._banned = banned
        """A function that returns the banned players."""

    async def recent(self, asks: StoredPlayer | None) -> RecentActivity:
        """Return the recent activity that the caller may see.

        ``asks`` is the caller; None for a visitor. The hands and the names of players both leave out players who hide
        their presence, players who are deleted or banned, players whom the caller has blocked, and players who have
        blocked the caller.
        """
        now = self._clock()
        blocked = await self._blocked_players(asks)
        return RecentActivity(
            hands=tuple(await self._latest_hands(now - DAY, blocked)),
            players=tuple(await self._latest_player_names(now - 7 * DAY, asks, blocked)),
        )

    async def _latest_hands(self, since: int, blocked: Collection[str]) -> list[HandSummary]:
        """Return the latest public hands since ``since`` (Unix milliseconds) that may be shown."""
        stored = {hand.public_id: hand for hand in await self._store.latest_hands(since)}
        summaries = read_summaries(stored.values())
        there = {player.id for one in summaries for player in one.players if player.id is not None}
        known = await self._shown_players(there, blocked, HIDDEN_PARTS)
        hidden = there.difference(known)
        return [one for one in summaries if is_public_hand(stored[one.id], one, hidden)][:HANDS]

    async def _latest_player_names(self, since: int, asks: StoredPlayer | None, blocked: Collection[str]) -> list[str]:
        """Return the names of players who have played since ``since`` (Unix milliseconds), the most recent first.

        Players whose last hand ended in the same hour are ordered by name. The caller and bot accounts are left out.
        """
        last = dict(await self._store.recently_active_players(since))
        known = await self._shown_players(last, blocked, {"presence"})
        found = [one for one in known.values() if not one.bot and (asks is None or one.id != asks.id)]
        return [one.name for one in sorted(found, key=lambda one: (-(last[one.id] // HOUR), one.name))][:PLAYERS]

    async def _shown_players(
        self, players: Collection[str], blocked: Collection[str], parts: Collection[str]
    ) -> dict[str, StoredPlayer]:
        """Return those of ``players`` who may be shown, by id.

        A player may not be shown who is blocked or banned, or who hides one of the profile parts ``parts``.
        """
        known, hides = await self._store.players(players), await self._store.visibility_exceptions(sorted(players))
        unseen = {
            *blocked,
            *self._banned(),
            *(player for player, hidden in hides.items() if not hidden.isdisjoint(parts)),
        }
        return {player: one for player, one in known.items() if player not in unseen}

    async def _blocked_players(self, asks: StoredPlayer | None) -> set[str]:
        """Return the ids of the players who block the caller, and of those whom the caller blocks.

        ``asks`` is the caller. If it is None, the caller is a visitor without a session, and the result is empty.
        """
        if asks is None:
            return set()
        blocks = [tie for tie in await self._store.relations_of(asks.id) if tie.bond == "block"]
        return {tie.other if tie.player == asks.id else tie.player for tie in blocks}
