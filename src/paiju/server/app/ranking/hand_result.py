"""The result of a finished hand for each player, computed from the record. Profiles, titles and ratings follow from it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from paiju.server.domain.ranking_eligibility import Uncounted

BOTS: Final = "bots:"
"""Prefix of the rating pools of bots."""


def rating_pool(ruleset: str, *, bots: bool) -> str:
    """Return the name of the pool in which hands of a ruleset are rated.

    For people, the name is the ruleset's id; for bots, it is ``bots:ID``. Ratings within a pool are comparable
    with each other.
    """
    return f"{BOTS}{ruleset}" if bots else ruleset


class SeatResult(Struct, frozen=True, kw_only=True):
    """The result of a hand for one player."""

    player: str
    role: str = ""
    """The family's code for the player's role at the end of the hand; "" for none."""
    side: int = 0
    """Number of the side to which the player belonged. The players of a side win or lose together."""
    won: int = 0
    """1 if the player won, -1 if the player lost, 0 otherwise.

    It is 0 in three cases:

    - nobody won
    - another player left the hand and thereby ended it
    - the player had left, and a bot won in the player's seat
    """
    points: int = 0
    coins: int = 0
    """Coins won (positive) or lost at a public table."""
    left: bool = False
    """Whether the player left the hand, and so ended it. Then the hand counts only for this player, as lost."""
    feats: tuple[str, ...] = ()
    """The family's codes for what the player achieved in the hand (``RoleInfo.feats``)."""


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
    """Why the hand does not count for titles, ratings and rankings; "" if it counts."""
    multiplier: int = 1
    results: tuple[SeatResult, ...] = ()

    @property
    def pool(self) -> str:
        """The pool in which the hand is rated (``rating_pool``)."""
        return rating_pool(self.ruleset, bots=self.bots)

    @property
    def is_rated(self) -> bool:
        """Whether the hand counts for titles, ratings and rankings: no reason excludes it, and somebody won or lost."""
        return not self.uncounted and (self.people or self.bots) and any(result.won for result in self.results)
