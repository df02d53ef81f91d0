"""What a seat is told about its own hand: which cards can be part of an answer."""

from __future__ import annotations

from msgspec import Struct

from paiju.games.gunzi.cards import Cards
from paiju.games.gunzi.choices import Choices


class Hints(Struct, frozen=True):
    """Where cards are to be chosen: ``may`` are those that stand in some legal choice, ``must`` those that stand in each."""

    may: Cards
    must: Cards


def hints(legal: object) -> Hints | None:
    """What is told of these legal actions; None where no cards are to be chosen."""
    return Hints(legal.usable, legal.common) if isinstance(legal, Choices) else None
