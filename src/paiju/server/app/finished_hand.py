"""A finished hand as it is stored, and who may open it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from msgspec import Struct

from paiju.server.app.ranking.hand_result import HandResult


class FinishedHand(Struct, frozen=True, kw_only=True):
    """A hand that is over: everything of it may be seen now, but only a player of it learns ``id``, which has the table's in it.

    ``record`` is JSON, ``info`` a short line of it for lists, both in a format of this number.
    """

    id: str
    public_id: str
    """By which everybody knows it: random, and it says nothing of the table."""
    table: str
    ended: int
    players: tuple[str, ...]
    format: int
    info: bytes
    record: bytes
    verdict: HandResult | None = None
    """None: it is to be found from the record."""
    withdrawn: int = 0
    """When a player of it withdrew its link (milliseconds since 1970): since then only its players may open it. 0: nobody has."""


class HandAccess(Struct, frozen=True, kw_only=True):
    """Who may open a finished hand by a name that somebody gave."""

    id: str
    public_id: str
    withdrawn: int
    played: bool
    """Whoever asks played it."""


class CappedHandStore(Protocol):
    """Hands in which pairs of players could move only so many coins; a part of ``CoinStore``."""

    async def capped_hands(
        self, since: int, players: Collection[str] | None = None, limit: int = 10_000
    ) -> list[FinishedHand]:
        """Hands since a time whose coins were limited pair by pair (``Settled.limits``), the last first, without their records.

        ``players``: those that one of these played; None: all.
        """
