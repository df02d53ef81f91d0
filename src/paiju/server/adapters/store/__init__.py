"""The store over a database, whichever it is: a module for each part of it, and the tables that they share.

Every statement stands here once, but for the append of a move, which each database has by hand.
"""

from __future__ import annotations

from paiju.server.adapters.store.accounts import Accounts
from paiju.server.adapters.store.coins import Coins
from paiju.server.adapters.store.event_log import EventLog
from paiju.server.adapters.store.hands import Hands
from paiju.server.adapters.store.moderation import Moderation
from paiju.server.adapters.store.players import Players
from paiju.server.adapters.store.rankings import Rankings
from paiju.server.adapters.store.relations import Relations


class DatabaseStore(EventLog, Hands, Players, Accounts, Moderation, Coins, Rankings, Relations):
    """``Store``."""

    async def close(self) -> None:
        await self.db.close()
