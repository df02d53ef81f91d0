"""The settings of a room for coins: gifts and daily limits."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from paiju.core.coins import Amount


class CoinSettings(Struct, frozen=True, kw_only=True):
    """The gifts and the daily limits of a room, in coins."""

    start: Amount = 1000
    """Coins in a new wallet."""
    daily: Amount = 200
    """Coins of the daily gift, which a player must request."""
    relief: Amount = 300
    """Coins of a relief for a broke player, who must request it."""
    broke: Amount = 300
    """A player with fewer coins than this is broke."""
    reliefs: Annotated[int, Meta(ge=0, le=100)] = 3
    """Maximum number of reliefs of a player per day."""
    bots: Amount = 3000
    """Maximum number of coins that the server's bots lose to one player per day."""
    pair: Amount = 20_000
    """Maximum number of coins that one player can lose to another per day in hands to which the limit applies.

    It applies to hands at private tables, and to hands that a player left.
    """
