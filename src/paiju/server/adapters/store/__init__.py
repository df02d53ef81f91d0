"""The room's store, written once for SQLite and PostgreSQL: a module for each of its parts, and the schema that they share.

Every SQL statement stands here once, except the one that appends a move to a log: each database has its own, for speed.
"""

from __future__ import annotations

from paiju.server.adapters.store.accounts import DatabaseAccounts
from paiju.server.adapters.store.coins import DatabaseCoins
from paiju.server.adapters.store.daily import DatabaseDaily
from paiju.server.adapters.store.hands import DatabaseHands
from paiju.server.adapters.store.moderation import DatabaseModeration
from paiju.server.adapters.store.players import DatabasePlayers
from paiju.server.adapters.store.puzzles import DatabasePuzzles
from paiju.server.adapters.store.rankings import DatabaseRankings
from paiju.server.adapters.store.relations import DatabaseRelations
from paiju.server.adapters.store.seasons import DatabaseSeasons
from paiju.server.adapters.store.table_logs import DatabaseEventLog


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
    """The whole ``Store`` of a room, in a SQLite or PostgreSQL database (``Database``)."""

    async def close(self) -> None:
        await self.db.close()
