"""What every adapter offers."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

RANKS = "3456789TJQKA2BR"
_ORDER = {rank: place for place, rank in enumerate(RANKS)}


class CannotAnswer(Exception):
    """The peer fails at this question; the text is what is stored instead of an answer."""


class Adapter(Protocol):
    """A peer's legal-move generator. Adapters are modules."""

    NAME: str

    def version(self) -> str: ...

    def answers(self, hand: str, beat: str) -> list[str]:
        """Leading when `beat` is empty. Raises CannotAnswer."""
        ...


def in_order(cards: str) -> str:
    """The same cards, ascending by rank."""
    return "".join(sorted(cards, key=_ORDER.__getitem__))


def load(name: str) -> Adapter:
    """The adapter of that peer; importing it imports the peer."""
    return cast(Adapter, import_module(f"bench.peers.adapters.{name}"))
