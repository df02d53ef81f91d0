"""The store for any database: a module for each of its parts, and the tables that they share.

Every statement is written here once, except the append of a move, which each database implements itself.
"""

from __future__ import annotations

from paiju.server.adapters.store.accounts import DatabaseAccounts
from paiju.server.adapters.store.coins import DatabaseCoins
from paiju.server.adapters.store.daily import DatabaseDaily
from paiju.server.adapters.store.event_log import DatabaseEventLog
from paiju.server.adapters.store.hands import DatabaseHands
from paiju.server.adapters.store.moderation import DatabaseModeration
from paiju.server.adapters.store.players import DatabasePlayers
from paiju.server.adapters.store.puzzles import DatabasePuzzles
from paiju.server.adapters.store.rankings import DatabaseRankings
from paiju.server.adapters.store.relations import DatabaseRelations
from paiju.server.adapters.store.seasons import DatabaseSeasons


class DatabaseStore(
    DatabaseEventLog,
    DatabaseHands,
    DatabasePlayers,
    DatabaseAccounts,
    DatabaseModeration,
    DatabaseCoins,
    DatabaseRankings,
    DatabaseSeasons,
    DatabaseRelations,
    DatabasePuzzles,
    DatabaseDaily,
):
    """``Store`` over a ``Database``."""

    async def close(self) -> None:
        await self.db.close()
