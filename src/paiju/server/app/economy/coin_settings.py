"""The settings of a room that concern coins: gifts and daily limits."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from paiju.core.coins import Amount


class CoinSettings(Struct, frozen=True, kw_only=True):
    """The gifts and the daily limits of a room, in coins."""

    start: Amount = 1000
    """Coins in a new wallet."""
    daily: Amount = 200
    """Daily gift, on request."""
    relief: Amount = 300
    """Relief for a player who is broke, on request."""
    broke: Amount = 300
    """A player with fewer coins is broke."""
    reliefs: Annotated[int, Meta(ge=0, le=100)] = 3
    """Maximum number of reliefs for each day."""
    bots: Amount = 3000
    """Maximum loss of the server's bots to one player for each day."""
    pair: Amount = 20_000
    """Maximum that one player moves to another per day, by leaving hands and at private tables."""
