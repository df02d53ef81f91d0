"""What a finished hand was to its players: what follows from its record, and profiles, titles and ratings follow from."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

BOTS: Final = "bots:"
"""How the pools of programs begin."""


def rating_pool(ruleset: str, *, bots: bool) -> str:
    """The pool in which players of a ruleset are rated: people by its id, programs in one of their own."""
    return f"{BOTS}{ruleset}" if bots else ruleset


class SeatResult(Struct, frozen=True, kw_only=True):
    """What a hand was to one of its players."""

    player: str
    role: str = ""
    """The family's code for the part that was played, as the hand ended; empty: none."""
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
    """What a hand was to its players. It follows from the hand's record."""

    ruleset: str
    people: bool
    """Only people sat there."""
    bots: bool = False
    """Only programs sat there, each with an account of its own."""
    ladder: str = ""
    """The family for whose titles the points count; empty: they count for none."""
    multiplier: int = 1
    results: tuple[SeatResult, ...] = ()

    @property
    def pool(self) -> str:
        """Under what it is rated."""
        return rating_pool(self.ruleset, bots=self.bots)

    @property
    def is_rated(self) -> bool:
        """Whether it was won or lost among people, or among programs."""
        return (self.people or self.bots) and any(result.won for result in self.results)
