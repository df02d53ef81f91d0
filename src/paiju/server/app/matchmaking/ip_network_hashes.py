"""Keyed hashes of the players' networks. They show that two players share a network, but do not reveal its address.

The key is random and valid for one day. It is deleted on the next day. The hashes of each player are kept for 30 days.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Final

from paiju.server.app.matchmaking.ticket_queue import TicketQueue
from paiju.server.app.players.player_service import DAY
from paiju.server.app.store import Store

KEPT_DAYS: Final = 30
"""Number of days for which hashes are kept."""

HASH_LENGTH: Final = 32
"""Number of hexadecimal digits of a hash."""


class NetworkHashes:
    """Computes the hashes of networks, and records which player came from which network.

    If the operator has declared that the room belongs to a club (``is_club``), all hashes are "" and nothing is
    recorded.
    """

    def __init__(self, store: Store, queue: TicketQueue, clock: Callable[[], int], *, is_club: bool) -> None:
        self._store = store
        self._queue = queue
        self._clock = clock
        self._is_club = is_club
        self._key = (-1, b"")
        """A day, as the number of days since 1970, and the key of that day."""
        self._recorded: set[tuple[str, str]] = set()
        """The pairs of player and hash that this process has recorded today."""

    async def hash_of(self, address: str) -> str:
        """Return the hash of ``address`` with today's key.

        Returns "" in a club's room. Also returns "" if the address is unknown (``address`` is "").
        """
        if self._is_club or not address:
            return ""
        await self._load_key()
        return hmac.new(self._key[1], address.encode(), hashlib.sha256).hexdigest()[:HASH_LENGTH]

    async def record(self, player: str, address: str) -> None:
        """Record that a player came from the network of ``address`` today, unless that is already recorded.

        Does nothing in a club's room.
        """
        network = await self.hash_of(address)
        if network and (player, network) not in self._recorded:
            await self._store.record_network(player, network, self._key[0])
            self._recorded.add((player, network))

    async def delete_old(self) -> None:
        """Delete the keys of earlier days, and hashes older than ``KEPT_DAYS``."""
        await self._load_key(again=True)
        await self._store.drop_networks(self._clock() // DAY - KEPT_DAYS)

    async def _load_key(self, *, again: bool = False) -> None:
        day = self._clock() // DAY
        if again or self._key[0] != day:
            if self._key[0] != day:
                self._recorded.clear()
            self._key = day, await self._queue.network_key(day)
