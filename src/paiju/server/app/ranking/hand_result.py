"""The result of a finished hand for its players, computed from the record. Profiles, titles and ratings are based on it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from paiju.server.domain.ranking_eligibility import Uncounted

BOTS: Final = "bots:"
"""Prefix of the rating pools of bots."""


def rating_pool(ruleset: str, *, bots: bool) -> str:
    """Return the rating pool of a ruleset: its id for people, another pool for bots."""
    return f"{BOTS}{ruleset}" if bots else ruleset


class SeatResult(Struct, frozen=True, kw_only=True):
    """The result of a hand for one player."""

    player: str
    role: str = ""
    """The family's code for the role at the end of the hand; "" for none."""
    side: int = 0
    """Players of a side have won and lost together."""
    won: int = 0
    """1 won, -1 lost, 0 nobody won, or a bot did after the player had left."""
    points: int = 0
    coins: int = 0
    """Won or lost at a public table."""
    left: bool = False
    """Left the hand, which was over by it and counts for nothing to the others."""
    feats: tuple[str, ...] = ()
    """The family's codes for what is counted (``Casting.feats``)."""


class HandResult(Struct, frozen=True, kw_only=True):
    """The result of a hand for all players, computed from its record."""

    ruleset: str
    people: bool
    """Whether only people played."""
    bots: bool = False
    """Whether only bot accounts played."""
    ladder: str = ""
    """The family for whose titles the points count; "" for none."""
    uncounted: Uncounted = ""
    """Why the hand does not count for titles, ratings and rankings; "" if it does."""
    multiplier: int = 1
    results: tuple[SeatResult, ...] = ()

    @property
    def pool(self) -> str:
        """The rating pool."""
        return rating_pool(self.ruleset, bots=self.bots)

    @property
    def is_rated(self) -> bool:
        """Whether the hand counts for titles, ratings and rankings: it is decided, and no reason excludes it."""
        return not self.uncounted and (self.people or self.bots) and any(result.won for result in self.results)
